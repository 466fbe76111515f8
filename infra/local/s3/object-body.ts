import type { IncomingMessage } from "node:http";
import { BodyTooLarge, header, readBody } from "../util/http.ts";
import { badRequest, S3Error } from "./errors.ts";

const MAX_BODY_BYTES = 256 * 1024 * 1024;
/** The content type of an object that was uploaded without a content type. */
export const DEFAULT_TYPE = "binary/octet-stream";
const STORED_NAMES = /^(content-(type|disposition|encoding|language)|cache-control|expires|x-amz-meta-.*)$/;

/** The headers (or form fields) that S3 stores with an object: standard headers and `x-amz-meta-*`. */
export function storedHeaders(input: Record<string, string | string[] | undefined>): Record<string, string> {
  const headers: Record<string, string> = { "content-type": DEFAULT_TYPE };
  for (const [name, value] of Object.entries(input))
    if (STORED_NAMES.test(name) && typeof value === "string" && value) headers[name] = value;
  return headers;
}

/** The object's bytes, as the SDK sends them for a string or a Buffer. A stream in chunks is refused. */
export async function readObjectBody(req: IncomingMessage): Promise<Buffer> {
  if (header(req, "x-amz-decoded-content-length") !== undefined)
    throw new S3Error(501, "NotImplemented", "The local S3 takes no streams.");
  try {
    return await readBody(req, MAX_BODY_BYTES);
  } catch (error) {
    if (error instanceof BodyTooLarge) throw badRequest("EntityTooLarge", error.message);
    throw error;
  }
}
