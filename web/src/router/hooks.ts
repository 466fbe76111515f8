import { useCallback, useEffect, useEffectEvent, useId, useMemo } from "react";
import { usePage, useRouter, useRouterState } from "./contexts.ts";
import type { Location, NavigateOptions } from "./location.ts";
import type { Match, Route } from "./match-routes.ts";
import type { BlockedNavigation, Blocker, Router } from "./router.ts";

/** The location of the rendered page. */
export const useLocation = (): Location => usePage().location;

/** The parameters in the path of the rendered page. */
export const useParams = (): Match["params"] => usePage().match.params;

/** The route of the rendered page, without the layouts around it. */
export const useRoute = (): Route | undefined => usePage().match.branch.at(-1);

/** Opens another page; the same function at every render. */
export const useNavigate = (): Router["navigate"] => useRouter().navigate;

/** Whether the rendered page was opened by Back, Forward, a reload or a plain link to a hash, or is the first page. */
export const useIsTraversal = (): boolean => usePage().type === "traverse";

/** Whether the code of the next page is being loaded. */
export const useIsLoading = (): boolean => useRouterState().isLoading;

type NewParams = URLSearchParams | Record<string, string>;
type SetParams = (
  params: NewParams | ((current: URLSearchParams) => NewParams),
  options?: NavigateOptions,
) => void;

/**
 * The query parameters of the rendered page, and a function that replaces all of them. If nothing changes, it adds no entry to
 * the browser's history. A callback gets the parameters of the newest page, which may not be rendered yet.
 */
export function useSearchParams(): [URLSearchParams, SetParams] {
  const { search } = useLocation();
  const router = useRouter();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const setParams: SetParams = useCallback(
    (paramsOrChange, options) => {
      const currentParams = () => new URLSearchParams(router.current().page.location.search);
      const newParams =
        typeof paramsOrChange === "function" ? paramsOrChange(currentParams()) : paramsOrChange;
      const query = new URLSearchParams(newParams).toString();
      const isSame = query === currentParams().toString();
      void router.navigate(`?${query}`, { ...options, replace: isSame || options?.replace === true });
    },
    [router],
  );
  return [params, setParams];
}

/**
 * Asks `shouldBlock` before each navigation inside the site. Returns the navigation that waits for the visitor's
 * decision.
 */
export function useBlocker(shouldBlock: Blocker): BlockedNavigation | undefined {
  const router = useRouter();
  const { blocked } = useRouterState();
  const askBlocker = useEffectEvent(shouldBlock);
  const id = useId();
  useEffect(() => router.addBlocker(id, (from, to) => askBlocker(from, to)), [router, id]);
  return blocked?.id === id ? blocked : undefined;
}
