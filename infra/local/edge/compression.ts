import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { HttpResponse } from "../gateway/message.ts";
import { opaqueTag } from "./conditional-and-range.ts";

const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};
const COMPRESSIBLE =
  /^(text\/|application\/(json|javascript|xml|[\w.-]+\+(json|xml))|image\/svg\+xml|font\/(ttf|otf))/;
/** CloudFront compresses bodies of at least `min` and at most `max` bytes. */
const SIZE_LIMITS = { min: 1_000, max: 10_000_000 };

/** Compressed bodies by encoding and original body: files and cached responses are compressed only once. */
const bodies = { br: new WeakMap<Buffer, Promise<Buffer>>(), gzip: new WeakMap<Buffer, Promise<Buffer>>() };

function chooseEncoding(acceptEncoding: string): keyof typeof compressors | undefined {
  const acceptedEncodings = acceptEncoding.split(",").map((part) => part.trim().split(/\s*;\s*/));
  return (["br", "gzip"] as const).find((encoding) =>
    acceptedEncodings.some(([name, quality]) => name === encoding && quality !== "q=0"),
  );
}

/** Compress a 200 response if type, size and the client's Accept-Encoding allow it. The ETag becomes weak, as on CloudFront. */
export async function compressResponse(response: HttpResponse, acceptEncoding = ""): Promise<HttpResponse> {
  const { headers, body, status } = response;
  const { etag, "content-type": type, "content-encoding": existingEncoding } = headers;
  const hasValidSize = body.length >= SIZE_LIMITS.min && body.length <= SIZE_LIMITS.max;
  if (!hasValidSize || existingEncoding !== undefined) return response;
  if (typeof type !== "string" || !COMPRESSIBLE.test(type)) return response;
  const vary = { vary: "Accept-Encoding" };
  const encoding = chooseEncoding(acceptEncoding);
  if (!encoding || status !== 200) return { ...response, headers: { ...headers, ...vary } };
  const compressedBody = bodies[encoding].get(body) ?? compressors[encoding](body);
  bodies[encoding].set(body, compressedBody);
  const weakEtag = typeof etag === "string" && { etag: `W/${opaqueTag(etag)}` };
  return {
    status,
    headers: { ...headers, ...vary, "content-encoding": encoding, ...weakEtag },
    body: await compressedBody,
  };
}
