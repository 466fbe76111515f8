import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import { call } from "../support/invoke.ts";
import type { ImageUploads } from "../support/image-uploads.ts";
import { openImageUploads } from "../support/image-uploads.ts";
import { openShop } from "../support/shop.ts";

let uploads: ImageUploads;

beforeAll(async () => {
  await openShop();
  uploads = await openImageUploads();
});

const blankPicture = (width: number, height: number, background = "#8A4B00") =>
  sharp({ create: { width, height, channels: 3, background } });

describe("a valid picture", () => {
  test("is re-encoded in three sizes, without the location of the photo", async () => {
    const photo = await blankPicture(2400, 1200)
      .withExif({ IFD0: { Copyright: "somebody" }, IFD3: { GPSLatitude: "38/1 15/1 0/1" } })
      .jpeg()
      .toBuffer();
    expect((await sharp(photo).metadata()).exif).toBeDefined();
    const { form, state } = await uploads.upload("shirt.JPG", "image/jpeg", photo);
    expect(state).toEqual({ status: "ready", imageUrl: form.imageUrl });
    expect(form.imageUrl).toBe(`/media/products/${form.uploadId}.jpg`);
    const fullPicture = await sharp(await uploads.storedImage(form.imageUrl)).metadata();
    expect(fullPicture).toMatchObject({ format: "jpeg", width: 1600, height: 800 });
    expect(fullPicture.exif).toBeUndefined();
    for (const width of [400, 800]) {
      const smallPicture = await sharp(
        await uploads.storedImage(form.imageUrl.replace(".jpg", `-${width}.webp`)),
      ).metadata();
      expect(smallPicture).toMatchObject({ format: "webp", width });
      expect(smallPicture.exif).toBeUndefined();
    }
  });

  test("is rotated upright", async () => {
    const rotatedPhoto = await blankPicture(60, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { form } = await uploads.upload("turned.jpeg", "image/jpeg", rotatedPhoto);
    expect(await sharp(await uploads.storedImage(form.imageUrl)).metadata()).toMatchObject({
      width: 20,
      height: 60,
    });
  });

  test("may be WebP; then its three sizes have three file names", async () => {
    const { form, state } = await uploads.upload(
      "shirt.webp",
      "image/webp",
      await blankPicture(2400, 1200).webp().toBuffer(),
    );
    expect(state).toEqual({ status: "ready", imageUrl: form.imageUrl });
    const widths = await Promise.all(
      ["", "-800", "-400"].map(async (suffix) => {
        const file = await uploads.storedImage(form.imageUrl.replace(".webp", `${suffix}.webp`));
        const { format, width } = await sharp(file).metadata();
        return [format, width];
      }),
    );
    expect(widths).toEqual([
      ["webp", 1600],
      ["webp", 800],
      ["webp", 400],
    ]);
  });

  test.each(["gif", "webp"] as const)("stays animated as %s", async (format) => {
    const frames = await Promise.all(
      ["#f00", "#0f0", "#00f"].map((color) => blankPicture(40, 40, color).png().toBuffer()),
    );
    const animation = await sharp(frames, { join: { animated: true } })
      .toFormat(format, { delay: [100, 100, 100] })
      .toBuffer();
    const { form, state } = await uploads.upload(`moving.${format}`, `image/${format}`, animation);
    expect(state.status).toBe("ready");
    expect((await sharp(await uploads.storedImage(form.imageUrl), { animated: true }).metadata()).pages).toBe(
      3,
    );
  });

  test("is decoded for one size at a time, and no decoder stays in memory, because a large picture needs hundreds of MB", async () => {
    const decodings: number[] = [];
    const countDecodings = () => {
      const { queue, process } = sharp.counters();
      decodings.push(queue + process);
    };
    const picture = await blankPicture(2400, 1200).png().toBuffer();
    sharp.queue.on("change", countDecodings);
    try {
      expect((await uploads.upload("large.png", "image/png", picture)).state.status).toBe("ready");
    } finally {
      sharp.queue.off("change", countDecodings);
    }
    expect(Math.max(...decodings)).toBe(1);
    expect(sharp.cache().items.current).toBe(0);
  });

  test("stays ready when its event is repeated", async () => {
    const { form } = await uploads.upload(
      "twice.png",
      "image/png",
      await blankPicture(30, 30).png().toBuffer(),
    );
    expect(await uploads.processUpload(form.fields["key"] ?? "")).toEqual([]);
    expect((await uploads.uploadState(form.uploadId)).status).toBe("ready");
  });
});

describe("an upload form that is used again", () => {
  const picture = (color: string) => blankPicture(900, 600, color).png().toBuffer();
  const readStoredSizes = ({ imageUrl }: { imageUrl: string }) =>
    Promise.all(
      ["", "-400", "-800"].map((size) =>
        uploads.storedImage(imageUrl.replace(/\.png$/, size ? `${size}.webp` : ".png")),
      ),
    );

  test("does not change a published picture", async () => {
    const { form } = await uploads.upload("shirt.png", "image/png", await picture("#f00"));
    const published = await readStoredSizes(form);
    expect(published.every((file) => file !== undefined)).toBe(true);
    expect(await uploads.post(form, await picture("#00f"))).toBe(204);
    expect(await uploads.processUpload(form.fields["key"] ?? "")).toEqual([]);
    expect(await readStoredSizes(form)).toEqual(published);
    expect(await uploads.uploadedFile(form)).toBeUndefined();
  });

  test("publishes all sizes of one picture when two pictures are uploaded concurrently", async () => {
    const form = await uploads.requestUpload("shirt.png", "image/png", 100);
    const key = form.fields["key"] ?? "";
    const [red, blue] = [await picture("#f00"), await picture("#00f")];
    await uploads.post(form, red);
    const firstRun = uploads.processUpload(key);
    await uploads.post(form, blue);
    await Promise.all([firstRun, uploads.processUpload(key), uploads.processUpload(key)]);
    expect((await uploads.uploadState(form.uploadId)).status).toBe("ready");
    const colors = await Promise.all(
      (await readStoredSizes(form)).map(async (file) => {
        const { dominant } = await sharp(file).stats();
        return dominant.r > dominant.b ? "red" : "blue";
      }),
    );
    expect(new Set(colors).size).toBe(1);
  });

  test("does not publish a second file after its first file was refused", async () => {
    const { form, state } = await uploads.upload("shirt.png", "image/png", Buffer.from("<html>"));
    expect(state.status).toBe("refused");
    await uploads.post(form, await picture("#f00"));
    await uploads.processUpload(form.fields["key"] ?? "");
    expect(await readStoredSizes(form)).toEqual([undefined, undefined, undefined]);
    expect(await uploads.uploadState(form.uploadId)).toEqual(state);
  });
});

describe("an invalid file", () => {
  const html = Buffer.from("<!doctype html><script>alert(1)</script>");
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const INVALID_FILES: [
    description: string,
    fileName: string,
    type: string,
    file: () => Buffer | Promise<Buffer>,
    reason: RegExp,
  ][] = [
    ["HTML named .png", "page.png", "image/png", () => html, /not a picture/],
    ["SVG with a script named .png", "logo.png", "image/png", () => svg, /not a picture/],
    [
      "a PNG named .webp",
      "shirt.webp",
      "image/webp",
      () => blankPicture(9, 9).png().toBuffer(),
      /not a webp picture/,
    ],
    [
      "a PNG named .jpg",
      "shirt.jpg",
      "image/jpeg",
      () => blankPicture(9, 9).png().toBuffer(),
      /not a jpg picture/,
    ],
    [
      "a picture cut off in the middle",
      "half.png",
      "image/png",
      async () => (await blankPicture(400, 400).png().toBuffer()).subarray(0, 300),
      /not a picture/,
    ],
    [
      "a picture with too many pixels",
      "bomb.png",
      "image/png",
      () => blankPicture(9000, 9000).png().toBuffer(),
      /too many pixels/,
    ],
  ];
  test.each(INVALID_FILES)("is refused and not published: %s", async (_, fileName, type, file, reason) => {
    const { form, state } = await uploads.upload(fileName, type, await file());
    expect(state.status).toBe("refused");
    expect(state.reason).toMatch(reason);
    expect(await uploads.storedImage(form.imageUrl)).toBeUndefined();
  });
});

describe("the upload form", () => {
  test.each([
    ["an HTML page", { fileName: "page.html", contentType: "text/html", size: 10 }, "fileName"],
    ["SVG", { fileName: "logo.svg", contentType: "image/svg+xml", size: 10 }, "fileName"],
    [
      "a type that differs from the extension",
      { fileName: "a.png", contentType: "image/gif", size: 10 },
      "contentType",
    ],
    ["one byte more than 5 MiB", { fileName: "a.png", contentType: "image/png", size: 5_242_881 }, "size"],
  ])("is refused for %s", async (_, body, field) => {
    const response = await call(uploads.admin, adminApi.requestUpload, { body });
    expect(response.status).toBe(400);
    expect(response.error.fields).toHaveProperty(field);
  });

  test("accepts only its own key and type, and at most 5 MiB", async () => {
    const form = await uploads.requestUpload("shirt.png", "image/png", 100);
    const smallPicture = await blankPicture(9, 9).png().toBuffer();
    expect(await uploads.post(form, Buffer.alloc(5_242_881))).toBe(400);
    expect(await uploads.post(form, smallPicture, { "Content-Type": "text/html" })).toBe(403);
    expect(await uploads.post(form, smallPicture, { key: "products/../index.html" })).toBe(403);
    expect(await uploads.post(form, smallPicture, { key: "products/other.png" })).toBe(403);
    expect(await uploads.post(form, smallPicture)).toBe(204);
  });

  test("has a generated file name; dots and slashes in the original name have no effect", async () => {
    const form = await uploads.requestUpload("../../etc/passwd.png", "image/png", 100);
    expect(form.fields["key"]).toBe(`uploads/${form.uploadId}.png`);
  });
});

test("an unknown upload gets 404", async () => {
  const response = await call(uploads.admin, adminApi.getUpload, { params: { uploadId: "upl_NONE" } });
  expect(response.status).toBe(404);
});
