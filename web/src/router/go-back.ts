/** If the browser has not gone back after this time, there was no entry to go back to. */
const MAX_WAIT_MS = 1000;

let backPromise: Promise<void> | undefined;

/**
 * Resolves when the browser has gone back; undefined if it is not going back. A navigation waits for this, because the browser
 * would go back from the page that the navigation opens.
 */
export const waitForBack = (): Promise<void> | undefined => backPromise;

/** Goes one entry back; resolves after the router has handled the change, or after MAX_WAIT_MS without a change. */
export function goBack(): Promise<void> {
  const promise = new Promise<void>((resolve) => {
    const onPop = () => {
      clearTimeout(timer);
      window.removeEventListener("popstate", onPop);
      setTimeout(resolve);
    };
    const timer = setTimeout(onPop, MAX_WAIT_MS);
    window.addEventListener("popstate", onPop);
    window.history.back();
  }).then(() => {
    if (backPromise === promise) backPromise = undefined;
  });
  backPromise = promise;
  return promise;
}
