import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createS3 } from "../../infra/local/s3/s3.ts";
import { adminApi } from "../../shared/api-admin.ts";
import type { UploadForm } from "../../shared/upload.ts";
import type { HttpHandler, QueueHandler } from "../support/invoke.ts";
import { call, deliver } from "../support/invoke.ts";
import { serveUntilClosed } from "../support/serve.ts";
import { openShop } from "../support/shop.ts";

const BUCKET = "shop-media";
const created: { key: string; size: number }[] = [];
let s3: Awaited<ReturnType<typeof createS3>>;
let admin: HttpHandler;
let processImage: QueueHandler;

beforeAll(async () => {
  await openShop();
  const served = await serveUntilClosed((req, res) => s3.handle(req, res));
  s3 = await createS3({
    dataDir: mkdtempSync(join(tmpdir(), "shop-media-")),
    buckets: [BUCKET],
    endpointForBrowser: () => served.url,
    onCreated: ({ key, size }) => created.push({ key, size }),
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  process.env["AWS_ENDPOINT_URL_S3"] = served.url;
  ({ handler: admin } = await import("../../lambdas/admin-api.ts"));
  ({ handler: processImage } = await import("../../lambdas/process-image.ts"));
  afterAll(() => served.close());
});

const blank = (width: number, height: number, background = "#8A4B00") =>
  sharp({ create: { width, height, channels: 3, background } });

async function ask(fileName: string, contentType: string, size: number): Promise<UploadForm> {
  const answer = await call(admin, adminApi.requestUpload, { body: { fileName, contentType, size } });
  expect(answer.status).toBe(201);
  return answer.data;
}

/** Posts a file with a form as a browser does: the status of S3's answer. */
async function post(
  { url, fields }: UploadForm,
  file: Buffer,
  change: Record<string, string> = {},
): Promise<number> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...change })) form.append(name, value);
  form.append("file", new Blob([new Uint8Array(file)]));
  return (await fetch(url, { method: "POST", body: form })).status;
}

const arrived = (key: string) => ({
  source: "aws.s3",
  detailType: "Object Created",
  detail: { bucket: { name: BUCKET }, object: { key } },
});
const stateOf = async (uploadId: string) =>
  (await call(admin, adminApi.getUpload, { params: { uploadId } })).data;

/** Sends a file all the way: what became of it. */
async function upload(fileName: string, contentType: string, file: Buffer) {
  const form = await ask(fileName, contentType, file.length);
  expect(await post(form, file)).toBe(204);
  const key = form.fields["key"] ?? "";
  expect(await deliver(processImage, [arrived(key)])).toEqual([]);
  expect(await s3.read(BUCKET, key)).toBeUndefined();
  return { form, state: await stateOf(form.uploadId) };
}
const stored = async (imageUrl: string) => (await s3.read(BUCKET, imageUrl.replace("/media/", "")))?.body;

describe("a picture that is what it says", () => {
  test("appears at its address and in two smaller sizes, encoded anew, without where it was taken", async () => {
    const photo = await blank(2400, 1200)
      .withExif({ IFD0: { Copyright: "somebody" }, IFD3: { GPSLatitude: "38/1 15/1 0/1" } })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const { form, state } = await upload("shirt.JPG", "image/jpeg", photo);
    expect(state).toEqual({ status: "ready", imageUrl: form.imageUrl });
    expect(form.imageUrl).toBe(`/media/products/${form.uploadId}.jpg`);
    const full = await sharp(await stored(form.imageUrl)).metadata();
    expect(full).toMatchObject({ format: "jpeg", width: 1600, height: 800 });
    expect(full.exif).toBeUndefined();
    for (const width of [400, 800]) {
      const small = await sharp(await stored(form.imageUrl.replace(".jpg", `-${width}.webp`))).metadata();
      expect(small).toMatchObject({ format: "webp", width });
      expect(small.exif).toBeUndefined();
    }
  });

  test("stands upright when the camera was turned", async () => {
    const turned = await blank(60, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { form } = await upload("turned.jpeg", "image/jpeg", turned);
    expect(await sharp(await stored(form.imageUrl)).metadata()).toMatchObject({ width: 20, height: 60 });
  });

  test("goes on moving when it is an animation", async () => {
    const frames = await Promise.all(
      ["#f00", "#0f0", "#00f"].map((colour) => blank(40, 40, colour).png().toBuffer()),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100, 100] })
      .toBuffer();
    const { form, state } = await upload("moving.gif", "image/gif", moving);
    expect(state.status).toBe("ready");
    expect((await sharp(await stored(form.imageUrl), { animated: true }).metadata()).pages).toBe(3);
  });

  test("that is told of twice is done once", async () => {
    const { form } = await upload("twice.png", "image/png", await blank(30, 30).png().toBuffer());
    expect(await deliver(processImage, [arrived(form.fields["key"] ?? "")])).toEqual([]);
    expect((await stateOf(form.uploadId)).status).toBe("ready");
  });
});

