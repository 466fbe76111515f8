import type { HttpRequest, HttpResponse } from "../gateway/message.ts";

const emptyBody = Buffer.alloc(0);
export const opaqueTag = (etag: string): string => etag.trim().replace(/^W\//, "");

/** Answer 304 if the client has this ETag; weak and strong ETags compare as equal (RFC 9110, 13.1.2). */
export function answerIfNoneMatch(request: HttpRequest, response: HttpResponse): HttpResponse {
  const { "content-type": _type, "content-encoding": _encoding, ...headers } = response.headers;
  const { etag } = headers;
  const tags = request.headers["if-none-match"]?.trim();
  if (response.status !== 200 || typeof etag !== "string" || !tags) return response;
  const matches = tags === "*" || tags.split(",").some((tag) => opaqueTag(tag) === opaqueTag(etag));
  return matches ? { status: 304, headers, body: emptyBody } : response;
}

/** Answer a request for a single range, which audio players send. Other Range headers are ignored. */
export function answerRange(request: HttpRequest, response: HttpResponse): HttpResponse {
  const { body, headers } = response;
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(request.headers["range"] ?? "") ?? [];
  if (response.status !== 200 || (!first && !last)) return response;
  const start = first ? Number(first) : Math.max(0, body.length - Number(last));
  const end = first && last ? Math.min(Number(last), body.length - 1) : body.length - 1;
  const range = start <= end && start < body.length ? `${start}-${end}` : "*";
  const contentRange = { "content-range": `bytes ${range}/${body.length}` };
  if (range === "*") return { status: 416, headers: contentRange, body: emptyBody };
  return { status: 206, headers: { ...headers, ...contentRange }, body: body.subarray(start, end + 1) };
}
