import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { HttpResponse } from "../gateway/message.ts";

const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};
type Encoding = keyof typeof compressors;

const COMPRESSIBLE =
  /^(text\/|application\/(json|javascript|xml|manifest\+json|[\w.-]+\+(json|xml))|image\/svg\+xml|font\/(ttf|otf))/;
/** CloudFront compresses answers between these sizes, in bytes. */
const SMALLEST = 1_000;
const LARGEST = 10_000_000;

function accepted(acceptEncoding = ""): Encoding | undefined {
  const offered = acceptEncoding.split(",").map((part) => part.trim().split(";"));
  const takes = (encoding: Encoding): boolean =>
    offered.some(([name, quality]) => name === encoding && quality?.trim() !== "q=0");
  return takes("br") ? "br" : takes("gzip") ? "gzip" : undefined;
}

/** Compressed bodies, by the body they were made of: files and cached answers are asked for again and again. */
const made = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>();

function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  const known = made.get(body) ?? new Map<Encoding, Promise<Buffer>>();
  made.set(body, known);
  const result = known.get(encoding) ?? compressors[encoding](body);
  known.set(encoding, result);
  return result;
}

/** An answer as a client with this Accept-Encoding gets it. Its ETag becomes a weak one, as at CloudFront. */
export async function compressed(
  response: HttpResponse,
  acceptEncoding: string | undefined,
): Promise<HttpResponse> {
  const { headers, body } = response;
  const type = headers["content-type"];
  const worth =
    body.length >= SMALLEST && body.length <= LARGEST && headers["content-encoding"] === undefined;
  if (!worth || typeof type !== "string" || !COMPRESSIBLE.test(type)) return response;
  const encoding = accepted(acceptEncoding);
  if (!encoding || response.status !== 200)
    return { ...response, headers: { ...headers, vary: "Accept-Encoding" } };
  const etag = headers["etag"];
  return {
    ...response,
    headers: {
      ...headers,
      vary: "Accept-Encoding",
      "content-encoding": encoding,
      ...(typeof etag === "string" && { etag: etag.replace(/^(?!W\/)/, "W/") }),
    },
    body: await compress(body, encoding),
  };
}
