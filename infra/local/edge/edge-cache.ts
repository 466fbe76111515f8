import type { HttpRequest, HttpResponse } from "../gateway/message.ts";
import { select, type CachePolicy } from "./policies.ts";

type Entry = { response: HttpResponse; at: number; ttlMs: number; staleMs: number };
type Fetch = (request: HttpRequest) => Promise<HttpResponse>;
export type EdgeCache = (request: HttpRequest, policy: CachePolicy, fetch: Fetch) => Promise<HttpResponse>;

/** Most cached answers; beyond it the oldest is dropped. */
const MAX_ENTRIES = 500;

/** How long an answer is fresh (`ttlMs`), and how much longer it may be served while the origin fails (`staleMs`). */
function lifetimeOf({ headers }: HttpResponse, policy: CachePolicy): { ttlMs: number; staleMs: number } {
  const directives = new Map(
    String(headers["cache-control"] ?? "")
      .toLowerCase()
      .split(",")
      .map((part) => part.split("=").map((side) => side.trim()))
      .map(([name = "", value = ""]) => [name, value]),
  );
  const isPrivate = ["no-store", "private", "no-cache"].some((name) => directives.has(name));
  const seconds = Number(directives.get("s-maxage") ?? directives.get("max-age") ?? policy.defaultTtl);
  const ttl = isPrivate ? policy.minTtl : Math.min(Math.max(seconds || 0, policy.minTtl), policy.maxTtl);
  return { ttlMs: ttl * 1000, staleMs: Number(directives.get("stale-if-error") ?? 0) * 1000 };
}

const isFailure = ({ status }: HttpResponse): boolean => [500, 502, 503, 504].includes(status);

const marked = (
  response: HttpResponse,
  result: "Hit" | "Miss" | "RefreshHit",
  entry?: Entry,
): HttpResponse => ({
  ...response,
  headers: {
    ...response.headers,
    "x-cache": `${isFailure(response) ? "Error" : result} from cloudfront`,
    ...(entry && { age: String(Math.floor((Date.now() - entry.at) / 1000)) }),
  },
});

/**
 * The cache of a distribution. Simultaneous requests with one key share a request to the origin; while the origin fails,
 * stale answers are served. The header `x-cache` tells hits from misses.
 */
export function createEdgeCache(): EdgeCache {
  const entries = new Map<string, Entry>();
  const pending = new Map<string, Promise<HttpResponse>>();

  const keep = (key: string, response: HttpResponse, policy: CachePolicy): void => {
    entries.delete(key);
    if (response.status !== 200) return;
    const lifetime = lifetimeOf(response, policy);
    if (lifetime.ttlMs + lifetime.staleMs > 0) entries.set(key, { response, at: Date.now(), ...lifetime });
    const [oldest] = entries.keys();
    if (entries.size > MAX_ENTRIES && oldest !== undefined) entries.delete(oldest);
  };

  return async (request, policy, fetch) => {
    if (policy.maxTtl === 0 || !["GET", "HEAD"].includes(request.method))
      return marked(await fetch(request), "Miss");
    const { method, path, query, headers } = select(request, policy.key);
    const key = JSON.stringify([method, path, query, headers]);
    const old = entries.get(key);
    if (old && Date.now() < old.at + old.ttlMs) return marked(old.response, "Hit", old);

    const refresh = async (): Promise<HttpResponse> => {
      const { "if-none-match": _, ...others } = request.headers;
      const etag = old?.response.headers["etag"];
      const condition = typeof etag === "string" ? { "if-none-match": etag } : {};
      const answer = await fetch({ ...request, headers: { ...others, ...condition } });
      if (isFailure(answer) && old && Date.now() < old.at + old.ttlMs + old.staleMs)
        return marked(old.response, "Hit", old);
      const confirmed = answer.status === 304 && old ? old.response : answer;
      keep(key, confirmed, policy);
      return marked(confirmed, confirmed === answer ? "Miss" : "RefreshHit");
    };
    const shared = pending.get(key) ?? refresh().finally(() => pending.delete(key));
    pending.set(key, shared);
    return shared;
  };
}
