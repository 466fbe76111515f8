import { beforeAll, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import type { Product } from "../../shared/product.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
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

const readStock = ({ id }: Product) => call(office.handler, adminApi.getStock, { params: { id } });

test("the stock of a product has each variant's available and sold pieces, and its holds with their order id and end", async () => {
  const tee = testProduct({
    variants: [
      { id: "s", size: "S", stock: 5 },
      { id: "m", size: "M", stock: 7 },
    ],
  });
  const otherProduct = testProduct();
  await stockUp(shop.table, tee, otherProduct);
  const firstOrder = await driver.openCheckout([
    [tee, 2, "m"],
    [otherProduct, 1],
  ]);
  const secondOrder = await driver.openCheckout([[tee, 1, "m"]]);
  await driver.buyAndPay([[tee, 3, "s"]]);
  const readHoldEnd = async (orderId: string) =>
    (await shop.table.partition(`ORDER#${orderId}`)).flatMap(({ sk, hold }) =>
      sk === "ORDER" ? [(hold as { endsAt: string }).endsAt] : [],
    )[0];
  expect((await readStock(tee)).data.variants).toEqual([
    {
      variantId: "m",
      available: 4,
      held: 3,
      sold: 0,
      holds: [
        { orderId: firstOrder.orderId, quantity: 2, endsAt: await readHoldEnd(firstOrder.orderId) },
        { orderId: secondOrder.orderId, quantity: 1, endsAt: await readHoldEnd(secondOrder.orderId) },
      ],
    },
    { variantId: "s", available: 2, held: 0, sold: 3, holds: [] },
  ]);
  await driver.release(firstOrder.sessionId);
  expect((await readStock(tee)).data.variants[0]).toMatchObject({
    available: 6,
    held: 1,
    holds: [{ orderId: secondOrder.orderId, quantity: 1 }],
  });
});

test("the stock of a product without variants has one entry, and a deleted or unknown product gets 404", async () => {
  const tee = testProduct({ stock: 3 });
  await stockUp(shop.table, tee);
  expect((await readStock(tee)).data).toEqual({
    variants: [{ available: 3, held: 0, sold: 0, holds: [] }],
    unoffered: [],
  });
  await call(office.handler, adminApi.deleteProduct, { params: { id: tee.id } });
  expect((await readStock(tee)).status).toBe(404);
  expect((await readStock(testProduct())).status).toBe(404);
});
