/** A route key of an HTTP API, "GET /api/products/{id}" or "$default", with what it leads to. */
export type Route<T> = { key: string; to: T };
export type RouteMatch<T> = { route: Route<T>; pathParameters: Record<string, string> };

type Compiled<T> = { route: Route<T>; method: string; segments: string[] };

const GREEDY = /^\{(.+)\+\}$/;
const PARAMETER = /^\{(.+)\}$/;

/** Most specific first, segment by segment: a literal, a parameter, then the rest of the path. */
const rank = (segment: string | undefined): number =>
  segment === undefined ? 3 : GREEDY.test(segment) ? 2 : PARAMETER.test(segment) ? 1 : 0;

function moreSpecific(a: Compiled<unknown>, b: Compiled<unknown>): number {
  const length = Math.max(a.segments.length, b.segments.length);
  for (let i = 0; i < length; i += 1) {
    const difference = rank(a.segments[i]) - rank(b.segments[i]);
    if (difference !== 0) return difference;
  }
  return Number(a.method === "ANY") - Number(b.method === "ANY");
}

const split = (path: string): string[] => path.replace(/^\//, "").split("/");

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function parametersOf(segments: string[], path: string[]): Record<string, string> | undefined {
  const found: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const greedy = GREEDY.exec(segment)?.[1];
    const rest = path.slice(index);
    if (greedy) {
      const value = decoded(rest.join("/"));
      return rest.join("") === "" || value === undefined ? undefined : { ...found, [greedy]: value };
    }
    const actual = path[index];
    const name = PARAMETER.exec(segment)?.[1];
    if (actual === undefined || (name ? actual === "" : actual !== segment)) return undefined;
    const value = decoded(actual);
    if (value === undefined) return undefined;
    if (name) found[name] = value;
  }
  return path.length === segments.length ? found : undefined;
}

/**
 * Make the matcher of an HTTP API: a full match wins over a parameter, that over a greedy `{proxy+}`, a method over
 * ANY, and `$default` comes last (docs.aws.amazon.com, "Routing API requests"). Parameters are decoded.
 */
export function matchRoutes<T>(
  routes: Route<T>[],
): (method: string, path: string) => RouteMatch<T> | undefined {
  const fallback = routes.find((route) => route.key === "$default");
  const compiled = routes
    .filter((route) => route !== fallback)
    .map((route) => {
      const [method = "", path = ""] = route.key.split(" ");
      return { route, method, segments: split(path) };
    })
    .sort(moreSpecific);
  return (method, path) => {
    const segments = split(path);
    for (const candidate of compiled) {
      if (candidate.method !== "ANY" && candidate.method !== method) continue;
      const pathParameters = parametersOf(candidate.segments, segments);
      if (pathParameters) return { route: candidate.route, pathParameters };
    }
    return fallback && { route: fallback, pathParameters: {} };
  };
}
