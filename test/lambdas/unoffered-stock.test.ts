import { beforeAll, describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import type { BodyInput } from "../../shared/endpoint.ts";
import type { ProductChange } from "../../shared/product-input.ts";
import type { Product } from "../../shared/product.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { stockOf } from "../support/invariants.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { addProduct, testProduct } from "../support/fixtures.ts";
import { call } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
});

const saveProduct = async (product: Product, change: Partial<ProductChange>) => {
  const { name, description, price, category, imageUrls, version, stock } = product;
  const productFields = { name, description, price, category, imageUrls, version, stock };
  const body = { ...productFields, ...change };
  return (await call(office.handler, adminApi.updateProduct, { params: { id: product.id }, body })).data;
};
const listUnoffered = async ({ id }: Product) =>
  (await call(office.handler, adminApi.getStock, { params: { id } })).data.unoffered.map(
    ({ variantId, size, color, available, held }) => ({ variantId, size, color, available, held }),
  );
const countUnoffered = async ({ id }: Product) =>
  (await call(office.handler, adminApi.listProductsAsAdmin)).data.unoffered.find(
    ({ productId }) => productId === id,
  )?.pieces;
const movePieces = ({ id }: Product, body: BodyInput<typeof adminApi.moveUnoffered>) =>
  call(office.handler, adminApi.moveUnoffered, { params: { id }, body });

const SIZE_M = { id: "m", size: "M", color: "Char", stock: 5 };
const SIZE_L = { id: "l", size: "L", color: "Char", stock: 3 };

describe("pieces that are no longer offered", () => {
  test("are listed with the variant's name, also those whose hold has ended, and can be moved to an offered variant", async () => {
    const product = await addProduct(shop.table, { variants: [SIZE_M, SIZE_L] });
    const { sessionId } = await driver.openCheckout([[product, 2, "m"]]);
    const savedProduct = await saveProduct(product, { variants: [SIZE_L], stockWas: { m: 3, l: 3 } });
    expect(await listUnoffered(savedProduct)).toEqual([
      { variantId: "m", size: "M", color: "Char", available: 3, held: 2 },
    ]);
    expect(await countUnoffered(savedProduct)).toBe(5);
    await driver.release(sessionId);
    expect(await listUnoffered(savedProduct)).toEqual([
      { variantId: "m", size: "M", color: "Char", available: 5, held: 0 },
    ]);
    expect((await movePieces(savedProduct, { from: "m", to: "l", pieces: 5 })).data).toMatchObject({
      variants: [{ variantId: "l", available: 8, held: 0 }],
      unoffered: [],
    });
    expect(await countUnoffered(savedProduct)).toBeUndefined();
    // A repeated request moves nothing.
    expect((await movePieces(savedProduct, { from: "m", to: "l", pieces: 5 })).status).toBe(409);
    expect((await stockOf(shop.table, savedProduct, "l")).available).toBe(8);
  });

  test("are listed also when a cancelled order brings them back after their sold-out size was removed", async () => {
    const product = await addProduct(shop.table, { variants: [{ ...SIZE_M, stock: 2 }, SIZE_L] });
    const { orderId } = await driver.buyAndPay([[product, 2, "m"]]);
    const savedProduct = await saveProduct(product, { variants: [SIZE_L], stockWas: { m: 0, l: 3 } });
    expect(await countUnoffered(savedProduct)).toBeUndefined();
    await office.change(orderId, { orderStatus: ORDER_STATUS.cancelled, refund: true, restock: true });
    expect(await listUnoffered(savedProduct)).toMatchObject([{ variantId: "m", available: 2, held: 0 }]);
    expect(await countUnoffered(savedProduct)).toBe(2);
    await movePieces(savedProduct, { from: "m", to: "l", pieces: 2 });
    expect(await countUnoffered(savedProduct)).toBeUndefined();
  });

  test("are listed also when a product gets its first variants, and can be written off", async () => {
    const product = await addProduct(shop.table, { stock: 10 });
    await driver.openCheckout([[product, 1]]);
    const savedProduct = await saveProduct(product, { variants: [{ size: "M", stock: 9 }], stockWas: {} });
    expect(await listUnoffered(savedProduct)).toMatchObject([
      { variantId: undefined, available: 9, held: 1 },
    ]);
    const { data } = await movePieces(savedProduct, { from: null, pieces: 9 });
    expect(data.unoffered).toMatchObject([{ available: 0, held: 1 }]);
    expect(await countUnoffered(savedProduct)).toBe(1);
    expect(await stockOf(shop.table, savedProduct)).toEqual({ available: 0, held: 1, sold: 0 });
  });

  test("can be moved to the product itself when it no longer has variants", async () => {
    const product = await addProduct(shop.table, { variants: [SIZE_M] });
    const savedProduct = await saveProduct(product, { stock: 1, stockWas: 0 });
    expect((await movePieces(savedProduct, { from: "m", to: null, pieces: 5 })).data.variants).toMatchObject([
      { available: 6 },
    ]);
  });

  test("keep their variant's name after more saves, and are no longer listed when the variant returns", async () => {
    const product = await addProduct(shop.table, { variants: [SIZE_M, SIZE_L] });
    const productAfterFirstSave = await saveProduct(product, {
      variants: [SIZE_L],
      stockWas: { m: 5, l: 3 },
    });
    const productAfterSecondSave = await saveProduct(productAfterFirstSave, {
      name: "Renamed",
      variants: [SIZE_L],
      stockWas: { l: 3 },
    });
    expect(await listUnoffered(productAfterSecondSave)).toMatchObject([
      { size: "M", color: "Char", available: 5 },
    ]);
    const productAfterThirdSave = await saveProduct(productAfterSecondSave, {
      variants: [SIZE_L, SIZE_M],
      stockWas: { l: 3, m: 5 },
    });
    expect(await listUnoffered(productAfterThirdSave)).toEqual([]);
    expect(productAfterThirdSave.variants?.map(({ stock }) => stock)).toEqual([3, 5]);
  });
});

