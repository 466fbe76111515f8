import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { HttpRequest, HttpResponse } from "../gateway/message.ts";

const empty = Buffer.alloc(0);
const bare = (etag: string): string => etag.trim().replace(/^W\//, "");

/** Answer 304 if the client has this ETag; weak and strong ETags compare as equal (RFC 9110, 13.1.2). */
export function notModified(request: HttpRequest, response: HttpResponse): HttpResponse {
  const { "content-type": _type, "content-encoding": _encoding, ...headers } = response.headers;
  const { etag } = headers;
  const known = request.headers["if-none-match"]?.trim();
  if (response.status !== 200 || typeof etag !== "string" || !known) return response;
  const matches = known === "*" || known.split(",").some((one) => bare(one) === bare(etag));
  return matches ? { status: 304, headers, body: empty } : response;
}

/** Answer a request for one range, as audio players send it; other Range headers are ignored. */
export function ranged(request: HttpRequest, response: HttpResponse): HttpResponse {
  const { body, headers } = response;
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(request.headers["range"] ?? "") ?? [];
  if (response.status !== 200 || (!first && !last)) return response;
  const start = first ? Number(first) : Math.max(0, body.length - Number(last));
  const end = first && last ? Math.min(Number(last), body.length - 1) : body.length - 1;
  const range = start <= end && start < body.length ? `${start}-${end}` : "*";
  const contentRange = { "content-range": `bytes ${range}/${body.length}` };
  if (range === "*") return { status: 416, headers: contentRange, body: empty };
  return { status: 206, headers: { ...headers, ...contentRange }, body: body.subarray(start, end + 1) };
}

const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};
const COMPRESSIBLE =
  /^(text\/|application\/(json|javascript|xml|[\w.-]+\+(json|xml))|image\/svg\+xml|font\/(ttf|otf))/;
/** CloudFront compresses answers between these sizes, in bytes. */
const SIZES = { min: 1_000, max: 10_000_000 };

/** Compressed bodies by encoding and original body: files and cached answers are compressed once. */
const done = { br: new WeakMap<Buffer, Promise<Buffer>>(), gzip: new WeakMap<Buffer, Promise<Buffer>>() };

function accepted(acceptEncoding: string): keyof typeof compressors | undefined {
  const offered = acceptEncoding.split(",").map((part) => part.trim().split(/\s*;\s*/));
  return (["br", "gzip"] as const).find((encoding) =>
    offered.some(([name, quality]) => name === encoding && quality !== "q=0"),
  );
}

/** Compress an answer as the client's Accept-Encoding allows. Its ETag becomes weak, as at CloudFront. */
export async function compressed(response: HttpResponse, acceptEncoding = ""): Promise<HttpResponse> {
  const { headers, body, status } = response;
  const { etag, "content-type": type, "content-encoding": alreadyEncoded } = headers;
  if (body.length < SIZES.min || body.length > SIZES.max || alreadyEncoded !== undefined) return response;
  if (typeof type !== "string" || !COMPRESSIBLE.test(type)) return response;
  const vary = { vary: "Accept-Encoding" };
  const encoding = accepted(acceptEncoding);
  if (!encoding || status !== 200) return { ...response, headers: { ...headers, ...vary } };
  const result = done[encoding].get(body) ?? compressors[encoding](body);
  done[encoding].set(body, result);
  const weak = typeof etag === "string" && { etag: `W/${bare(etag)}` };
  return {
    status,
    headers: { ...headers, ...vary, "content-encoding": encoding, ...weak },
    body: await result,
  };
}
