import type { HttpRequest, HttpResponse } from "../gateway/message.ts";
import { selectParts, type CachePolicy } from "./policies.ts";

type Entry = { response: HttpResponse; storedAt: number; ttlMs: number; staleMs: number };
type Fetch = (request: HttpRequest) => Promise<HttpResponse>;
export type EdgeCache = (request: HttpRequest, policy: CachePolicy, origin: Fetch) => Promise<HttpResponse>;

/** The cache's capacity. When it is full, the oldest entry is deleted. */
const MAX_ENTRIES = 500;

/** A response is fresh for `ttlMs`, and may be served for `staleMs` longer while the origin fails. */
function lifetimeOf({ headers }: HttpResponse, policy: CachePolicy): { ttlMs: number; staleMs: number } {
  const directives = new Map(
    String(headers["cache-control"] ?? "")
      .toLowerCase()
      .split(",")
      .map((directive) => directive.split("=").map((text) => text.trim()))
      .map(([name = "", value = ""]) => [name, value]),
  );
  const isPrivate = ["no-store", "private", "no-cache"].some((name) => directives.has(name));
  const maxAge = Number(directives.get("s-maxage") ?? directives.get("max-age") ?? policy.defaultTtl);
  const ttlS = isPrivate ? policy.minTtl : Math.min(Math.max(maxAge || 0, policy.minTtl), policy.maxTtl);
  return { ttlMs: ttlS * 1000, staleMs: Number(directives.get("stale-if-error") ?? 0) * 1000 };
}

const isFailure = ({ status }: HttpResponse): boolean => [500, 502, 503, 504].includes(status);

const withXCache = (
  response: HttpResponse,
  result: "Hit" | "Miss" | "RefreshHit",
  entry?: Entry,
): HttpResponse => ({
  ...response,
  headers: {
    ...response.headers,
    "x-cache": `${isFailure(response) ? "Error" : result} from cloudfront`,
    ...(entry && { age: String(Math.floor((Date.now() - entry.storedAt) / 1000)) }),
  },
});

/**
 * The cache of a distribution. Simultaneous requests with the same key share one request to the origin; while
 * the origin fails, stale responses are served. The header `x-cache` says whether a response was a hit.
 */
export function createEdgeCache(): EdgeCache {
  const entries = new Map<string, Entry>();
  const pendingResponses = new Map<string, Promise<HttpResponse>>();

  const store = (key: string, response: HttpResponse, policy: CachePolicy): void => {
    entries.delete(key);
    if (response.status !== 200) return;
    const { ttlMs, staleMs } = lifetimeOf(response, policy);
    if (ttlMs + staleMs > 0) entries.set(key, { response, storedAt: Date.now(), ttlMs, staleMs });
    const [oldestKey] = entries.keys();
    if (entries.size > MAX_ENTRIES && oldestKey !== undefined) entries.delete(oldestKey);
  };

  return async (request, policy, fetchOrigin) => {
    if (policy.maxTtl === 0 || !["GET", "HEAD"].includes(request.method))
      return withXCache(await fetchOrigin(request), "Miss");
    const { method, path, query, headers } = selectParts(request, policy.key);
    const key = JSON.stringify([method, path, query, headers]);
    const entry = entries.get(key);
    if (entry && Date.now() < entry.storedAt + entry.ttlMs) return withXCache(entry.response, "Hit", entry);

    const refresh = async (): Promise<HttpResponse> => {
      const { "if-none-match": _, ...otherHeaders } = request.headers;
      const etag = entry?.response.headers["etag"];
      const condition = typeof etag === "string" ? { "if-none-match": etag } : {};
      const originResponse = await fetchOrigin({ ...request, headers: { ...otherHeaders, ...condition } });
      if (isFailure(originResponse) && entry && Date.now() < entry.storedAt + entry.ttlMs + entry.staleMs)
        return withXCache(entry.response, "Hit", entry);
      const currentResponse = originResponse.status === 304 && entry ? entry.response : originResponse;
      store(key, currentResponse, policy);
      return withXCache(currentResponse, currentResponse === originResponse ? "Miss" : "RefreshHit");
    };
    const sharedResponse = pendingResponses.get(key) ?? refresh().finally(() => pendingResponses.delete(key));
    pendingResponses.set(key, sharedResponse);
    return sharedResponse;
  };
}
