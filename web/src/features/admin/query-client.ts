import { focusManager, QueryCache, QueryClient } from "@tanstack/react-query";

declare module "@tanstack/react-query" {
  interface Register {
    /** `failure` is logged when the query fails. */
    queryMeta: { failure: string };
  }
}

// By default only a visibility change counts as focus. A window behind another one is not hidden, so listen to focus, too.
focusManager.setEventListener((handleFocus) => {
  const onFocus = () => handleFocus();
  document.addEventListener("visibilitychange", onFocus);
  window.addEventListener("focus", onFocus);
  return () => {
    document.removeEventListener("visibilitychange", onFocus);
    window.removeEventListener("focus", onFocus);
  };
});

/**
 * What the back office has read from the server. Failed calls are not repeated: `adminCall` asks for a sign-in
 * where one is missing, and polling tries again later. Finished mutations are not kept, because some return secrets.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { meta }) => console.error(meta?.failure ?? "A query failed", error),
  }),
  defaultOptions: {
    queries: { retry: false, networkMode: "always", refetchOnWindowFocus: false },
    mutations: { retry: false, networkMode: "always", gcTime: 0 },
  },
});
