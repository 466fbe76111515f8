import type { IncomingMessage, ServerResponse } from "node:http";
import { header, readBody, send } from "../util/http.ts";
import { invalidArgument, noSuchKey, S3Fault, xml, xmlDocument } from "./fault.ts";
import type { Bucket, ObjectHead } from "./objects.ts";
import { readObjectBody, storedHeaders } from "./request.ts";

const XML = { "content-type": "application/xml" };

/** A request that was found good; `created` tells who listens for new objects. */
export interface S3Call {
  req: IncomingMessage;
  res: ServerResponse;
  bucket: Bucket;
  key: string;
  query: URLSearchParams;
  find: (bucket: string) => Bucket;
  created: (bucket: Bucket, head: ObjectHead) => void;
}

/** GetObject and HeadObject, whole or a range, or 304 when the caller has it already. */
export async function getObject({ req, res, bucket, key }: S3Call): Promise<void> {
  const head = bucket.head(key);
  if (!head) throw noSuchKey();
  const etag = `"${head.etag}"`;
  const headers = {
    ...head.headers,
    etag,
    "last-modified": new Date(head.modifiedAt).toUTCString(),
    "accept-ranges": "bytes",
  };
  if (header(req, "if-none-match") === etag) {
    res.writeHead(304, headers).end();
    return;
  }
  const range = rangeOf(header(req, "range"), head.size);
  const length = range ? range.end - range.start + 1 : head.size;
  const partial = range ? { "content-range": `bytes ${range.start}-${range.end}/${head.size}` } : {};
  res.writeHead(range ? 206 : 200, { ...headers, ...partial, "content-length": length });
  if (req.method === "HEAD") return void res.end();
  const body = await bucket.body(head);
  res.end(range ? body.subarray(range.start, range.end + 1) : body);
}

/** PutObject, and CopyObject when a source is named. */
export async function putObject(call: S3Call): Promise<void> {
  const { req, res, bucket, key, created } = call;
  if (Buffer.byteLength(key) > 1_024) throw new S3Fault(400, "KeyTooLongError", "Your key is too long");
  const source = header(req, "x-amz-copy-source");
  if (source !== undefined) return copyObject(call, source);
  const head = await bucket.put(key, await readObjectBody(req), storedHeaders(req.headers));
  created(bucket, head);
  send(res, 200, "", { etag: `"${head.etag}"` });
}

async function copyObject({ req, res, bucket, key, find, created }: S3Call, source: string): Promise<void> {
  const [, from = "", fromKey = ""] = /^\/?([^/]+)\/(.+)$/s.exec(decodeURIComponent(source)) ?? [];
  const original = find(from).head(fromKey);
  if (!original) throw noSuchKey();
  const replace = header(req, "x-amz-metadata-directive") === "REPLACE";
  const headers = replace ? storedHeaders(req.headers) : original.headers;
  const head = await bucket.put(key, await find(from).body(original), headers);
  created(bucket, head);
  const parts = [xml("ETag", `"${head.etag}"`), xml("LastModified", new Date(head.modifiedAt).toISOString())];
  send(res, 200, xmlDocument(xml("CopyObjectResult", parts)), XML);
}

/** DeleteObject: a key that is not there is deleted all the same. */
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
  send(res, 200, xmlDocument(xml("DeleteResult", deleted)), XML);
}

/** ListObjectsV2, page by page; keys that share what stands before a delimiter become one prefix. */
export function listObjects({ res, bucket, query }: S3Call): void {
  const prefix = query.get("prefix") ?? "";
  const delimiter = query.get("delimiter") ?? "";
  const limit = Math.min(Number(query.get("max-keys") ?? 1_000), 1_000);
  if (!Number.isInteger(limit) || limit < 0)
    throw invalidArgument("max-keys must be a number from 0 to 1000");
  const token = query.get("continuation-token");
  const after =
    token === null ? (query.get("start-after") ?? "") : Buffer.from(token, "base64url").toString();
  const grouped = (key: string) => {
    const end = delimiter === "" ? -1 : key.indexOf(delimiter, prefix.length);
    return end < 0 ? undefined : key.slice(0, end + delimiter.length);
  };
  const entries = new Map<string, ObjectHead | undefined>();
  for (const head of bucket.list()) {
    const group = grouped(head.key);
    const name = group ?? head.key;
    const wanted = head.key.startsWith(prefix) && Buffer.compare(Buffer.from(name), Buffer.from(after)) > 0;
    if (wanted) entries.set(name, group === undefined ? head : undefined);
  }
  const page = [...entries].slice(0, limit);
  const more = entries.size > page.length;
  const last = page.at(-1)?.[0] ?? "";
  const encode = query.get("encoding-type") === "url" ? encodeURIComponent : (text: string) => text;
  const parts = [
    xml("Name", bucket.name),
    xml("Prefix", encode(prefix)),
    xml("KeyCount", page.length),
    xml("MaxKeys", limit),
    xml("IsTruncated", String(more)),
    ...(more ? [xml("NextContinuationToken", Buffer.from(last).toString("base64url"))] : []),
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
  send(res, 200, xmlDocument(xml("ListBucketResult", parts)), XML);
}

function rangeOf(value: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(value ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (start > end) throw new S3Fault(416, "InvalidRange", "The requested range is not satisfiable");
  return { start, end };
}

function unescapeXml(text: string): string {
  const named: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
  return text.replace(
    /&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named[name] ?? whole;
      return String.fromCodePoint(decimal === undefined ? parseInt(hex ?? "", 16) : Number(decimal));
    },
  );
}
