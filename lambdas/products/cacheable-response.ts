import { hash } from "../lib/ids.ts";

/** CloudFront caches for two seconds, and for a day while the function fails. Browsers always revalidate. */
const CACHE_CONTROL = "public, max-age=0, s-maxage=2, stale-if-error=86400";

/** ETags are compared without `W/`, because compression turns `"x"` into `W/"x"`. */
const withoutWeakPrefix = (etag: string): string => etag.trim().replace(/^W\//, "");

/** A cacheable response, or 304 when the caller already has the same response. */
export function toCacheable<T>(
  output: T,
  headers: Record<string, string | undefined>,
): { output: T; headers: Record<string, string> } | { notModified: true; headers: Record<string, string> } {
  const etag = `"${hash(JSON.stringify(output)).slice(0, 32)}"`;
  const callerEtags = (headers["if-none-match"] ?? "").split(",").map(withoutWeakPrefix);
  const cacheHeaders = { etag, "cache-control": CACHE_CONTROL };
  return callerEtags.includes(etag)
    ? { notModified: true, headers: cacheHeaders }
    : { output, headers: cacheHeaders };
}
