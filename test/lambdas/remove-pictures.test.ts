import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import type { ProductChange } from "../../shared/product-input.ts";
import type { Product } from "../../shared/product.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { call, runScheduled } from "../support/invoke.ts";
import type { ImageUploads } from "../support/image-uploads.ts";
import { openImageUploads } from "../support/image-uploads.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let shop: Shop;
let driver: CheckoutDriver;
let pictures: ImageUploads;
let removePictures: () => Promise<void>;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  pictures = await openImageUploads();
  const { handler } = await import("../../lambdas/remove-pictures.ts");
  removePictures = () => runScheduled(handler);
});
beforeEach(() => void vi.useRealTimers());

async function picture(): Promise<string> {
  const file = await sharp({ create: { width: 30, height: 30, channels: 3, background: "#8A4B00" } })
    .png()
    .toBuffer();
  const { form } = await pictures.upload("shirt.png", "image/png", file);
  return form.imageUrl;
}
const files = (url: string) => [url, url.replace(".png", "-400.webp"), url.replace(".png", "-800.webp")];
/** How many of a picture's three files exist. */
const left = async (url: string) =>
  (await Promise.all(files(url).map((file) => pictures.storedImage(file)))).filter(Boolean).length;

const fields = { name: "Proof Tee", description: "Cotton.", price: 25, category: "shirts", stock: 10 };
const create = (...imageUrls: string[]) =>
  call(pictures.admin, adminApi.createProduct, { body: { ...fields, imageUrls } });
const update = ({ id, version, stock }: Product, change: Partial<ProductChange>) =>
  call(pictures.admin, adminApi.updateProduct, {
    params: { id },
    body: { ...fields, version, stock, stockWas: stock, ...change },
  });
const remove = ({ id }: Product) => call(pictures.admin, adminApi.deleteProduct, { params: { id } });

describe("a picture that no product shows", () => {
  test("is removed with its sizes a day after it came, and not before", async () => {
    const url = await picture();
    advanceClock(DAY - HOUR);
    await removePictures();
    expect(await left(url)).toBe(3);
    advanceClock(2 * HOUR);
    await removePictures();
    expect(await left(url)).toBe(0);
  });

  test("is removed a day after a product dropped it, or was deleted; the others stay", async () => {
    const [kept, dropped, ofDeleted] = [await picture(), await picture(), await picture()];
    const product = (await create(kept, dropped)).data;
    const deleted = (await create(ofDeleted)).data;
    advanceClock(3 * DAY);
    await removePictures();
    expect([await left(kept), await left(dropped), await left(ofDeleted)]).toEqual([3, 3, 3]);
    expect((await update(product, { imageUrls: [kept] })).status).toBe(200);
    expect((await remove(deleted)).status).toBe(204);
    advanceClock(DAY - HOUR);
    await removePictures();
    expect([await left(dropped), await left(ofDeleted)]).toEqual([3, 3]);
    advanceClock(2 * HOUR);
    await removePictures();
    expect([await left(kept), await left(dropped), await left(ofDeleted)]).toEqual([3, 0, 0]);
  });

  test("that was refused or never came leaves nothing behind", async () => {
    const { form } = await pictures.upload("page.png", "image/png", Buffer.from("<html></html>"));
    const unsent = await pictures.requestUpload("shirt.png", "image/png", 100);
    advanceClock(4 * DAY);
    await removePictures();
    for (const { uploadId } of [form, unsent])
      expect((await call(pictures.admin, adminApi.getUpload, { params: { uploadId } })).status).toBe(404);
  });
});

describe("a picture that is needed stays", () => {
  test("when one of two products that show it drops it", async () => {
    const [url, other] = [await picture(), await picture()];
    const product = (await create(url, other)).data;
    await create(url);
    await update(product, { imageUrls: [other] });
    advanceClock(2 * DAY);
    await removePictures();
    expect(await left(url)).toBe(3);
  });

  test("when it was dropped and taken again", async () => {
    const [url, other] = [await picture(), await picture()];
    const product = (await create(url, other)).data;
    const without = (await update(product, { imageUrls: [other] })).data;
    expect((await update(without, { imageUrls: [other, url] })).status).toBe(200);
    advanceClock(2 * DAY);
    await removePictures();
    expect(await left(url)).toBe(3);
  });

  test("when an order was made while it was the product's main one, even one that was never paid", async () => {
    const [main, second, fresh] = [await picture(), await picture(), await picture()];
    const product = (await create(main, second)).data;
    const { sessionId } = await driver.buy([[product, 1]]);
    await driver.release(sessionId);
    expect((await update(product, { imageUrls: [fresh] })).status).toBe(200);
    advanceClock(2 * DAY);
    await removePictures();
    expect([await left(main), await left(second), await left(fresh)]).toEqual([3, 0, 3]);
  });

  test("also when it became the main one only by changing places", async () => {
    const [first, second] = [await picture(), await picture()];
    const product = (await create(first, second)).data;
    const turned = (await update(product, { imageUrls: [second, first] })).data;
    await driver.buy([[turned, 1]]);
    await remove(turned);
    advanceClock(2 * DAY);
    await removePictures();
    expect(await left(second)).toBe(3);
  });
});

describe("a save at the same moment", () => {
  test("either keeps the picture, or is told that it is gone: never a product without its picture", async () => {
    const urls = await Promise.all(Array.from({ length: 8 }, picture));
    advanceClock(DAY + HOUR);
    const [, ...saves] = await Promise.all([removePictures(), ...urls.map((url) => create(url))]);
    for (const [i, save] of saves.entries()) {
      const url = urls[i] ?? "";
      if (save.status === 201) expect(await left(url)).toBe(3);
      else {
        expect(save.error.fields).toEqual({
          imageUrls: "An image is not there any more. Please remove it and upload it again.",
        });
        expect(await left(url)).toBe(0);
      }
    }
  });

  test("a run that died half-way is finished by the next", async () => {
    const url = await picture();
    advanceClock(DAY + HOUR);
    const put = await shop.table.partition(`UPLOAD#${url.slice(16, -4)}`);
    await shop.table.put({ ...put[0], status: "gone" });
    expect((await create(url)).status).toBe(400);
    await removePictures();
    expect(await left(url)).toBe(0);
    await removePictures();
    const [item] = await shop.table.partition(`UPLOAD#${url.slice(16, -4)}`);
    expect(item).toMatchObject({ status: "gone" });
    expect(item?.["duePk"]).toBeUndefined();
  });

  test("a picture that was never uploaded here, or is not ready, is no product's", async () => {
    const unsent = await pictures.requestUpload("shirt.png", "image/png", 100);
    const real = await picture();
    for (const url of [
      unsent.imageUrl,
      "/media/products/upl_01ARZ3NDEKTSV4RRFFQ69G5FAV.png",
      real.replace(".png", ".gif"),
    ])
      expect((await create(url)).status, url).toBe(400);
    expect((await create(real)).status).toBe(201);
  });
});
