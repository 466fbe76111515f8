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
import { orderOf } from "../support/invariants.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let shop: Shop;
let driver: CheckoutDriver;
let uploads: ImageUploads;
let removePictures: () => Promise<void>;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  uploads = await openImageUploads();
  const { handler } = await import("../../lambdas/remove-pictures.ts");
  removePictures = () => runScheduled(handler);
});
beforeEach(() => void vi.useRealTimers());

async function uploadPicture(): Promise<string> {
  const file = await sharp({ create: { width: 30, height: 30, channels: 3, background: "#8A4B00" } })
    .png()
    .toBuffer();
  const { form } = await uploads.upload("shirt.png", "image/png", file);
  return form.imageUrl;
}
const fileUrls = (url: string) => [url, url.replace(".png", "-400.webp"), url.replace(".png", "-800.webp")];
/** The items of the upload of a picture `/media/products/<upload id>.png`. */
const readUpload = (url: string) =>
  shop.table.partition(`UPLOAD#${url.replace(/^\/media\/products\/|\.png$/g, "")}`);
/** The number of the picture's three files that exist. */
const countFiles = async (url: string) =>
  (await Promise.all(fileUrls(url).map((file) => uploads.storedImage(file)))).filter(Boolean).length;

const productFields = { name: "Proof Tee", description: "Cotton.", price: 25, category: "shirts", stock: 10 };
const createProduct = (...imageUrls: string[]) =>
  call(uploads.admin, adminApi.createProduct, { body: { ...productFields, imageUrls } });
const updateProduct = ({ id, version, stock }: Product, change: Partial<ProductChange>) =>
  call(uploads.admin, adminApi.updateProduct, {
    params: { id },
    body: { ...productFields, version, stock, stockWas: stock, ...change },
  });
const deleteProduct = ({ id }: Product) => call(uploads.admin, adminApi.deleteProduct, { params: { id } });

describe("a picture that no product shows", () => {
  test("is removed with all sizes a day after its upload, and not before", async () => {
    const url = await uploadPicture();
    advanceClock(DAY_MS - HOUR_MS);
    await removePictures();
    expect(await countFiles(url)).toBe(3);
    advanceClock(2 * HOUR_MS);
    await removePictures();
    expect(await countFiles(url)).toBe(0);
  });

  test("is removed a day after its product dropped it or was deleted, while other pictures stay", async () => {
    const [keptUrl, droppedUrl, deletedProductUrl] = [
      await uploadPicture(),
      await uploadPicture(),
      await uploadPicture(),
    ];
    const product = (await createProduct(keptUrl, droppedUrl)).data;
    const productToDelete = (await createProduct(deletedProductUrl)).data;
    advanceClock(3 * DAY_MS);
    await removePictures();
    expect([
      await countFiles(keptUrl),
      await countFiles(droppedUrl),
      await countFiles(deletedProductUrl),
    ]).toEqual([3, 3, 3]);
    expect((await updateProduct(product, { imageUrls: [keptUrl] })).status).toBe(200);
    expect((await deleteProduct(productToDelete)).status).toBe(204);
    advanceClock(DAY_MS - HOUR_MS);
    await removePictures();
    expect([await countFiles(droppedUrl), await countFiles(deletedProductUrl)]).toEqual([3, 3]);
    advanceClock(2 * HOUR_MS);
    await removePictures();
    expect([
      await countFiles(keptUrl),
      await countFiles(droppedUrl),
      await countFiles(deletedProductUrl),
    ]).toEqual([3, 0, 0]);
  });

  test("has no upload state any more if it was refused or never uploaded", async () => {
    const { form } = await uploads.upload("page.png", "image/png", Buffer.from("<html></html>"));
    const unusedForm = await uploads.requestUpload("shirt.png", "image/png", 100);
    advanceClock(4 * DAY_MS);
    await removePictures();
    for (const { uploadId } of [form, unusedForm])
      expect((await call(uploads.admin, adminApi.getUpload, { params: { uploadId } })).status).toBe(404);
  });
});

