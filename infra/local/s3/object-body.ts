import type { IncomingMessage } from "node:http";
import { BodyTooLarge, header, readBody } from "../util/http.ts";
import { badRequest } from "./errors.ts";

const MAX_BODY = 256 * 1024 * 1024;
/** The type of an object that was uploaded without one. */
export const DEFAULT_TYPE = "binary/octet-stream";
const STORED = [
  ...["content-type", "cache-control", "content-disposition", "content-encoding", "content-language"],
  "expires",
];

/** The headers (or form fields) that S3 stores with an object: the standard ones and `x-amz-meta-*`. */
export function storedHeaders(given: Record<string, string | string[] | undefined>): Record<string, string> {
  const headers: Record<string, string> = { "content-type": DEFAULT_TYPE };
  for (const [name, value] of Object.entries(given))
    if ((STORED.includes(name) || name.startsWith("x-amz-meta-")) && typeof value === "string" && value)
      headers[name] = value;
  // `aws-chunked` describes the upload, not the stored object.
  const encoding = (headers["content-encoding"] ?? "").replace(/(^|,\s*)aws-chunked/, "");
  const { "content-encoding": _, ...others } = headers;
  return { ...others, ...(encoding !== "" && { "content-encoding": encoding }) };
}

/** The object's bytes. The SDK sends a stream in chunks, followed by a checksum. */
export async function readObjectBody(req: IncomingMessage): Promise<Buffer> {
  try {
    const body = await readBody(req, MAX_BODY);
    return header(req, "x-amz-decoded-content-length") === undefined ? body : decodeChunks(body);
  } catch (error) {
    if (error instanceof BodyTooLarge) throw badRequest("EntityTooLarge", error.message);
    throw error;
  }
}

/** Chunks are `<size in hexadecimal>[;chunk-signature=…]\r\n<bytes>\r\n`, and the last one has size 0. */
function decodeChunks(body: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const end = body.indexOf("\r\n", at);
    const size = parseInt(body.toString("latin1", at, end), 16);
    if (end < 0 || Number.isNaN(size))
      throw badRequest("IncompleteBody", "The chunks of the body do not add up.");
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(body.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