describe("a file that is not what it says is refused, and nothing of it is served", () => {
  const html = Buffer.from("<!doctype html><script>alert(1)</script>");
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const cases: [
    what: string,
    fileName: string,
    type: string,
    file: () => Buffer | Promise<Buffer>,
    reason: RegExp,
  ][] = [
    ["HTML named .png", "page.png", "image/png", () => html, /not a picture/],
    ["SVG with a script named .png", "logo.png", "image/png", () => svg, /not a picture/],
    ["a PNG named .jpg", "shirt.jpg", "image/jpeg", () => blank(9, 9).png().toBuffer(), /not a jpg picture/],
    [
      "a picture cut off in the middle",
      "half.png",
      "image/png",
      async () => (await blank(400, 400).png().toBuffer()).subarray(0, 300),
      /not a picture/,
    ],
    ["a pixel bomb", "bomb.png", "image/png", () => blank(9000, 9000).png().toBuffer(), /too many pixels/],
  ];
  test.each(cases)("%s", async (_, fileName, type, file, reason) => {
    const { form, state } = await upload(fileName, type, await file());
    expect(state.status).toBe("refused");
    expect(state.reason).toMatch(reason);
    expect(await stored(form.imageUrl)).toBeUndefined();
  });
});

describe("the form", () => {
  test.each([
    ["a page", { fileName: "page.html", contentType: "text/html", size: 10 }, "fileName"],
    ["SVG", { fileName: "logo.svg", contentType: "image/svg+xml", size: 10 }, "fileName"],
    [
      "another type than the name says",
      { fileName: "a.png", contentType: "image/gif", size: 10 },
      "contentType",
    ],
    ["one byte more than 5 MB", { fileName: "a.png", contentType: "image/png", size: 5_242_881 }, "size"],
  ])("is not given for %s", async (_, body, field) => {
    const answer = await call(admin, adminApi.requestUpload, { body });
    expect(answer.status).toBe(400);
    expect(answer.error.fields).toHaveProperty(field);
  });

  test("takes nothing but what it was given for", async () => {
    const form = await ask("shirt.png", "image/png", 100);
    const small = await blank(9, 9).png().toBuffer();
    expect(await post(form, Buffer.alloc(5_242_881))).toBe(400);
    expect(await post(form, small, { "Content-Type": "text/html" })).toBe(403);
    expect(await post(form, small, { key: "products/../index.html" })).toBe(403);
    expect(await post(form, small, { key: "products/other.png" })).toBe(403);
    expect(await post(form, small)).toBe(204);
  });

  test("names are made here, never taken: dots and slashes in a name go nowhere", async () => {
    const form = await ask("../../etc/passwd.png", "image/png", 100);
    expect(form.fields["key"]).toBe(`uploads/${form.uploadId}.png`);
  });

  test("an unknown upload is 404", async () => {
    const answer = await call(admin, adminApi.getUpload, { params: { uploadId: "upl_NONE" } });
    expect(answer.status).toBe(404);
  });
});
