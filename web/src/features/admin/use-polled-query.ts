import type { QueryKey, UseQueryOptions } from "@tanstack/react-query";
import { hashKey, useQuery } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { sessionStore } from "./auth/session.ts";

/** Polling interval (ms) while nobody has touched the page for REST_AFTER ms. */
const RESTING = 30_000;
const REST_AFTER = 60_000;
const ACTIVITY = ["pointermove", "pointerdown", "keydown", "scroll", "touchstart", "focus"] as const;

let resting = false;

/** Calls `changed` when the user stops using the page, and when they use it again. */
function subscribeToRest(changed: () => void): () => void {
  const ending = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reported = resting;
  const set = (next: boolean) => {
    resting = next;
    if (reported === next) return;
    reported = next;
    changed();
  };
  const onActivity = () => {
    set(false);
    clearTimeout(timer);
    timer = setTimeout(() => set(true), REST_AFTER);
  };
  for (const name of ACTIVITY)
    window.addEventListener(name, onActivity, { signal: ending.signal, passive: true });
  onActivity();
  return () => {
    clearTimeout(timer);
    ending.abort();
  };
}

type Options<T, K extends QueryKey> = UseQueryOptions<T, Error, T, K>;

/**
 * A query that is read again every `interval` ms while the page is in use, every 30 s at rest, not while it is hidden,
 * and at once when it comes back. `data` is undefined until it has been read. `error` is why the last read failed; it
 * stays while the query is read again, so that the page does not flicker, and goes with the next answer or `retry`.
 */
export function usePolledQuery<T, K extends QueryKey>(
  options: Options<T, K>,
  interval: number,
  { enabled = true }: { enabled?: boolean } = {},
) {
  const isResting = useSyncExternalStore(subscribeToRest, () => resting);
  const query = useQuery({
    ...options,
    enabled,
    refetchInterval: isResting ? RESTING : interval,
    refetchOnWindowFocus: "always",
  });
  const hash = hashKey(options.queryKey);
  const [failed, setFailed] = useState<{ hash: string; error: Error }>();
  if (query.error && failed?.error !== query.error) setFailed({ hash, error: query.error });
  if (failed && query.isSuccess && !query.isPlaceholderData) setFailed(undefined);

  const error = failed?.hash === hash ? failed.error : undefined;
  return {
    data: error && query.isPlaceholderData ? undefined : query.data,
    error,
    retry: () => {
      sessionStore.allowSignIn();
      setFailed(undefined);
      void query.refetch();
    },
  };
}
