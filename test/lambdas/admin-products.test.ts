import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import { MAX_VARIANTS, type ProductInput } from "../../shared/product-input.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import { checkInvariants, orderOf, stockOf } from "../support/invariants.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { orderData, eventInDays } from "../support/fixtures.ts";
import { call } from "../support/invoke.ts";
import { productForms, SHIRT_FORM } from "../support/product-forms.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
});

const { postProduct, createProduct, updateProduct, listProducts } = productForms(() => office);
const deleteProduct = (id: string) => call(office.handler, adminApi.deleteProduct, { params: { id } });

describe("adding a product", () => {
  const countProducts = async () => (await listProducts()).length;

  test("is done once for each request id, also if the request is sent twice at the same time or again later", async () => {
    const [countBefore, requestId] = [await countProducts(), randomUUID()];
    const form = { ...SHIRT_FORM, requestId, variants: [{ size: "M", stock: 4 }] };
    const [firstResponse, secondResponse] = await Promise.all([postProduct(form), postProduct(form)]);
    expect([firstResponse.status, secondResponse.status]).toEqual([201, 201]);
    expect(secondResponse.data.id).toBe(firstResponse.data.id);
    await driver.openCheckout([[firstResponse.data, 1, firstResponse.data.variants?.[0]?.id ?? ""]]);
    expect((await postProduct(form)).data).toMatchObject({ id: firstResponse.data.id, stock: 3 });
    expect(await countProducts()).toBe(countBefore + 1);
  });

  test("with the id of an earlier request, but other values, is refused", async () => {
    const [countBefore, requestId] = [await countProducts(), randomUUID()];
    expect((await postProduct({ ...SHIRT_FORM, requestId })).status).toBe(201);
    const { status, error } = await postProduct({ ...SHIRT_FORM, price: 30, requestId });
    expect([status, error.message]).toEqual([409, apiMessages.productRequestReused]);
    expect(await countProducts()).toBe(countBefore + 1);
    expect((await postProduct({ ...SHIRT_FORM, requestId: "1" })).error.fields).toHaveProperty("requestId");
  });

  test("succeeds with the request id of a request that was refused because its pictures were gone", async () => {
    const requestId = randomUUID();
    const imageUrls = ["/media/products/upl_01KAKQ7W3E5S8V2M4N6P8R0T1X.webp"];
    expect((await postProduct({ ...SHIRT_FORM, requestId, imageUrls })).status).toBe(400);
    expect((await postProduct({ ...SHIRT_FORM, requestId })).status).toBe(201);
  });
});

