let closingPromise: Promise<void> | undefined;

/** Whether the history entry of a dialog is being left at this moment. */
export const isEntryClosing = (): boolean => closingPromise !== undefined;

/** Resolves when no dialog's history entry is being left. */
export const waitForEntryClosed = (): Promise<void> => closingPromise ?? Promise.resolve();

/** Makes `isEntryClosing` true until `navigation`, which leaves the entry of a dialog, is settled. */
export function setEntryClosing(navigation: Promise<unknown>): void {
  const clear = () => {
    if (closingPromise === newPromise) closingPromise = undefined;
  };
  const newPromise = navigation.then(clear, clear);
  closingPromise = newPromise;
}
