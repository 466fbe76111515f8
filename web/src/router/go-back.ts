/** If the browser has not gone back after this time, there was no entry to go back to. */
const MAX_WAIT_MS = 1000;

let backPromise: Promise<void> | undefined;

/**
 * Resolves when the browser has gone back; undefined if it is not going back. A navigation waits for this, because the browser
 * would go back from the page that the navigation opens.
 */
export const waitForBack = (): Promise<void> | undefined => backPromise;

/**
 * Goes one entry back, unless the browser is going back already. Resolves after the router has handled the change, or after
 * MAX_WAIT_MS without a change.
 */
export const goBack = (): Promise<void> =>
  (backPromise ??= new Promise<void>((resolve) => {
    window.addEventListener("popstate", () => setTimeout(resolve), { once: true });
    setTimeout(resolve, MAX_WAIT_MS);
    window.history.back();
  }).then(() => {
    backPromise = undefined;
  }));
