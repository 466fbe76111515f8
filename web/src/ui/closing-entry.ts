let closingPromise: Promise<void> | undefined;

/** Whether the history entry of a dialog is being left at this moment. */
export const isEntryClosing = (): boolean => closingPromise !== undefined;

/** Resolves when no dialog's history entry is being left. */
export const waitForEntryClosed = (): Promise<void> => closingPromise ?? Promise.resolve();

/**
 * Makes `isEntryClosing` true until `navigation`, which leaves the entry of a dialog, is settled. Not to be called while
 * `isEntryClosing` is true.
 */
export function setEntryClosing(navigation: Promise<unknown>): void {
  const clear = () => (closingPromise = undefined);
  closingPromise = navigation.then(clear, clear);
}
