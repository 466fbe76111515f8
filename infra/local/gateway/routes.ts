/** `key` is a route key of an HTTP API, "GET /api/products/{id}" or "$default"; `to` is its target. */
export type Route<T> = { key: string; to: T };
export type RouteMatch<T> = { route: Route<T>; pathParameters: Record<string, string> };

type Compiled<T> = { route: Route<T>; method: string; names: string[]; pattern: RegExp; rank: string };

const GREEDY = /^\{(.+)\+\}$/;
const PARAMETER = /^\{(.+)\}$/;

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function compile<T>(route: Route<T>): Compiled<T> {
  const [method = "", path = ""] = route.key.split(" ");
  const segments = path.slice(1).split("/");
  const kinds = segments.map((segment) => (GREEDY.test(segment) ? 2 : PARAMETER.test(segment) ? 1 : 0));
  const source = segments.map((segment, i) => [escaped(segment), "([^/]+)", "(.+)"][kinds[i] ?? 0]);
  return {
    route,
    method,
    names: segments.flatMap((segment) => (GREEDY.exec(segment) ?? PARAMETER.exec(segment))?.[1] ?? []),
    pattern: new RegExp(`^/${source.join("/")}$`),
    // Sorts literals before parameters before greedy ones, segment by segment, then a method before ANY.
    rank: `${kinds.join("")}3${method === "ANY" ? 1 : 0}`,
  };
}

function parametersOf(
  { names, pattern }: Compiled<unknown>,
  path: string,
): Record<string, string> | undefined {
  const values = pattern.exec(path)?.slice(1);
  try {
    return values && Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(values[i] ?? "")]));
  } catch {
    return undefined;
  }
}

/**
 * Make the matcher of an HTTP API: a literal wins over a parameter, that over a greedy `{proxy+}`, a method over ANY, and
 * `$default` comes last (docs.aws.amazon.com, "Routing API requests"). Parameters are decoded.
 */
export function matchRoutes<T>(
  routes: Route<T>[],
): (method: string, path: string) => RouteMatch<T> | undefined {
  const fallback = routes.find((route) => route.key === "$default");
  const compiled = routes.filter((route) => route !== fallback).map((route) => compile(route));
  compiled.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return (method, path) => {
    for (const candidate of compiled) {
      if (candidate.method !== "ANY" && candidate.method !== method) continue;
      const pathParameters = parametersOf(candidate, path);
      if (pathParameters) return { route: candidate.route, pathParameters };
    }
    return fallback && { route: fallback, pathParameters: {} };
  };
}
