import type { IncomingMessage } from "node:http";
import { BodyTooLarge, header, readBody } from "../util/http.ts";
import { S3Fault } from "./fault.ts";

const MAX_BODY = 256 * 1024 * 1024;
const KEPT = [
  "content-type",
  "cache-control",
  "content-disposition",
  "content-encoding",
  "content-language",
  "expires",
];

/** The headers (or form fields) that S3 keeps with an object: the standard ones and `x-amz-meta-*`. */
export function storedHeaders(given: Record<string, string | string[] | undefined>): Record<string, string> {
  const kept = Object.entries(given).flatMap(([name, value]) => {
    const wanted = KEPT.includes(name) || name.startsWith("x-amz-meta-");
    return wanted && typeof value === "string" && value !== "" ? [[name, value] as const] : [];
  });
  const headers = Object.fromEntries(kept);
  const encoding = (headers["content-encoding"] ?? "").replace(/(^|,\s*)aws-chunked/, "");
  delete headers["content-encoding"];
  return {
    "content-type": "binary/octet-stream",
    ...headers,
    ...(encoding === "" ? {} : { "content-encoding": encoding }),
  };
}

/** The object's bytes; the SDK may send them in chunks with a checksum behind. */
export async function readObjectBody(req: IncomingMessage): Promise<Buffer> {
  try {
    const body = await readBody(req, MAX_BODY);
    return header(req, "x-amz-decoded-content-length") === undefined ? body : decodeChunks(body);
  } catch (error) {
    if (error instanceof BodyTooLarge) throw new S3Fault(400, "EntityTooLarge", error.message);
    throw error;
  }
}

/** `<size in hexadecimal>[;chunk-signature=…]\r\n<bytes>\r\n`, up to a chunk of size 0. */
function decodeChunks(body: Buffer): Buffer {
  const chunks: Buffer[] = [];
  let at = 0;
  for (;;) {
    const end = body.indexOf("\r\n", at);
    const size = parseInt(body.toString("latin1", at, end), 16);
    if (end < 0 || Number.isNaN(size))
      throw new S3Fault(400, "IncompleteBody", "The chunks of the body do not add up.");
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(body.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
