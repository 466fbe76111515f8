import type { IncomingMessage, ServerResponse } from "node:http";
import { BodyTooLarge, header, readBody, send } from "../util/http.ts";
import { invalidArgument, S3Fault, xml, xmlDocument } from "./fault.ts";
import type { Bucket, ObjectHead } from "./objects.ts";
import { requirePolicy } from "./post-policy.ts";
import { storedHeaders } from "./request.ts";
import type { Credentials } from "./signature.ts";

const MAX_BODY = 64 * 1024 * 1024;

/** Takes a browser's form into the bucket as its signed policy allows. Fields after the file are ignored. */
export async function postObject(
  req: IncomingMessage,
  res: ServerResponse,
  { bucket, credentials, now }: { bucket: Bucket; credentials: Credentials; now: number },
): Promise<ObjectHead> {
  const form = await readForm(req);
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  let file: File | undefined;
  for (const [name, value] of form) {
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
  const status = Number(fields["success_action_status"]);
  const etag = { etag: `"${head.etag}"` };
  if (status === 201) {
    const parts = [xml("Bucket", bucket.name), xml("Key", key), xml("ETag", `"${head.etag}"`)];
    send(res, 201, xmlDocument(xml("PostResponse", parts)), { "content-type": "application/xml", ...etag });
  } else send(res, status === 200 ? 200 : 204, "", etag);
  return head;
}

async function readForm(req: IncomingMessage): Promise<FormData> {
  const contentType = header(req, "content-type") ?? "";
  if (!contentType.startsWith("multipart/form-data")) {
    throw new S3Fault(
      412,
      "PreconditionFailed",
      "Bucket POST must be of the enclosure-type multipart/form-data",
    );
  }
  try {
    const body = new Uint8Array(await readBody(req, MAX_BODY));
    return await new Response(body, { headers: { "content-type": contentType } }).formData();
  } catch (error) {
    if (error instanceof BodyTooLarge)
      throw new S3Fault(400, "EntityTooLarge", "Your proposed upload is too large.");
    throw new S3Fault(
      400,
      "MalformedPOSTRequest",
      "The body of your POST request is not well-formed multipart/form-data.",
    );
  }
}
