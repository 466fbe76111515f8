import { focusManager, QueryCache, QueryClient } from "@tanstack/react-query";

declare module "@tanstack/react-query" {
  interface Register {
    /** `failure` is logged when the query fails. */
    queryMeta: { failure: string };
  }
}

// The library itself looks at visibility only; a window that was behind another one shall catch up as well.
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
 * What the back office has read from the server. Calls are never repeated by themselves: `adminCall` asks for a sign-in
 * where one is missing, and polling asks again later. Mutations are forgotten when they end, since some answer secrets.
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
