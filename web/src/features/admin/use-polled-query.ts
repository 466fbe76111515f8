import type { QueryKey, UseQueryOptions } from "@tanstack/react-query";
import { hashKey, useQuery } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { sessionStore } from "./auth/session.ts";

const IDLE_AFTER_MS = 60_000;
/** The shortest polling interval while the user is idle. */
const IDLE_INTERVAL_MS = 30_000;
const ACTIVITY_EVENTS = ["pointermove", "pointerdown", "keydown", "scroll", "touchstart", "focus"] as const;

let isUserIdle = false;

/** Calls `onChange` when the user becomes idle, and when the user becomes active again. */
function subscribeToIdle(onChange: () => void): () => void {
  const listeners = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The last value that `onChange` was called for. Another subscriber may have changed `isUserIdle` since. */
  let reportedIsIdle = isUserIdle;
  const setIsUserIdle = (next: boolean) => {
    isUserIdle = next;
    if (reportedIsIdle === next) return;
    reportedIsIdle = next;
    onChange();
  };
  const onActivity = () => {
    setIsUserIdle(false);
    clearTimeout(timer);
    timer = setTimeout(() => setIsUserIdle(true), IDLE_AFTER_MS);
  };
  for (const name of ACTIVITY_EVENTS)
    window.addEventListener(name, onActivity, { signal: listeners.signal, passive: true });
  onActivity();
  return () => {
    clearTimeout(timer);
    listeners.abort();
  };
}

type Options<T, K extends QueryKey> = UseQueryOptions<T, Error, T, K>;

/**
 * Repeats a query every `intervalMs`, but not more often than every 30 s while the user is idle. Does not repeat the query
 * while the page is hidden. Repeats the query immediately when the page gets the focus. `error` is the error of the last call.
 * It stays during the next call, so that the page does not flicker, and is removed when a call succeeds. `retry` removes it at
 * once if there is no data yet.
 */
export function usePolledQuery<T, K extends QueryKey>(
  options: Options<T, K>,
  intervalMs: number,
  { enabled = true }: { enabled?: boolean } = {},
) {
  const isIdle = useSyncExternalStore(subscribeToIdle, () => isUserIdle);
  const query = useQuery({
    ...options,
    enabled,
    refetchInterval: isIdle ? Math.max(IDLE_INTERVAL_MS, intervalMs) : intervalMs,
    refetchOnWindowFocus: "always",
  });
  const queryHash = hashKey(options.queryKey);
  const [lastFailure, setLastFailure] = useState<{ queryHash: string; error: Error }>();
  if (query.error && lastFailure?.error !== query.error) setLastFailure({ queryHash, error: query.error });
  if (lastFailure && query.isSuccess && !query.isPlaceholderData) setLastFailure(undefined);

  const error = lastFailure?.queryHash === queryHash ? lastFailure.error : undefined;
  return {
    // Placeholder data belongs to the previous key, so it is not shown beside an error of the current key.
    data: error && query.isPlaceholderData ? undefined : query.data,
    error,
    retry: () => {
      sessionStore.allowSignInDialogAgain();
      setLastFailure(undefined);
      void query.refetch();
    },
  };
}
