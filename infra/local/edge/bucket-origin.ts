import type { HttpRequest, HttpResponse } from "../gateway/message.ts";
import type { ObjectStore } from "../website/object-store.ts";

const notFoundResponse: HttpResponse = {
  status: 404,
  headers: { "content-type": "application/xml" },
  body: Buffer.from('<?xml version="1.0" encoding="UTF-8"?><Error><Code>NoSuchKey</Code></Error>'),
};

function keyOf(path: string): string | undefined {
  try {
    return decodeURIComponent(path.replace(/^\//, ""));
  } catch {
    return undefined;
  }
}

/** Returns the same Buffer while an object is unchanged: compressResponse uses the Buffer as its cache key. */
export function bucketOrigin(store: ObjectStore, bucket: string) {
  const bodies = new Map<string, { etag: string; body: Buffer }>();
  return async (request: HttpRequest): Promise<HttpResponse> => {
    const key = keyOf(request.path);
    const object = key ? await store.read(bucket, key) : undefined;
    if (!key || !object) return notFoundResponse;
    const { etag, contentType, cacheControl, lastModified } = object;
    const previous = bodies.get(key);
    const body = previous?.etag === etag ? previous.body : object.body;
    bodies.set(key, { etag, body });
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
