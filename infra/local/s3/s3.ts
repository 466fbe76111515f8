import type { IncomingMessage, ServerResponse } from "node:http";
import { header, send, urlOf } from "../util/http.ts";
import type { Handler } from "../util/local-server.ts";
import { decodeUri } from "../util/parse.ts";
import type { ObjectStore } from "../website/object-store.ts";
import { badRequest, S3Error, xml, xmlDocument } from "./errors.ts";
import { openBucket, type Bucket, type ObjectHead } from "./bucket.ts";
import { deleteObject, getObject, putObject, type S3Call } from "./operations.ts";
import { DEFAULT_TYPE } from "./object-body.ts";
import { requireSignature, type Credentials } from "./signature.ts";
import { postObject } from "./upload-form.ts";

export interface S3Options {
  dataDir: string;
  buckets: string[];
  /** The address that clients call. They sign its path, which the server removes from `req.url`. */
  clientEndpoint: () => string;
  /** Called for each new object, except those of `write`. */
  onCreated?: (created: { bucket: string; key: string; size: number; etag: string }) => void;
  /** The credentials that requests must be signed with; the functions use the default. */
  credentials?: Credentials;
  /** ms since 1970 */
  now?: () => number;
}

export type S3 = ObjectStore & { handle: Handler };

const LOCAL_CREDENTIALS: Credentials = { accessKeyId: "local", secretAccessKey: "local" };

/** The part of S3 that the shop uses. Every request must be signed, or be a form with a signed policy. */
export function createS3(options: S3Options): S3 {
  const { dataDir, clientEndpoint, onCreated } = options;
  const { credentials = LOCAL_CREDENTIALS, now = Date.now } = options;
  const buckets = new Map(options.buckets.map((name) => [name, openBucket(dataDir, name)]));

  function findBucket(name: string): Bucket {
    const bucket = buckets.get(name);
    if (!bucket) throw new S3Error(404, "NoSuchBucket", "The specified bucket does not exist");
    return bucket;
  }

  /** The bucket and the key of a request. Dots in a key have no special meaning: `a/../b` is one key. */
  function targetOf(req: IncomingMessage): { bucket: Bucket; key: string } {
    const path = decodeUri(pathOf(req))?.slice(1);
    if (path === undefined) throw badRequest("InvalidURI", "Couldn't parse the specified URI.");
    const [name = ""] = path.split("/", 1);
    return { bucket: findBucket(name), key: path.slice(name.length + 1) };
  }

  function reportCreated(bucket: Bucket, { key, size, etag }: ObjectHead): void {
    onCreated?.({ bucket: bucket.name, key, size, etag });
  }

  async function dispatch(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { bucket, key } = targetOf(req);
    if (req.method === "POST" && key === "") {
      return reportCreated(bucket, await postObject(req, res, { bucket, credentials, now: now() }));
    }
    const { search, searchParams } = urlOf(req);
    const path = new URL(clientEndpoint()).pathname.replace(/\/$/, "") + pathOf(req);
    requireSignature(req, { search, path, credentials, now: now() });
    const operation = OPERATIONS[req.method ?? "GET"];
    // x-id only names the operation. Other parameters, or a source to copy from, ask for an unsupported one.
    const unsupportedInput =
      header(req, "x-amz-copy-source") ?? [...searchParams.keys()].find((name) => name !== "x-id");
    if (!operation || key === "" || unsupportedInput !== undefined)
      throw new S3Error(501, "NotImplemented", "The local S3 does not know this operation.");
    await operation({ req, res, bucket, key, onCreated: reportCreated });
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    setCorsHeaders(req, res);
    if (req.method === "OPTIONS") return void res.writeHead(204).end();
    try {
      await dispatch(req, res);
    } catch (error) {
      if (!(error instanceof S3Error)) throw error;
      req.resume();
      const body = xmlDocument("Error", [xml("Code", error.code), xml("Message", error.message)]);
      send(res, error.status, req.method === "HEAD" ? "" : body, { "content-type": "application/xml" });
    }
  }

  return {
    handle,
    async read(name, key) {
      const bucket = findBucket(name);
      const head = bucket.head(key);
      if (!head) return undefined;
      const { "content-type": contentType = DEFAULT_TYPE, "cache-control": cacheControl } = head.headers;
      const body = await bucket.readBody(head);
      const object = { body, contentType, etag: `"${head.etag}"`, lastModified: new Date(head.modifiedAt) };
      return { ...object, ...(cacheControl !== undefined && { cacheControl }) };
    },
    async write(name, key, { body, contentType, cacheControl }) {
      const cacheHeader = cacheControl === undefined ? {} : { "cache-control": cacheControl };
      await findBucket(name).put(key, body, { "content-type": contentType, ...cacheHeader });
    },
  };
}

/** The supported operations on an object, by HTTP method. */
const OPERATIONS: Record<string, (call: S3Call) => Promise<void> | void> = {
  GET: getObject,
  HEAD: getObject,
  PUT: putObject,
  DELETE: deleteObject,
};

/** Allows requests of pages on this machine. The signed policy authorizes an upload, not the origin. */
function setCorsHeaders(req: IncomingMessage, res: ServerResponse): void {
  const origin = header(req, "origin");
  if (origin === undefined || !URL.canParse(origin)) return;
  if (!["localhost", "127.0.0.1", "[::1]"].includes(new URL(origin).hostname)) return;
  res.setHeader("access-control-allow-origin", origin);
  res.setHeader("access-control-allow-methods", "GET, PUT, POST");
  res.setHeader("access-control-allow-headers", "*");
  res.setHeader("access-control-expose-headers", "etag");
  res.setHeader("vary", "origin");
}

/** The path of a request as it was sent. `urlOf` would resolve `..` in a key. */
const pathOf = (req: IncomingMessage): string => (req.url ?? "/").split("?", 1)[0] ?? "/";
