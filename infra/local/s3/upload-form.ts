import type { IncomingMessage, ServerResponse } from "node:http";
import { BodyTooLarge, header, readBody, send } from "../util/http.ts";
import type { Bucket, ObjectHead } from "./bucket.ts";
import { badRequest, invalidArgument, S3Error } from "./errors.ts";
import { storedHeaders } from "./object-body.ts";
import { requirePolicy } from "./post-policy.ts";
import type { Credentials } from "./signature.ts";

const MAX_FORM_BYTES = 64 * 1024 * 1024;

/** Stores the file of a browser's form if the signed policy allows it. Fields after the file are ignored. */
export async function postObject(
  req: IncomingMessage,
  res: ServerResponse,
  { bucket, credentials, now }: { bucket: Bucket; credentials: Credentials; now: number },
): Promise<ObjectHead> {
  const fields = Object.create(null) as Record<string, string>;
  let file: File | undefined;
  for (const [name, value] of await readForm(req)) {
    if (typeof value !== "string") {
      file = value;
      break;
    }
    fields[name.toLowerCase()] = value;
  }
  if (!file) throw invalidArgument("POST requires exactly one file upload per request.");
  const key = (fields["key"] ?? "").replaceAll("${filename}", file.name);
  if (key === "") throw invalidArgument("Bucket POST must contain a field named 'key'.");
  requirePolicy({ fields: { ...fields, key }, size: file.size }, { bucket: bucket.name, credentials, now });
  const head = await bucket.put(key, Buffer.from(await file.arrayBuffer()), storedHeaders(fields));
  send(res, 204, "", { etag: `"${head.etag}"` });
  return head;
}

async function readForm(req: IncomingMessage): Promise<FormData> {
  const contentType = header(req, "content-type") ?? "";
  if (!contentType.startsWith("multipart/form-data")) {
    const message = "Bucket POST must be of the enclosure-type multipart/form-data";
    throw new S3Error(412, "PreconditionFailed", message);
  }
  try {
    const body = new Uint8Array(await readBody(req, MAX_FORM_BYTES));
    return await new Response(body, { headers: { "content-type": contentType } }).formData();
  } catch (error) {
    if (error instanceof BodyTooLarge)
      throw badRequest("EntityTooLarge", "Your proposed upload is too large.");
    const message = "The body of your POST request is not well-formed multipart/form-data.";
    throw badRequest("MalformedPOSTRequest", message);
  }
}