describe("a picture that is still needed stays", () => {
  test("when only one of two products that show the picture drops it", async () => {
    const [url, otherUrl] = [await uploadPicture(), await uploadPicture()];
    const product = (await createProduct(url, otherUrl)).data;
    await createProduct(url);
    await updateProduct(product, { imageUrls: [otherUrl] });
    advanceClock(2 * DAY_MS);
    await removePictures();
    expect(await countFiles(url)).toBe(3);
  });

  test("when its product drops it and shows it again", async () => {
    const [url, otherUrl] = [await uploadPicture(), await uploadPicture()];
    const product = (await createProduct(url, otherUrl)).data;
    const withoutPicture = (await updateProduct(product, { imageUrls: [otherUrl] })).data;
    expect((await updateProduct(withoutPicture, { imageUrls: [otherUrl, url] })).status).toBe(200);
    advanceClock(2 * DAY_MS);
    await removePictures();
    expect(await countFiles(url)).toBe(3);
  });

  test("when an order was placed, even an unpaid one, while it was the product's main picture", async () => {
    const [mainUrl, secondUrl, newUrl] = [
      await uploadPicture(),
      await uploadPicture(),
      await uploadPicture(),
    ];
    const product = (await createProduct(mainUrl, secondUrl)).data;
    const { sessionId } = await driver.openCheckout([[product, 1]]);
    await driver.release(sessionId);
    expect((await updateProduct(product, { imageUrls: [newUrl] })).status).toBe(200);
    advanceClock(2 * DAY_MS);
    await removePictures();
    expect([await countFiles(mainUrl), await countFiles(secondUrl), await countFiles(newUrl)]).toEqual([
      3, 0, 3,
    ]);
  });

  test("when the stock of its ordered product is invalid", async () => {
    const [url, newUrl] = [await uploadPicture(), await uploadPicture()];
    const product = (await createProduct(url)).data;
    await driver.release((await driver.openCheckout([[product, 1]])).sessionId);
    expect((await updateProduct(product, { imageUrls: [newUrl] })).status).toBe(200);
    const items = await shop.table.partition(`PRODUCT#${product.id}`);
    await shop.table.put({ ...items.find(({ sk }) => sk === "STOCK#-"), available: "ten" });
    advanceClock(2 * DAY_MS);
    await removePictures();
    expect(await countFiles(url)).toBe(3);
  });

  test("when it shows the color of an ordered product", async () => {
    const [mainUrl, colorUrl, otherUrl] = [
      await uploadPicture(),
      await uploadPicture(),
      await uploadPicture(),
    ];
    const variants = [
      { size: "M", color: "Forest", stock: 3 },
      { size: "L", color: "Forest", stock: 3 },
    ];
    const createdProduct = (await createProduct(mainUrl, colorUrl, otherUrl)).data;
    const product = (
      await updateProduct(createdProduct, {
        imageUrls: [mainUrl, colorUrl, otherUrl],
        imageColors: { [colorUrl]: "Forest" },
        variants,
        stockWas: {},
      })
    ).data;
    expect(product.imageColors).toEqual({ [colorUrl]: "Forest" });
    const { orderId } = await driver.openCheckout([[product, 1, product.variants?.[1]?.id ?? ""]]);
    expect((await orderOf(shop.table, orderId)).items[0]?.imageUrl).toBe(colorUrl);
    await deleteProduct(product);
    advanceClock(2 * DAY_MS);
    await removePictures();
    expect([await countFiles(mainUrl), await countFiles(colorUrl), await countFiles(otherUrl)]).toEqual([
      3, 3, 0,
    ]);
  });

  test("when an order shows it because the ordered color has no picture of its own", async () => {
    const [redUrl, plainUrl, newUrl] = [await uploadPicture(), await uploadPicture(), await uploadPicture()];
    const { data: product } = await call(uploads.admin, adminApi.createProduct, {
      body: {
        ...productFields,
        imageUrls: [redUrl, plainUrl],
        imageColors: { [redUrl]: "Red" },
        variants: [
          { color: "Red", stock: 3 },
          { color: "Blue", stock: 3 },
        ],
      },
    });
    const { orderId } = await driver.openCheckout([[product, 1, product.variants?.[1]?.id ?? ""]]);
    expect((await orderOf(shop.table, orderId)).items[0]?.imageUrl).toBe(plainUrl);
    const change = { imageUrls: [redUrl, newUrl], variants: product.variants ?? [], stockWas: {} };
    expect((await updateProduct(product, change)).status).toBe(200);
    advanceClock(2 * DAY_MS);
    await removePictures();
    expect(await countFiles(plainUrl)).toBe(3);
  });

  test("when an order was placed after an admin had made it the main picture by moving it to the front", async () => {
    const [firstUrl, secondUrl] = [await uploadPicture(), await uploadPicture()];
    const product = (await createProduct(firstUrl, secondUrl)).data;
    const reorderedProduct = (await updateProduct(product, { imageUrls: [secondUrl, firstUrl] })).data;
    await driver.openCheckout([[reorderedProduct, 1]]);
    await deleteProduct(reorderedProduct);
    advanceClock(2 * DAY_MS);
    await removePictures();
    expect(await countFiles(secondUrl)).toBe(3);
  });
});

describe("removing pictures and saving products", () => {
  test("a concurrent save keeps the picture or is refused, so that no product shows a missing picture", async () => {
    const urls = await Promise.all(Array.from({ length: 8 }, uploadPicture));
    advanceClock(DAY_MS + HOUR_MS);
    const [, ...saves] = await Promise.all([removePictures(), ...urls.map((url) => createProduct(url))]);
    for (const [i, save] of saves.entries()) {
      const url = urls[i] ?? "";
      if (save.status === 201) expect(await countFiles(url)).toBe(3);
      else {
        expect(save.error.fields).toEqual({
          imageUrls: "An image is not there any more. Please remove it and upload it again.",
        });
        expect(await countFiles(url)).toBe(0);
      }
    }
  });

  test("the next run finishes a removal that was interrupted by a crash", async () => {
    const url = await uploadPicture();
    advanceClock(DAY_MS + HOUR_MS);
    const uploadItems = await readUpload(url);
    await shop.table.put({ ...uploadItems[0], status: "gone" });
    expect((await createProduct(url)).status).toBe(400);
    await removePictures();
    expect(await countFiles(url)).toBe(0);
    await removePictures();
    const [item] = await readUpload(url);
    expect(item).toMatchObject({ status: "gone" });
    expect(item?.["duePk"]).toBeUndefined();
  });

  test("a product with a picture that is unknown, was never uploaded or has another extension is refused", async () => {
    const unusedForm = await uploads.requestUpload("shirt.png", "image/png", 100);
    const validUrl = await uploadPicture();
    for (const url of [
      unusedForm.imageUrl,
      "/media/products/upl_01ARZ3NDEKTSV4RRFFQ69G5FAV.png",
      validUrl.replace(".png", ".gif"),
    ])
      expect((await createProduct(url)).status, url).toBe(400);
    expect((await createProduct(validUrl)).status).toBe(201);
  });
});
