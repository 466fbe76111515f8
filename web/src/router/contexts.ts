import { createContext, use } from "react";
import type { CurrentPage, Router, RouterState } from "./router.ts";

export const RouterContext = createContext<Router | undefined>(undefined);
/** The page that is rendered. Does not change while the next page is being loaded. */
export const PageContext = createContext<CurrentPage | undefined>(undefined);
export const RouterStateContext = createContext<RouterState | undefined>(undefined);

/** The value of a context that `RouterProvider` provides. Throws outside it. */
function requireValue<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("This component must be inside a RouterProvider");
  return value;
}

export const useRouter = (): Router => requireValue(use(RouterContext));
export const usePage = (): CurrentPage => requireValue(use(PageContext));
export const useRouterState = (): RouterState => requireValue(use(RouterStateContext));
