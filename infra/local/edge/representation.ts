import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { HttpRequest, HttpResponse } from "../gateway/message.ts";

const emptyBody = Buffer.alloc(0);
const opaqueTag = (etag: string): string => etag.trim().replace(/^W\//, "");

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

const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};
const COMPRESSIBLE =
  /^(text\/|application\/(json|javascript|xml|[\w.-]+\+(json|xml))|image\/svg\+xml|font\/(ttf|otf))/;
/** CloudFront compresses bodies of at least `min` and at most `max` bytes. */
const BYTES = { min: 1_000, max: 10_000_000 };

/** Compressed bodies by encoding and original body, so that files and cached answers are compressed once. */
const cache = { br: new WeakMap<Buffer, Promise<Buffer>>(), gzip: new WeakMap<Buffer, Promise<Buffer>>() };

function chooseEncoding(acceptEncoding: string): keyof typeof compressors | undefined {
  const offered = acceptEncoding.split(",").map((part) => part.trim().split(/\s*;\s*/));
  return (["br", "gzip"] as const).find((encoding) =>
    offered.some(([name, quality]) => name === encoding && quality !== "q=0"),
  );
}

/** Compress a response if the client's Accept-Encoding allows it. The ETag becomes weak, as on CloudFront. */
export async function compressResponse(response: HttpResponse, acceptEncoding = ""): Promise<HttpResponse> {
  const { headers, body, status } = response;
  const { etag, "content-type": type, "content-encoding": alreadyEncoded } = headers;
  if (body.length < BYTES.min || body.length > BYTES.max || alreadyEncoded !== undefined) return response;
  if (typeof type !== "string" || !COMPRESSIBLE.test(type)) return response;
  const vary = { vary: "Accept-Encoding" };
  const encoding = chooseEncoding(acceptEncoding);
  if (!encoding || status !== 200) return { ...response, headers: { ...headers, ...vary } };
  const result = cache[encoding].get(body) ?? compressors[encoding](body);
  cache[encoding].set(body, result);
  const weakEtag = typeof etag === "string" && { etag: `W/${opaqueTag(etag)}` };
  return {
    status,
    headers: { ...headers, ...vary, "content-encoding": encoding, ...weakEtag },
    body: await result,
  };
}
