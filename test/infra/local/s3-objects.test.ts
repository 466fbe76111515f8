import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { expect, test } from "vitest";
import { startS3 } from "./s3-support.ts";

const Bucket = "media";

test("reads an object with its type, metadata and ETag, also after a restart", async () => {
  const { client, created, dataDir } = await startS3();
  const put = await client.send(
    new PutObjectCommand({
      Bucket,
      Key: "products/a.webp",
      Body: "picture",
      ContentType: "image/webp",
      CacheControl: "max-age=60",
      Metadata: { by: "ada" },
    }),
  );
  expect(created).toEqual(["media/products/a.webp 7"]);
  const restarted = await startS3({ dataDir });
  const object = await restarted.client.send(new GetObjectCommand({ Bucket, Key: "products/a.webp" }));
  expect(object).toMatchObject({
    ContentType: "image/webp",
    CacheControl: "max-age=60",
    ContentLength: 7,
    Metadata: { by: "ada" },
    ETag: put.ETag,
  });
  expect(await object.Body?.transformToString()).toBe("picture");
});

test("stores a stream that the SDK sends in chunks", async () => {
  const { client } = await startS3();
  const Body = Readable.from([Buffer.alloc(70_000, "a"), Buffer.alloc(70_000, "b")]);
  await client.send(new PutObjectCommand({ Bucket, Key: "big", Body, ContentLength: 140_000 }));
  const object = await client.send(new GetObjectCommand({ Bucket, Key: "big", Range: "bytes=69999-70000" }));
  expect(object.ContentRange).toBe("bytes 69999-70000/140000");
  expect(await object.Body?.transformToString()).toBe("ab");
});

test.each(["../../etc/passwd", "a/../../b", "..", "%2e%2e/x", "ünï çödé+&=.png", "a//b", "__proto__"])(
  "treats the key %j as a key and not as a path",
  async (Key) => {
    const { client, dataDir } = await startS3();
    await client.send(new PutObjectCommand({ Bucket, Key, Body: "x" }));
    const listed = await client.send(new ListObjectsV2Command({ Bucket }));
    expect(listed.Contents?.map((object) => object.Key)).toEqual([Key]);
    expect(await client.send(new HeadObjectCommand({ Bucket, Key }))).toMatchObject({ ContentLength: 1 });
    expect(readdirSync(dataDir)).toEqual(["s3"]);
    expect(readdirSync(join(dataDir, "s3", Bucket)).sort()).toEqual(["bodies", "index.jsonl"]);
  },
);

test("names a missing key and a missing bucket in the error", async () => {
  const { client } = await startS3();
  await expect(client.send(new GetObjectCommand({ Bucket, Key: "no" }))).rejects.toMatchObject({
    name: "NoSuchKey",
  });
  await expect(client.send(new HeadObjectCommand({ Bucket, Key: "no" }))).rejects.toMatchObject({
    name: "NotFound",
  });
  const wrongBucket = client.send(new GetObjectCommand({ Bucket: "nowhere", Key: "no" }));
  await expect(wrongBucket).rejects.toMatchObject({ name: "NoSuchBucket" });
});

test("lists objects in pages, by delimiter and by prefix", async () => {
  const { client } = await startS3();
  const keys = ["a/1", "a/2", "b/1", "c"];
  for (const Key of keys) await client.send(new PutObjectCommand({ Bucket, Key, Body: "x" }));
  const first = await client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 3 }));
  const next = { Bucket, ContinuationToken: first.NextContinuationToken };
  const second = await client.send(new ListObjectsV2Command(next));
  expect([...(first.Contents ?? []), ...(second.Contents ?? [])].map(({ Key }) => Key)).toEqual(keys);
  const folders = await client.send(new ListObjectsV2Command({ Bucket, Delimiter: "/" }));
  expect(folders.CommonPrefixes).toEqual([{ Prefix: "a/" }, { Prefix: "b/" }]);
  expect(folders.Contents?.map(({ Key }) => Key)).toEqual(["c"]);
  expect((await client.send(new ListObjectsV2Command({ Bucket, Prefix: "a/" }))).KeyCount).toBe(2);
});

test("copies an object with its type to another bucket, and deletes one or many objects", async () => {
  const { client, created } = await startS3();
  await client.send(new PutObjectCommand({ Bucket, Key: "a b.png", Body: "x", ContentType: "image/png" }));
  await client.send(new CopyObjectCommand({ Bucket: "other", Key: "c.png", CopySource: "media/a%20b.png" }));
  const copy = { Bucket: "other", Key: "c.png" };
  expect(await client.send(new HeadObjectCommand(copy))).toMatchObject({ ContentType: "image/png" });
  expect(created).toEqual(["media/a b.png 1", "other/c.png 1"]);
  await client.send(new DeleteObjectCommand(copy));
  await client.send(
    new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: "a b.png" }, { Key: "<&>" }] } }),
  );
  for (const name of [Bucket, "other"]) {
    expect((await client.send(new ListObjectsV2Command({ Bucket: name }))).KeyCount).toBe(0);
  }
});

test("refuses a request without a signature, or signed with another key", async () => {
  const { origin, client } = await startS3();
  await client.send(new PutObjectCommand({ Bucket, Key: "a", Body: "x" }));
  expect((await fetch(`${origin}/s3/media/a`)).status).toBe(403);
  expect((await fetch(`${origin}/s3/media/evil.html`, { method: "PUT", body: "x" })).status).toBe(403);
  const stranger = new S3Client({
    endpoint: `${origin}/s3`,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "guess" },
    forcePathStyle: true,
  });
  const read = stranger.send(new GetObjectCommand({ Bucket, Key: "a" }));
  await expect(read).rejects.toMatchObject({ name: "SignatureDoesNotMatch" });
});

test("accepts a presigned URL for its key and method until it expires", async () => {
  let now = Date.now();
  const { client } = await startS3({ now: () => now });
  const put = await getSignedUrl(client, new PutObjectCommand({ Bucket, Key: "ä b.txt" }), { expiresIn: 60 });
  expect((await fetch(put, { method: "PUT", body: "hello" })).status).toBe(200);
  const get = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: "ä b.txt" }), { expiresIn: 60 });
  expect(await (await fetch(get)).text()).toBe("hello");
  expect((await fetch(get, { method: "DELETE" })).status).toBe(403);
  expect((await fetch(get.replace(".txt", ".tx"))).status).toBe(403);
  expect((await fetch(get.replace("Expires=60", "Expires=600"))).status).toBe(403);
  now += 61_000;
  const lateResponse = await fetch(get);
  expect([lateResponse.status, await lateResponse.text()]).toEqual([
    403,
    expect.stringContaining("Request has expired"),
  ]);
});

test("direct reads and writes need no HTTP and cause no event", async () => {
  const { s3, client, created } = await startS3();
  const object = { body: Buffer.from("<h1>Hi</h1>"), contentType: "text/html", cacheControl: "no-cache" };
  await s3.write(Bucket, "index.html", object);
  await s3.write(Bucket, "index.html", object);
  const head = await client.send(new HeadObjectCommand({ Bucket, Key: "index.html" }));
  expect(await s3.read(Bucket, "index.html")).toMatchObject({ ...object, etag: head.ETag });
  expect(await s3.read(Bucket, "nothing")).toBeUndefined();
  expect(created).toEqual([]);
});
