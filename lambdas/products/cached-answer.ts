import { hash } from "../lib/ids.ts";

/** For two seconds the edge answers by itself, and for a day when we do not; a browser always asks. */
const CACHE_CONTROL = "public, max-age=0, s-maxage=2, stale-if-error=86400";

/** ETags compared weakly: compression on the way turns `"x"` into `W/"x"`. */
const bare = (etag: string): string => etag.trim().replace(/^W\//, "");

/** An answer that caches may keep, or 'not modified' when the caller has it already. */
export function cached<T>(
  output: T,
  headers: Record<string, string | undefined>,
): { output: T; headers: Record<string, string> } | { notModified: true; headers: Record<string, string> } {
  const etag = `"${hash(JSON.stringify(output)).slice(0, 32)}"`;
  const known = (headers["if-none-match"] ?? "").split(",").map(bare);
  const sent = { etag, "cache-control": CACHE_CONTROL };
  return known.includes(etag) ? { notModified: true, headers: sent } : { output, headers: sent };
}
