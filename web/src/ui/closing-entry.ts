/**
 * If the browser has not gone back after this time, there was no entry to go back to, and dialogs can be
 * closed again.
 */
const MAX_WAIT_MS = 1000;

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

/** Goes one entry back; resolves after the router has handled the change, or after MAX_WAIT_MS without a change. */
export function goBack(): Promise<void> {
  return new Promise((resolve) => {
    const onPop = () => {
      clearTimeout(timer);
      window.removeEventListener("popstate", onPop);
      setTimeout(resolve);
    };
    const timer = setTimeout(onPop, MAX_WAIT_MS);
    window.addEventListener("popstate", onPop);
    window.history.back();
  });
}