describe("changing a product", () => {
  test("changes the stock by the difference from the stock that the form showed, so later sales still count", async () => {
    const product = await createProduct({ stock: 10 });
    await driver.openCheckout([[product, 3]]);
    const { data } = await updateProduct(product.id, {
      name: "New name",
      version: 1,
      stock: 10,
      stockWas: 10,
    });
    expect(data).toMatchObject({ name: "New name", version: 2, stock: 7, createdAt: product.createdAt });
    expect((await updateProduct(product.id, { version: 2, stock: 12, stockWas: 7 })).data.stock).toBe(12);
    expect(await stockOf(shop.table, product)).toEqual({ available: 12, held: 3, sold: 0 });
  });

  test("never makes stock negative", async () => {
    const product = await createProduct({ stock: 10 });
    await driver.openCheckout([[product, 8]]);
    expect((await updateProduct(product.id, { version: 1, stock: 4, stockWas: 10 })).data.stock).toBe(0);
    expect(await stockOf(shop.table, product)).toEqual({ available: 0, held: 8, sold: 0 });
  });

  test("changes stock per variant, adds a new variant, and removes a dropped variant from the shop", async () => {
    const product = await createProduct({
      variants: [
        { id: "m", size: "M", stock: 5 },
        { id: "l", size: "L", stock: 5 },
      ],
    });
    await driver.openCheckout([[product, 2, "m"]]);
    const { data } = await updateProduct(product.id, {
      version: 1,
      variants: [
        { id: "m", size: "M", stock: 6 },
        { id: "xl", size: "XL", stock: 9 },
      ],
      stockWas: { m: 5, l: 5 },
    });
    expect(data.variants?.map(({ id, stock }) => [id, stock])).toEqual([
      ["m", 4],
      ["xl", 9],
    ]);
    expect((await driver.send(orderData([[data, 1, "l"]]))).status).toBe(409);
  });

  test("adds to the stock once, and neither deleting the product nor asking for its stock changes the stock afterwards", async () => {
    const product = await createProduct({ stock: 3 });
    await updateProduct(product.id, { version: 1, stock: 53, stockWas: 3 });
    expect((await deleteProduct(product.id)).status).toBe(204);
    expect((await call(office.handler, adminApi.getStock, { params: { id: product.id } })).status).toBe(404);
    const item = (await shop.table.partition(`PRODUCT#${product.id}`)).find(({ sk }) => sk === "STOCK#-");
    expect([item?.["available"], item?.["listPk"]]).toEqual([53, undefined]);
  });

  test("removes a dropped variant from the catalog's index, and lists the variant again when it returns", async () => {
    const product = await createProduct({ variants: [{ id: "m", size: "M", stock: 0 }] });
    const readListPk = async () =>
      (await shop.table.partition(`PRODUCT#${product.id}`)).find(({ sk }) => sk === "STOCK#m")?.["listPk"];
    await updateProduct(product.id, {
      version: 1,
      variants: [{ id: "l", size: "L", stock: 1 }],
      stockWas: { m: 0 },
    });
    expect(await readListPk()).toBeUndefined();
    const formWithVariant = {
      version: 2,
      variants: [{ id: "m", size: "M", stock: 5 }],
      stockWas: { m: 0, l: 1 },
    };
    expect((await updateProduct(product.id, formWithVariant)).data.stock).toBe(5);
    expect(await readListPk()).toMatch(/^CATALOGUE#\d$/);
  });

  test("answers 400 when `stockWas` is one number for a product with variants", async () => {
    const product = await createProduct({ variants: [{ id: "m", size: "M", stock: 5 }] });
    const response = await updateProduct(product.id, {
      version: 1,
      variants: [{ id: "m", size: "M", stock: 5 }],
      stockWas: 5,
    });
    expect([response.status, response.error.fields]).toEqual([
      400,
      { stockWas: "Must name the stock of each variant" },
    ]);
  });

  test("answers 409 to the second of two concurrent saves, and does not apply that save", async () => {
    const product = await createProduct();
    const responses = await Promise.all(
      ["Ada's", "Grace's"].map((name) =>
        updateProduct(product.id, { name, version: 1, stock: 20, stockWas: 10 }),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await stockOf(shop.table, product)).available).toBe(20);
    const lateSave = await updateProduct(product.id, { version: 1, stockWas: 10 });
    expect([lateSave.status, lateSave.error]).toMatchObject([
      409,
      {
        reason: "product_changed",
        message: "This product was changed by someone else. Please look at it again.",
      },
    ]);
  });

  test("is done once if the same admin sends the same save again, because the answer was lost", async () => {
    const product = await createProduct({ stock: 10 });
    const save = () => updateProduct(product.id, { version: 1, stock: 15, stockWas: 10 });
    for (const { status, data } of [...(await Promise.all([save(), save()])), await save()])
      expect([status, data.version, data.stock]).toEqual([200, 2, 15]);
    expect((await stockOf(shop.table, product)).available).toBe(15);
  });

  test("is done once if the same admin sends the same save again after up to nine other saves; later the save is refused", async () => {
    const product = await createProduct({ stock: 10 });
    const save = () => updateProduct(product.id, { version: 1, stock: 15, stockWas: 10 });
    await save();
    for (let version = 2; version <= 10; version++)
      await updateProduct(product.id, { version, stock: 20 + version, stockWas: 20 + version });
    expect(await save()).toMatchObject({ status: 200, data: { version: 11, stock: 15 } });
    await updateProduct(product.id, { version: 11, stock: 30, stockWas: 30 });
    expect((await save()).status).toBe(409);
    expect((await stockOf(shop.table, product)).available).toBe(15);
  });

  test("requires version and stockWas, and answers 404 for an unknown product", async () => {
    const product = await createProduct();
    expect(Object.keys((await updateProduct(product.id, {})).error.fields ?? {})).toEqual([
      "version",
      "stockWas",
    ]);
    expect((await updateProduct("prd_none", { version: 1, stockWas: 0 })).status).toBe(404);
  });

  test("does not conflict with a concurrent sale", async () => {
    const product = await createProduct({ stock: 50 });
    const sales = Array.from({ length: 20 }, () => driver.send(orderData([[product, 1]])));
    const [saved, ...responses] = await Promise.all([
      updateProduct(product.id, { version: 1, stock: 60, stockWas: 50 }),
      ...sales,
    ]);
    expect([saved.status, ...responses.map(({ status }) => status)]).toEqual(
      Array.from({ length: 21 }, () => 200),
    );
    expect(await stockOf(shop.table, product)).toEqual({ available: 40, held: 20, sold: 0 });
    await checkInvariants(shop.table);
  });
});

describe("deleting a product", () => {
  test("removes the product from the shop immediately; existing orders keep their lines and can still be paid", async () => {
    const product = await createProduct({ name: "Short-lived" });
    const { orderId, sessionId } = await driver.openCheckout([[product, 1]]);
    expect((await deleteProduct(product.id)).status).toBe(204);
    expect((await listProducts()).map(({ id }) => id)).not.toContain(product.id);
    expect((await driver.send(orderData([[product, 1]]))).error.lines).toMatchObject([
      { id: product.id, price: null, available: 0 },
    ]);
    await driver.pay(sessionId);
    expect(await orderOf(shop.table, orderId)).toMatchObject({
      paymentStatus: "paid",
      items: [{ name: "Short-lived", priceEach: 24.99 }],
    });
    await checkInvariants(shop.table);
  });

  test("is refused for an event with guests until the event is over, and so is saving the event as merchandise", async () => {
    const ticket = { category: "ticket", event: eventInDays(1) } as const;
    const product = await createProduct(ticket);
    await driver.openCheckout([[product, 1]]);
    const refusedResponses = [
      await deleteProduct(product.id),
      await updateProduct(product.id, { version: 1, stockWas: 10 }),
    ];
    for (const { status, error } of refusedResponses)
      expect([status, error.message, error.reason]).toEqual([409, apiMessages.eventHasGuests, undefined]);
    expect((await updateProduct(product.id, { ...ticket, version: 1, stockWas: 10 })).status).toBe(200);
    advanceClock(2 * 86_400_000);
    expect((await deleteProduct(product.id)).status).toBe(204);
    expect((await deleteProduct((await createProduct({ ...ticket, event: eventInDays(9) })).id)).status).toBe(
      204,
    );
  });

  /** Saves a product `generations` times, each time with 40 new variants. `stock(i)`: the pieces of each variant of save i. */
  const saveVariants = async (
    fields: Partial<ProductInput>,
    generations: number,
    stock: (i: number) => number,
  ) => {
    const variants = (i: number) =>
      Array.from({ length: MAX_VARIANTS }, (_, n) => ({ size: `${i}-${n}`, stock: stock(i) }));
    const product = await createProduct({ ...fields, variants: variants(1) });
    for (let i = 2; i <= generations; i++) {
      const change = { ...fields, variants: variants(i), version: i - 1, stockWas: {} };
      expect((await updateProduct(product.id, change)).status).toBe(200);
    }
    return product;
  };

  test("is refused for an event with tickets in more variants than one transaction can check, and so is saving the event as merchandise", async () => {
    const ticket = { category: "ticket", event: eventInDays(1) } as const;
    const product = await saveVariants(ticket, 3, () => 1);
    const refusedResponses = [
      await updateProduct(product.id, { version: 3, stockWas: 0 }),
      await deleteProduct(product.id),
    ];
    for (const { status, error } of refusedResponses)
      expect([status, error.message]).toEqual([409, apiMessages.eventTooLarge]);
  });

  test("first removes variants with pieces for sale from the index, if there are more variants than one transaction can write", async () => {
    const product = await saveVariants({}, 3, (i) => (i === 3 ? 1 : 0));
    expect((await deleteProduct(product.id)).status).toBe(204);
    const items = await shop.table.partition(`PRODUCT#${product.id}`);
    expect(items.filter(({ available, listPk }) => Number(available) > 0 && listPk !== undefined)).toEqual(
      [],
    );
  });

  test("leaves nothing in the catalog's index", async () => {
    const product = await createProduct({
      variants: [
        { id: "m", size: "M", stock: 1 },
        { id: "l", size: "L", stock: 1 },
      ],
    });
    await deleteProduct(product.id);
    const items = await shop.table.partition(`PRODUCT#${product.id}`);
    expect(items.map(({ sk, listPk }) => [sk, listPk])).toEqual([
      ["PRODUCT", undefined],
      ["STOCK#l", undefined],
      ["STOCK#m", undefined],
    ]);
  });

  test("gets 404 for a deleted or unknown product; saving a form that was opened before the deletion gets 404 too", async () => {
    const product = await createProduct();
    await deleteProduct(product.id);
    expect((await deleteProduct(product.id)).status).toBe(404);
    expect((await updateProduct(product.id, { version: 1, stockWas: 10 })).status).toBe(404);
    expect((await deleteProduct("prd_none")).status).toBe(404);
  });
});
