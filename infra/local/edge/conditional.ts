import type { HttpRequest, HttpResponse } from "../gateway/message.ts";

const bare = (etag: string): string => etag.trim().replace(/^W\//, "");

/** True when an If-None-Match names this ETag; weak and strong are the same thing here (RFC 9110, 13.1.2). */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (!ifNoneMatch || !etag) return false;
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((one) => bare(one) === bare(etag));
}

/** 304 in place of a 200 that the client already has. */
export function notModified(request: HttpRequest, response: HttpResponse): HttpResponse {
  const etag = response.headers["etag"];
  if (response.status !== 200 || typeof etag !== "string") return response;
  if (!matchesEtag(request.headers["if-none-match"], etag)) return response;
  const { "content-type": _type, "content-encoding": _encoding, ...headers } = response.headers;
  return { status: 304, headers, body: Buffer.alloc(0) };
}

/** One range of a file, as players ask for sound; anything else gets the whole. */
export function ranged(request: HttpRequest, response: HttpResponse): HttpResponse {
  const { body, headers } = response;
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(request.headers["range"] ?? "") ?? [];
  if (response.status !== 200 || (!first && !last)) return response;
  const start = first ? Number(first) : Math.max(0, body.length - Number(last));
  const end = first && last ? Math.min(Number(last), body.length - 1) : body.length - 1;
  if (start > end || start >= body.length)
    return { status: 416, headers: { "content-range": `bytes */${body.length}` }, body: Buffer.alloc(0) };
  return {
    status: 206,
    headers: { ...headers, "content-range": `bytes ${start}-${end}/${body.length}` },
    body: body.subarray(start, end + 1),
  };
}
