import type { RouteObject } from "react-router-dom";
import { matchRoutes } from "react-router-dom";

/** Loads the code of the routes that match `pathname`, so that the first render needs no loading state. */
export async function loadRouteCode(routes: RouteObject[], pathname: string): Promise<void> {
  const matches = matchRoutes(routes, pathname) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== "function") return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
}
