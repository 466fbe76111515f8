import { hash } from "../lib/ids.ts";

/** CloudFront caches for two seconds. Browsers always revalidate. */
export const PAGE_CACHING = "public, max-age=0, s-maxage=2";
/**
 * While the function fails, CloudFront serves an old answer for up to a day. Pages that the build writes have `PAGE_CACHING`,
 * because CloudFront then serves the page from the build.
 */
const DEFAULT_CACHING = `${PAGE_CACHING}, stale-if-error=86400`;

/** ETags are compared without `W/`, because compression turns `"x"` into `W/"x"`. */
const withoutWeakPrefix = (etag: string): string => etag.trim().replace(/^W\//, "");

type Headers = Record<string, string | undefined>;
type Cacheable =
  | { text: string; type: string; status: 200; headers: Record<string, string> }
  | { notModified: true; headers: Record<string, string> };

export const etagOf = (text: string): string => `"${hash(text).slice(0, 32)}"`;

/** A cacheable response, or 304 when the caller already has the same text. */
export function cacheableText(
  text: string,
  type: string,
  headers: Headers,
  cacheControl = DEFAULT_CACHING,
): Cacheable {
  const etag = etagOf(text);
  const callerEtags = (headers["if-none-match"] ?? "").split(",").map(withoutWeakPrefix);
  const cacheHeaders = { etag, "cache-control": cacheControl };
  return callerEtags.includes(etag)
    ? { notModified: true, headers: cacheHeaders }
    : { text, type, status: 200, headers: cacheHeaders };
}

/**
 * `cacheableText` of JSON. The output is not checked against the endpoint's schema, because its parts were checked when
 * they were written.
 */
export const toCacheable = (output: object, headers: Headers): Cacheable =>
  cacheableText(JSON.stringify(output), "application/json; charset=utf-8", headers);
