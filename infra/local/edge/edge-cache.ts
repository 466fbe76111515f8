import type { HttpRequest, HttpResponse } from "../gateway/message.ts";
import { select, type CachePolicy } from "./policies.ts";

type Entry = { response: HttpResponse; at: number; ttlMs: number; staleMs: number };
type Fetch = (request: HttpRequest) => Promise<HttpResponse>;

/** Answers kept at most; the oldest goes first. */
const MAX_ENTRIES = 500;

function directives(response: HttpResponse): Map<string, string> {
  const value = response.headers["cache-control"];
  const parts = typeof value === "string" ? value.toLowerCase().split(",") : [];
  return new Map(parts.map((part) => [part.split("=")[0]?.trim() ?? "", part.split("=")[1]?.trim() ?? ""]));
}

/** How long an answer is fresh at the edge, in seconds: `s-maxage`, `max-age` or the policy's own, within its bounds. */
function ttlOf(response: HttpResponse, policy: CachePolicy): number {
  const said = directives(response);
  if (["no-store", "private", "no-cache"].some((name) => said.has(name))) return policy.minTtl;
  const seconds = Number(said.get("s-maxage") ?? said.get("max-age") ?? policy.defaultTtl);
  return Math.min(Math.max(seconds || 0, policy.minTtl), policy.maxTtl);
}

const failed = (response: HttpResponse): boolean => [500, 502, 503, 504].includes(response.status);

/** A distribution's cache: one question to the origin at a time for each key, stale answers while it is down. */
export class EdgeCache {
  private readonly entries = new Map<string, Entry>();
  private readonly asking = new Map<string, Promise<HttpResponse>>();

  /** Answer from the cache, or from `fetch`; `x-cache` says which. */
  async answer(request: HttpRequest, policy: CachePolicy, fetch: Fetch): Promise<HttpResponse> {
    if (policy.maxTtl === 0 || !["GET", "HEAD"].includes(request.method))
      return marked(await fetch(request), "Miss");
    const { method, path, query, headers } = select(request, policy.key);
    const key = JSON.stringify([method, path, query, headers]);
    const entry = this.entries.get(key);
    if (entry && Date.now() < entry.at + entry.ttlMs) return marked(entry.response, "Hit", entry);
    const asking = this.asking.get(key) ?? this.ask(key, request, policy, fetch, entry);
    return asking;
  }

  private ask(
    key: string,
    request: HttpRequest,
    policy: CachePolicy,
    fetch: Fetch,
    old?: Entry,
  ): Promise<HttpResponse> {
    const asked = this.refresh(key, request, policy, fetch, old).finally(() => this.asking.delete(key));
    this.asking.set(key, asked);
    return asked;
  }

  private async refresh(key: string, request: HttpRequest, policy: CachePolicy, fetch: Fetch, old?: Entry) {
    const { "if-none-match": _, ...headers } = request.headers;
    const etag = old?.response.headers["etag"];
    const condition = typeof etag === "string" ? { "if-none-match": etag } : {};
    const answer = await fetch({ ...request, headers: { ...headers, ...condition } });
    if (failed(answer) && old && Date.now() < old.at + old.ttlMs + old.staleMs)
      return marked(old.response, "Hit", old);
    const confirmed = answer.status === 304 && old ? old.response : answer;
    this.keep(key, confirmed, policy);
    return marked(confirmed, confirmed === answer ? "Miss" : "RefreshHit");
  }

  private keep(key: string, response: HttpResponse, policy: CachePolicy): void {
    this.entries.delete(key);
    if (response.status !== 200) return;
    const ttlMs = ttlOf(response, policy) * 1000;
    const staleMs = Number(directives(response).get("stale-if-error") ?? 0) * 1000;
    if (ttlMs + staleMs > 0) this.entries.set(key, { response, at: Date.now(), ttlMs, staleMs });
    const [oldest] = this.entries.keys();
    if (this.entries.size > MAX_ENTRIES && oldest !== undefined) this.entries.delete(oldest);
  }
}

const marked = (response: HttpResponse, how: "Hit" | "Miss" | "RefreshHit", entry?: Entry): HttpResponse => ({
  ...response,
  headers: {
    ...response.headers,
    "x-cache": `${failed(response) ? "Error" : how} from cloudfront`,
    ...(entry && { age: String(Math.floor((Date.now() - entry.at) / 1000)) }),
  },
});
