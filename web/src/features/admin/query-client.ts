import { focusManager, notifyManager, QueryCache, QueryClient } from "@tanstack/react-query";

declare module "@tanstack/react-query" {
  interface Register {
    /** `failureText` is the text that is logged when the query fails. */
    queryMeta: { failureText: string };
  }
}

// By default, TanStack Query listens only to `visibilitychange`. A window that another window covers is still visible, so also
// listen to `focus`.
focusManager.setEventListener((handleFocus) => {
  const onFocus = () => handleFocus();
  document.addEventListener("visibilitychange", onFocus);
  window.addEventListener("focus", onFocus);
  return () => {
    document.removeEventListener("visibilitychange", onFocus);
    window.removeEventListener("focus", onFocus);
  };
});

// By default, TanStack Query tells the page in a timer that a request has begun. A slow browser handles the second click of a
// double click before the timer: the button does not show the running request yet, and sends the request again.
notifyManager.setScheduler(queueMicrotask);

/**
 * Caches the data that the back office reads from the server. Does not retry failed calls, because `adminCall` repeats a call
 * after a sign-in, and polling repeats queries. Does not keep finished mutations, because some mutations return secrets.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { meta }) => console.error(meta?.failureText ?? "A query failed", error),
  }),
  defaultOptions: {
    queries: { retry: false, networkMode: "always", refetchOnWindowFocus: false },
    mutations: { retry: false, networkMode: "always", gcTime: 0 },
  },
});
