import type { ComponentType } from "react";

/** One page, or a layout around the pages of `children`. */
export type Route = {
  /** The whole path: '/store', '/store/:productId?' with an optional parameter, '*' for every path. */
  path?: string;
  Component?: ComponentType;
  /** Loads the component at the first visit. */
  load?: () => Promise<ComponentType>;
  /** Shown if the component, or a component below it, throws or cannot be loaded. */
  ErrorPage?: ComponentType;
  children?: readonly Route[];
};

/** The routes from the outermost layout to the page, and the parameters in the path. */
export type Match = { branch: readonly Route[]; params: Readonly<Record<string, string | undefined>> };

/** Decodes a part of a path; returns a part that cannot be decoded ('%E0') as it is. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The parameters in `pathname`; undefined if it does not match `pattern`. Case and a last slash do not matter. */
function matchPath(pattern: string, pathname: string): Match["params"] | undefined {
  if (pattern === "*") return {};
  const source = pattern
    .replace(/\/$/, "")
    .replace(/\/:(\w+)\?/g, "(?:/(?<$1>[^/]+))?")
    .replace(/\/:(\w+)/g, "/(?<$1>[^/]+)");
  const pathMatch = new RegExp(`^${source}/*$`, "i").exec(pathname);
  if (!pathMatch) return undefined;
  return Object.fromEntries(
    Object.entries(pathMatch.groups ?? {}).map(([name, part]: [string, string | undefined]) => [
      name,
      part === undefined ? undefined : decodePart(part),
    ]),
  );
}

/** The first route of the list whose path matches; an empty branch if there is none. */
export function matchRoutes(routes: readonly Route[], pathname: string): Match {
  for (const route of routes) {
    if (route.children) {
      const { branch, params } = matchRoutes(route.children, pathname);
      if (branch.length > 0) return { branch: [route, ...branch], params };
    } else if (route.path !== undefined) {
      const params = matchPath(route.path, pathname);
      if (params) return { branch: [route], params };
    }
  }
  return { branch: [], params: {} };
}

/** Thrown by `loadCode`; `route` is the route whose code could not be loaded. */
export class RouteLoadError extends Error {
  override readonly name = "RouteLoadError";
  readonly route: Route;
  constructor(route: Route, cause: unknown) {
    super("The page's code could not be loaded", { cause });
    this.route = route;
  }
}

/** Loads the code of a match's routes; undefined if it is loaded already. Throws `RouteLoadError`. */
export function loadCode({ branch }: Match): Promise<unknown> | undefined {
  const routesToLoad = branch.filter(({ Component, load }) => !Component && load);
  if (routesToLoad.length === 0) return undefined;
  return Promise.all(
    routesToLoad.map(async (route) => {
      try {
        const Component = await route.load?.();
        if (Component) route.Component = Component;
      } catch (error) {
        throw new RouteLoadError(route, error);
      }
    }),
  );
}