describe("a move", () => {
  test.each<
    [description: string, body: BodyInput<typeof adminApi.moveUnoffered>, status: number, field?: string]
  >([
    ["from an offered variant", { from: "l", to: null, pieces: 3 }, 400, "from"],
    ["to a variant that is not offered", { from: "m", to: "xl", pieces: 5 }, 400, "to"],
    ["to the product itself, which has variants,", { from: "m", to: null, pieces: 5 }, 400, "to"],
    ["to the same variant", { from: "m", to: "m", pieces: 5 }, 400, "to"],
    ["of no pieces", { from: "m", to: "l", pieces: 0 }, 400, "pieces"],
    ["of more pieces than there are", { from: "m", to: "l", pieces: 6 }, 409],
    ["that writes off fewer pieces than there are", { from: "m", pieces: 4 }, 409],
    ["from an unknown variant", { from: "__proto__", to: "l", pieces: 1 }, 409],
  ])("%s is refused and changes nothing", async (_, body, status, field) => {
    const product = await addProduct(shop.table, { variants: [SIZE_M, SIZE_L] });
    const savedProduct = await saveProduct(product, { variants: [SIZE_L], stockWas: { m: 5, l: 3 } });
    const response = await movePieces(savedProduct, body);
    expect([response.status, Object.keys(response.error.fields ?? {})]).toEqual([
      status,
      field ? [field] : [],
    ]);
    expect([
      await stockOf(shop.table, savedProduct, "m"),
      await stockOf(shop.table, savedProduct, "l"),
    ]).toEqual([
      { available: 5, held: 0, sold: 0 },
      { available: 3, held: 0, sold: 0 },
    ]);
  });

  test("of a product that is not in the shop gets 404", async () => {
    expect((await movePieces(testProduct(), { from: "m", pieces: 1 })).status).toBe(404);
  });

  test.each([0, 1, 2])(
    "that was interrupted after %i of the three steps that follow its start is finished once, when the stock is read",
    async (stepCount) => {
      const product = await addProduct(shop.table, { variants: [SIZE_M, SIZE_L] });
      const savedProduct = await saveProduct(product, { variants: [SIZE_L], stockWas: { m: 5, l: 3 } });
      const table = await import("../../lambdas/products/unoffered-stock-table.ts");
      const interruptedMove = { id: "mov_1", productId: savedProduct.id, from: "m", to: "l", pieces: 5 };
      await table.startMove(interruptedMove);
      const items = await shop.table.partition(`PRODUCT#${savedProduct.id}`);
      const itemBefore = (sk: string) => items.find((item) => item["sk"] === sk) ?? {};
      if (stepCount >= 1) {
        await table.finishMove(interruptedMove);
        // Restores the items to their state before the steps that the interrupted move did not reach.
        if (stepCount === 1) await shop.table.put(itemBefore("STOCK#m"));
        await shop.table.put({ ...itemBefore("STOCK#l"), available: 8, movedIn: new Set(["mov_1"]) });
      }
      await Promise.all([listUnoffered(savedProduct), listUnoffered(savedProduct)]);
      expect(await listUnoffered(savedProduct)).toEqual([]);
      expect((await stockOf(shop.table, savedProduct, "l")).available).toBe(8);
      expect((await stockOf(shop.table, savedProduct, "m")).available).toBe(0);
    },
  );
});
