import { adminStorage } from "../../../../../shared/admin-storage.ts";

/** Amplify writes several keys for one sign-in. `onChange` is called once, this long after the last write. */
const DEBOUNCE_MS = 100;

/** Whether a change of the storage in another tab may be a sign-in or a sign-out. `null`: all keys were removed. */
const isSignInKey = (key: string | null): boolean =>
  key === null || (key.startsWith(adminStorage.signIn) && /\.(LastAuthUser|accessToken)$/.test(key));

/**
 * Calls `onChange` after a sign-in or a sign-out in another tab, and after Amplify has renewed a token there. Returns a function
 * that stops watching.
 */
export function watchOtherTabs(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onStorage = ({ key }: StorageEvent) => {
    if (!isSignInKey(key)) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, DEBOUNCE_MS);
  };
  window.addEventListener("storage", onStorage);
  return () => {
    clearTimeout(timer);
    window.removeEventListener("storage", onStorage);
  };
}
