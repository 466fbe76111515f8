import { decodeUri } from "../util/parse.ts";
import { escapeRegExp } from "../util/escape-reg-exp.ts";

/** `key` is a route key of an HTTP API, such as "GET /api/products/{id}" or "$default". */
export type Route<T> = { key: string; target: T };
export type RouteMatch<T> = { route: Route<T>; pathParameters: Record<string, string> };

type CompiledRoute<T> = { route: Route<T>; method: string; names: string[]; pattern: RegExp; rank: string };

const GREEDY = /^\{(.+)\+\}$/;
const PARAMETER = /^\{(.+)\}$/;

/** 0 for a literal segment, 1 for a parameter, 2 for a greedy parameter. */
function kindOf(segment: string): number {
  if (GREEDY.test(segment)) return 2;
  return PARAMETER.test(segment) ? 1 : 0;
}

function compileRoute<T>(route: Route<T>): CompiledRoute<T> {
  const [method = "", path = ""] = route.key.split(" ");
  const segments = path.slice(1).split("/");
  const kinds = segments.map(kindOf);
  const source = segments.map((segment, i) => [escapeRegExp(segment), "([^/]+)", "(.+)"][kinds[i] ?? 0]);
  return {
    route,
    method,
    names: segments.flatMap((segment) => (GREEDY.exec(segment) ?? PARAMETER.exec(segment))?.[1] ?? []),
    pattern: new RegExp(`^/${source.join("/")}$`),
    // Sorts by segment: a literal, a parameter, a greedy parameter, the path's end (3). A named method comes before ANY.
    rank: `${kinds.join("")}3${method === "ANY" ? 1 : 0}`,
  };
}

function parametersOf(
  { names, pattern }: CompiledRoute<unknown>,
  path: string,
): Record<string, string> | undefined {
  const values = pattern.exec(path)?.slice(1).map(decodeUri);
  if (!values || values.includes(undefined)) return undefined;
  return Object.fromEntries(names.map((name, i) => [name, values[i] ?? ""]));
}

/**
 * Make the matcher of an HTTP API: a literal wins over a parameter, a parameter over a greedy `{proxy+}`, a
 * method over ANY; `$default` is last (docs.aws.amazon.com, "Routing API requests"). Parameters are decoded.
 */
export function createRouteMatcher<T>(
  routes: Route<T>[],
): (method: string, path: string) => RouteMatch<T> | undefined {
  const defaultRoute = routes.find((route) => route.key === "$default");
  const compiledRoutes = routes.filter((route) => route !== defaultRoute).map((route) => compileRoute(route));
  compiledRoutes.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return (method, path) => {
    for (const candidate of compiledRoutes) {
      if (candidate.method !== "ANY" && candidate.method !== method) continue;
      const pathParameters = parametersOf(candidate, path);
      if (pathParameters) return { route: candidate.route, pathParameters };
    }
    return defaultRoute && { route: defaultRoute, pathParameters: {} };
  };
}
