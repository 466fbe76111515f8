import type { IncomingMessage, ServerResponse } from "node:http";
import { header, send } from "../util/http.ts";
import { badRequest, noSuchKey } from "./errors.ts";
import type { Bucket, ObjectHead } from "./bucket.ts";
import { readObjectBody, storedHeaders } from "./object-body.ts";

/** An authorized request. An operation calls `onCreated` for an object that it has stored. */
export interface S3Call {
  req: IncomingMessage;
  res: ServerResponse;
  bucket: Bucket;
  key: string;
  onCreated: (bucket: Bucket, head: ObjectHead) => void;
}

/** GetObject and HeadObject: the whole object, or 304 if the caller has the current ETag. */
export async function getObject({ req, res, bucket, key }: S3Call): Promise<void> {
  const head = bucket.head(key);
  if (!head) throw noSuchKey();
  const etag = `"${head.etag}"`;
  const headers = { ...head.headers, etag, "last-modified": new Date(head.modifiedAt).toUTCString() };
  if (header(req, "if-none-match") === etag) return void res.writeHead(304, headers).end();
  res.writeHead(200, { ...headers, "content-length": head.size });
  res.end(req.method === "HEAD" ? undefined : await bucket.readBody(head));
}

export async function putObject({ req, res, bucket, key, onCreated }: S3Call): Promise<void> {
  if (Buffer.byteLength(key) > 1_024) throw badRequest("KeyTooLongError", "Your key is too long");
  const head = await bucket.put(key, await readObjectBody(req), storedHeaders(req.headers));
  onCreated(bucket, head);
  send(res, 200, "", { etag: `"${head.etag}"` });
}

/** DeleteObject. A missing key is not an error. */
export function deleteObject({ res, bucket, key }: S3Call): void {
  bucket.remove(key);
  res.writeHead(204).end();
}
