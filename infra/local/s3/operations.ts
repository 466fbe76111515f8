import type { IncomingMessage, ServerResponse } from "node:http";
import { header, readBody, send } from "../util/http.ts";
import { badRequest, invalidArgument, noSuchKey, S3Error, xml, xmlDocument } from "./errors.ts";
import type { Bucket, ObjectHead } from "./bucket.ts";
import { readObjectBody, storedHeaders } from "./object-body.ts";

const XML = { "content-type": "application/xml" };

/** An authorized request. An operation calls `onCreated` for a new object. */
export interface S3Call {
  req: IncomingMessage;
  res: ServerResponse;
  bucket: Bucket;
  key: string;
  query: URLSearchParams;
  find: (bucket: string) => Bucket;
  onCreated: (bucket: Bucket, head: ObjectHead) => void;
}

/** GetObject and HeadObject: the whole object, a range, or 304 if the caller has the current ETag. */
export async function getObject({ req, res, bucket, key }: S3Call): Promise<void> {
  const head = bucket.head(key);
  if (!head) throw noSuchKey();
  const etag = `"${head.etag}"`;
  const modified = new Date(head.modifiedAt).toUTCString();
  const headers = { ...head.headers, etag, "last-modified": modified, "accept-ranges": "bytes" };
  if (header(req, "if-none-match") === etag) return void res.writeHead(304, headers).end();
  const range = rangeOf(header(req, "range"), head.size);
  const length = range ? range.end - range.start + 1 : head.size;
  const rangeHeader = range ? { "content-range": `bytes ${range.start}-${range.end}/${head.size}` } : {};
  res.writeHead(range ? 206 : 200, { ...headers, ...rangeHeader, "content-length": length });
  if (req.method === "HEAD") return void res.end();
  const body = await bucket.body(head);
  res.end(range ? body.subarray(range.start, range.end + 1) : body);
}

/** PutObject, or CopyObject if the request names a source object. */
export async function putObject(call: S3Call): Promise<void> {
  const { req, res, bucket, key, onCreated } = call;
  if (Buffer.byteLength(key) > 1_024) throw badRequest("KeyTooLongError", "Your key is too long");
  const source = header(req, "x-amz-copy-source");
  if (source !== undefined) return copyObject(call, source);
  const head = await bucket.put(key, await readObjectBody(req), storedHeaders(req.headers));
  onCreated(bucket, head);
  send(res, 200, "", { etag: `"${head.etag}"` });
}

async function copyObject({ req, res, bucket, key, find, onCreated }: S3Call, source: string): Promise<void> {
  const [, sourceBucket = "", sourceKey = ""] = /^\/?([^/]+)\/(.+)$/s.exec(decodeURIComponent(source)) ?? [];
  const original = find(sourceBucket).head(sourceKey);
  if (!original) throw noSuchKey();
  const replacesHeaders = header(req, "x-amz-metadata-directive") === "REPLACE";
  const headers = replacesHeaders ? storedHeaders(req.headers) : original.headers;
  const head = await bucket.put(key, await find(sourceBucket).body(original), headers);
  onCreated(bucket, head);
  const parts = [xml("ETag", `"${head.etag}"`), xml("LastModified", new Date(head.modifiedAt).toISOString())];
  send(res, 200, xmlDocument("CopyObjectResult", parts), XML);
}

/** DeleteObject; a missing key is no error. */
export function deleteObject({ res, bucket, key }: S3Call): void {
  bucket.remove(key);
  res.writeHead(204).end();
}

/** DeleteObjects: a list of keys in XML. */
export async function deleteObjects({ req, res, bucket }: S3Call): Promise<void> {
  const body = (await readBody(req)).toString("utf8");
  const keys = [...body.matchAll(/<Key>([^<]*)<\/Key>/g)].map((match) => unescapeXml(match[1] ?? ""));
  for (const key of keys) bucket.remove(key);
  const deleted = keys.map((key) => xml("Deleted", [xml("Key", key)]));
  send(res, 200, xmlDocument("DeleteResult", deleted), XML);
}

/** ListObjectsV2, page by page. Keys that are equal up to the delimiter are listed as one common prefix. */
export function listObjects({ res, bucket, query }: S3Call): void {
  const prefix = query.get("prefix") ?? "";
  const delimiter = query.get("delimiter") ?? "";
  const maxKeys = Math.min(Number(query.get("max-keys") ?? 1_000), 1_000);
  if (!Number.isInteger(maxKeys) || maxKeys < 0)
    throw invalidArgument("max-keys must be a number from 0 to 1000");
  const token = query.get("continuation-token");
  const after =
    token === null ? (query.get("start-after") ?? "") : Buffer.from(token, "base64url").toString();
  const commonPrefixOf = (key: string) => {
    const end = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
    return end < 0 ? undefined : key.slice(0, end + delimiter.length);
  };
  const entries = new Map<string, ObjectHead | undefined>();
  for (const head of bucket.list()) {
    const commonPrefix = commonPrefixOf(head.key);
    const name = commonPrefix ?? head.key;
    const isListed = head.key.startsWith(prefix) && Buffer.compare(Buffer.from(name), Buffer.from(after)) > 0;
    if (isListed) entries.set(name, commonPrefix === undefined ? head : undefined);
  }
  const page = [...entries].slice(0, maxKeys);
  const isTruncated = entries.size > page.length;
  const lastName = page.at(-1)?.[0] ?? "";
  const encode = query.get("encoding-type") === "url" ? encodeURIComponent : (text: string) => text;
  const parts = [
    xml("Name", bucket.name),
    xml("Prefix", encode(prefix)),
    xml("KeyCount", page.length),
    xml("MaxKeys", maxKeys),
    xml("IsTruncated", String(isTruncated)),
    ...(isTruncated ? [xml("NextContinuationToken", Buffer.from(lastName).toString("base64url"))] : []),
    ...page.map(([name, head]) =>
      head
        ? xml("Contents", [
            xml("Key", encode(name)),
            xml("LastModified", new Date(head.modifiedAt).toISOString()),
            xml("ETag", `"${head.etag}"`),
            xml("Size", head.size),
            xml("StorageClass", "STANDARD"),
          ])
        : xml("CommonPrefixes", [xml("Prefix", encode(name))]),
    ),
  ];
  send(res, 200, xmlDocument("ListBucketResult", parts), XML);
}

function rangeOf(value: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(value ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (start > end) throw new S3Error(416, "InvalidRange", "The requested range is not satisfiable");
  return { start, end };
}

function unescapeXml(text: string): string {
  const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
  return text.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole);
}
