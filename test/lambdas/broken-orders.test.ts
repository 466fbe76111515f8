import { beforeAll, describe, expect, test } from "vitest";
import { requireAnswerSize } from "../../infra/local/functions/answer-size.ts";
import { newId } from "../../lambdas/lib/ids.ts";
import { orderItem } from "../../lambdas/orders/order-table.ts";
import { adminApi } from "../../shared/api-admin.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import { orderOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import { call } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";
import type { Item } from "../support/table.ts";

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
const tee = testProduct({ stock: 500 });

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  await stockUp(shop.table, tee);
});

/** Creates a paid order, then changes stored attributes, or removes those that are undefined in `change`. */
async function createInvalidOrder(change: Item): Promise<string> {
  const { orderId } = await driver.buyAndPay([[tee, 1]]);
  const item = (await shop.table.partition(`ORDER#${orderId}`)).find(({ sk }) => sk === "ORDER");
  const applyChange = (stored: object) =>
    Object.fromEntries(Object.entries({ ...stored, ...change }).filter(([, value]) => value !== undefined));
  await shop.table.put({ ...applyChange(item ?? {}), summary: applyChange(item?.["summary"] ?? {}) });
  return orderId;
}
const idsOf = (orders: readonly { orderId: string }[]) => orders.map(({ orderId }) => orderId);

test("an order without a status is shown as pending, in the list and when it is opened", async () => {
  const orderId = await createInvalidOrder({ orderStatus: undefined });
  const { orders, broken } = (await office.listOrders()).data;
  expect(orders.find((order) => order.orderId === orderId)?.orderStatus).toBe(ORDER_STATUS.pending);
  expect(broken).toEqual([]);
  expect((await office.getOrder(orderId)).data.orderStatus).toBe(ORDER_STATUS.pending);
  const response = await office.change(orderId, { orderStatus: ORDER_STATUS.completed });
  expect(response.data.orderStatus).toBe(ORDER_STATUS.completed);
});

describe("an order that cannot be read", () => {
  test("is listed as broken with its wrong attributes; the other orders are listed, in pages of any size", async () => {
    const orderBefore = (await driver.openCheckout([[tee, 1]])).orderId;
    const invalidIds = [
      await createInvalidOrder({ total: "much" }),
      await createInvalidOrder({ items: "none", version: "one" }),
      await createInvalidOrder({ customer: 1, hold: undefined }),
    ];
    const orderAfter = (await driver.openCheckout([[tee, 1]])).orderId;
    for (const limit of ["1", "2", "100"]) {
      const [orders, broken]: [string[], { orderId: string; problems: string[] }[]] = [[], []];
      let cursor: string | undefined;
      do {
        const page = (await office.listOrders({ limit, ...(cursor ? { cursor } : {}) })).data;
        orders.push(...idsOf(page.orders));
        broken.push(...page.broken);
        cursor = page.cursor;
      } while (cursor);
      expect(orders.slice(0, 2)).toEqual([orderAfter, orderBefore]);
      expect(new Set(idsOf(broken))).toEqual(new Set(invalidIds));
      expect(broken.find(({ orderId }) => orderId === invalidIds[1])?.problems).toEqual(["items", "version"]);
    }
    const changedOrders = (await office.listOrders({ since: new Date(Date.now() - 60_000).toISOString() }))
      .data;
    expect(idsOf(changedOrders.orders)).toEqual(expect.arrayContaining([orderBefore, orderAfter]));
    expect(new Set(idsOf(changedOrders.broken))).toEqual(new Set(invalidIds));
  });

  test("gets an error that names the wrong attributes when an admin opens, changes or refunds the order", async () => {
    const id = await createInvalidOrder({
      financialInfo: { subtotal: 25, shipping: 0, total: "much", refunded: 0 },
    });
    const request = { params: { id } };
    const responses = [
      await office.getOrder(id),
      await call(office.handler, adminApi.changeOrder, {
        ...request,
        body: { orderStatus: ORDER_STATUS.completed, version: 1 },
      }),
      await call(office.handler, adminApi.requestRefund, {
        ...request,
        body: { refundId: "refund-1", version: 1 },
      }),
    ];
    for (const { status, error } of responses) {
      expect([status, error.code]).toEqual([500, "internal"]);
      expect(error.message).toMatch(/^This order cannot be shown: .*\(financialInfo\.total\)/);
    }
  });

  test("does not prevent reading the holds on a product", async () => {
    await createInvalidOrder({ items: [{ productId: tee.id }] });
    const { orderId } = await driver.openCheckout([[tee, 2]]);
    const stock = await call(office.handler, adminApi.getStock, { params: { id: tee.id } });
    expect(stock.data.variants[0]?.holds.map((hold) => hold.orderId)).toContain(orderId);
  });
});

test("a page of orders ends early when the response would be too large, and the next page continues", async () => {
  const { orderId } = await driver.openCheckout([[tee, 1]]);
  const sample = await orderOf(shop.table, orderId);
  const [item] = sample.items;
  if (!item) throw new Error("The order has no item");
  const items = Array.from({ length: 40 }, () => ({
    ...item,
    name: "漢".repeat(120),
    size: "漢".repeat(40),
  }));
  const count = 250;
  const firstMs = Date.parse("2030-01-01T00:00:00.000Z");
  const largeOrders = Array.from({ length: count }, (_, i) => {
    const at = new Date(firstMs + i * 1000).toISOString();
    return {
      ...sample,
      items,
      orderId: newId("ord", firstMs + i * 1000),
      createdAt: at,
      orderDate: at,
      updatedAt: at,
    };
  });
  await Promise.all(largeOrders.map((order) => shop.table.put(orderItem(order))));
  await shop.table.put({ pk: "MONTHS", sk: "2030-01" });
  const foundIds: string[] = [];
  const firstCursor = Buffer.from(JSON.stringify({ at: "2030-01-31T00:00:00.000Z", id: newId("ord", 1) }));
  let cursor: string | undefined = firstCursor.toString("base64url");
  let pageCount = 0;
  while (cursor && foundIds.length < count) {
    const response = await office.listOrders({ limit: "1000", cursor });
    requireAnswerSize("list", { statusCode: 200, headers: response.headers, body: response.body });
    foundIds.push(
      ...idsOf(response.data.orders).filter((id) => largeOrders.some((order) => order.orderId === id)),
    );
    cursor = response.data.cursor;
    pageCount += 1;
  }
  expect(foundIds).toEqual(idsOf(largeOrders).toReversed());
  expect(pageCount).toBeGreaterThan(1);
});
