import { adminStorage } from "../../../../../shared/admin-storage.ts";

/** How long to wait for more changes, because Amplify writes several keys for one sign-in. */
const WRITES_END_AFTER_MS = 100;

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
    timer = setTimeout(onChange, WRITES_END_AFTER_MS);
  };
  window.addEventListener("storage", onStorage);
  return () => {
    clearTimeout(timer);
    window.removeEventListener("storage", onStorage);
  };
}
