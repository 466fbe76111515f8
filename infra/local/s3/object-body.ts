import type { IncomingMessage } from "node:http";
import { BodyTooLarge, header, readBody } from "../util/http.ts";
import { badRequest } from "./errors.ts";

const MAX_BODY_BYTES = 256 * 1024 * 1024;
/** The content type of an object that was uploaded without a content type. */
export const DEFAULT_TYPE = "binary/octet-stream";
const STANDARD = [
  ...["content-type", "cache-control", "content-disposition", "content-encoding", "content-language"],
  "expires",
];

/** The headers (or form fields) that S3 stores with an object: standard headers and `x-amz-meta-*`. */
export function storedHeaders(input: Record<string, string | string[] | undefined>): Record<string, string> {
  const headers: Record<string, string> = { "content-type": DEFAULT_TYPE };
  for (const [name, value] of Object.entries(input))
    if ((STANDARD.includes(name) || name.startsWith("x-amz-meta-")) && typeof value === "string" && value)
      headers[name] = value;
  // `aws-chunked` describes the upload, not the stored object.
  const encoding = (headers["content-encoding"] ?? "").replace(/(^|,\s*)aws-chunked/, "");
  const { "content-encoding": _, ...otherHeaders } = headers;
  return { ...otherHeaders, ...(encoding !== "" && { "content-encoding": encoding }) };
}

/** The object's bytes. The SDK sends a stream as chunks and a checksum. */
export async function readObjectBody(req: IncomingMessage): Promise<Buffer> {
  try {
    const body = await readBody(req, MAX_BODY_BYTES);
    return header(req, "x-amz-decoded-content-length") === undefined ? body : decodeChunks(body);
  } catch (error) {
    if (error instanceof BodyTooLarge) throw badRequest("EntityTooLarge", error.message);
    throw error;
  }
}

/** Chunks are `<size in hexadecimal>[;chunk-signature=…]\r\n<bytes>\r\n`, and the last one has size 0. */
function decodeChunks(body: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let offset = 0; ;) {
    const lineEnd = body.indexOf("\r\n", offset);
    const size = parseInt(body.toString("latin1", offset, lineEnd), 16);
    if (lineEnd < 0 || Number.isNaN(size))
      throw badRequest("IncompleteBody", "The chunks of the body do not add up.");
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
    offset = lineEnd + 2 + size + 2;
  }
}
