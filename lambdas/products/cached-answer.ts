import { hash } from "../lib/ids.ts";

/** CloudFront caches for two seconds, and for a day while the function fails. Browsers always revalidate. */
const CACHE_CONTROL = "public, max-age=0, s-maxage=2, stale-if-error=86400";

/** Weak comparison, because compression turns `"x"` into `W/"x"`. */
const bare = (etag: string): string => etag.trim().replace(/^W\//, "");

/** A cacheable response, or 304 when the caller has it already. */
export function cached<T>(
  output: T,
  headers: Record<string, string | undefined>,
): { output: T; headers: Record<string, string> } | { notModified: true; headers: Record<string, string> } {
  const etag = `"${hash(JSON.stringify(output)).slice(0, 32)}"`;
  const known = (headers["if-none-match"] ?? "").split(",").map(bare);
  const sent = { etag, "cache-control": CACHE_CONTROL };
  return known.includes(etag) ? { notModified: true, headers: sent } : { output, headers: sent };
}
