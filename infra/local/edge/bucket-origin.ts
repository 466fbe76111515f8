import type { HttpRequest, HttpResponse } from "../gateway/message.ts";
import { decodeUri } from "../util/parse.ts";
import type { ObjectStore } from "../website/object-store.ts";

const notFoundResponse: HttpResponse = {
  status: 404,
  headers: { "content-type": "application/xml" },
  body: Buffer.from('<?xml version="1.0" encoding="UTF-8"?><Error><Code>NoSuchKey</Code></Error>'),
};

/** Answers from a bucket. A small unchanged file is always the same Buffer: compressResponse caches by Buffer. */
export function bucketOrigin(store: ObjectStore, bucket: string) {
  return async (request: HttpRequest): Promise<HttpResponse> => {
    const key = decodeUri(request.path.replace(/^\//, ""));
    const object = key ? await store.read(bucket, key) : undefined;
    if (!object) return notFoundResponse;
    const { body, etag, contentType, cacheControl, lastModified } = object;
    return {
      status: 200,
      headers: {
        "content-type": contentType,
        etag,
        "last-modified": lastModified.toUTCString(),
        "accept-ranges": "bytes",
        ...(cacheControl && { "cache-control": cacheControl }),
      },
      body,
    };
  };
}
