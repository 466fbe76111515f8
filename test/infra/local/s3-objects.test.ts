import { readdirSync } from "node:fs";
import { join } from "node:path";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { expect, test } from "vitest";
import { startS3 } from "./s3-support.ts";

const Bucket = "media";

test("S3 returns an object with its type, metadata and ETag, also after a restart", async () => {
  const { client, created, dataDir } = await startS3();
  const putResponse = await client.send(
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
    ETag: putResponse.ETag,
  });
  expect(await object.Body?.transformToString()).toBe("picture");
});

test.each(["../../etc/passwd", "a/../../b", "..", "%2e%2e/x", "ünï çödé+&=.png", "a//b", "__proto__"])(
  "S3 treats the key %j as a key and not as a path",
  async (Key) => {
    const { client, dataDir, s3 } = await startS3();
    await client.send(new PutObjectCommand({ Bucket, Key, Body: "x" }));
    expect(await s3.read(Bucket, Key)).toMatchObject({ body: Buffer.from("x") });
    expect(await client.send(new HeadObjectCommand({ Bucket, Key }))).toMatchObject({ ContentLength: 1 });
    expect(readdirSync(dataDir)).toEqual(["s3"]);
    expect(readdirSync(join(dataDir, "s3", Bucket)).sort()).toEqual(["bodies", "index.jsonl"]);
  },
);

test("S3 has different errors for a missing key and a missing bucket", async () => {
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

test("S3 deletes an object, and refuses operations that the functions do not use", async () => {
  const { client, s3 } = await startS3();
  await client.send(new PutObjectCommand({ Bucket, Key: "a b.png", Body: "x" }));
  await client.send(new DeleteObjectCommand({ Bucket, Key: "a b.png" }));
  expect(await s3.read(Bucket, "a b.png")).toBeUndefined();
  const refused = { name: "NotImplemented" };
  await expect(client.send(new ListObjectsV2Command({ Bucket }))).rejects.toMatchObject(refused);
  const copy = new CopyObjectCommand({ Bucket, Key: "b.png", CopySource: "media/a%20b.png" });
  await expect(client.send(copy)).rejects.toMatchObject(refused);
});

test("S3 refuses a request without a signature, or signed with another key", async () => {
  const { origin, client } = await startS3();
  await client.send(new PutObjectCommand({ Bucket, Key: "a", Body: "x" }));
  expect((await fetch(`${origin}/_local/s3/media/a`)).status).toBe(403);
  expect((await fetch(`${origin}/_local/s3/media/evil.html`, { method: "PUT", body: "x" })).status).toBe(403);
  const stranger = new S3Client({
    endpoint: `${origin}/_local/s3`,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "guess" },
    forcePathStyle: true,
  });
  const readByStranger = stranger.send(new GetObjectCommand({ Bucket, Key: "a" }));
  await expect(readByStranger).rejects.toMatchObject({ name: "SignatureDoesNotMatch" });
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
