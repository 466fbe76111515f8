import { beforeAll, describe, expect, test, vi } from "vitest";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
/** Ids of seven orders from four months, oldest first. */
const orderIds: string[] = [];
const DAY_MS = 86_400_000;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  const tee = testProduct({ stock: 500 });
  await stockUp(shop.table, tee);
  advanceClock(Date.parse("2027-01-30T10:00:00.000Z") - Date.now());
  for (const days of [0, 1, 2, 40, 0, 31, 0]) {
    advanceClock(days * DAY_MS + 1000);
    orderIds.push((await driver.openCheckout([[tee, 1]])).orderId);
  }
});

/** Reads the list page by page; returns the order ids of each page. */
async function listPages(query: Record<string, string>): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const { orders, cursor: next } = (await office.listOrders({ ...query, ...(cursor ? { cursor } : {}) }))
      .data;
    pages.push(orders.map(({ orderId }) => orderId));
    cursor = next;
  } while (cursor && pages.length < 20);
  return pages;
}

describe("the list of orders", () => {
  test("lists orders of all months, newest first", async () => {
    const { orders, cursor, oldest } = (await office.listOrders()).data;
    expect(orders.map(({ orderId }) => orderId)).toEqual(orderIds.toReversed());
    expect(cursor).toBeUndefined();
    expect(oldest).toBe("2027-01");
    expect(orders[0]).toMatchObject({
      customer: { name: "Grace Hopper", email: "grace@example.com" },
      items: [{ name: "Angel's Share Tee", quantity: 1 }],
      total: 25,
      orderStatus: ORDER_STATUS.pending,
      paymentStatus: "unpaid",
    });
  });

  test.each([1, 2, 3, 6, 7, 8])("lists every order once, in pages of %i", async (limit) => {
    const pages = await listPages({ limit: String(limit) });
    expect(pages.flat()).toEqual(orderIds.toReversed());
    expect(pages).toHaveLength(Math.ceil(7 / limit));
  });

  test("lists orders that changed since a time, earliest change first, in pages of any size", async () => {
    const since = new Date(Date.now() + 1).toISOString();
    expect((await office.listOrders({ since })).data.orders).toEqual([]);
    for (const id of [orderIds[5], orderIds[0], orderIds[3]]) {
      advanceClock(1000);
      await office.change(id ?? "", { orderStatus: ORDER_STATUS.cancelled });
    }
    for (const limit of ["1", "2", "50"])
      expect((await listPages({ since, limit })).flat()).toEqual([orderIds[5], orderIds[0], orderIds[3]]);
    // A client may send a time with four decimals.
    expect((await listPages({ since: since.replace("Z", "0Z") })).flat()).toHaveLength(3);
  });

  const encodeCursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const validId = "ord_01ARZ3NDEKTSV4RRFFQ69G5FAV";
  test.each([
    ["that is not base64", "%%%"],
    ["that is empty", ""],
    ["with an array", encodeCursor([1])],
    ["with null", encodeCursor(null)],
    [
      "with another partition's key as id",
      encodeCursor({ at: "2027-01-30T10:00:00.000Z", id: "ord_#CATALOGUE" }),
    ],
    ["with a partition key as time", encodeCursor({ at: "CATALOGUE#2027", id: validId })],
    ["with a DynamoDB key", encodeCursor({ listPk: "CATALOGUE", listSk: "PRODUCT#" })],
    ["with __proto__", encodeCursor({ ["__proto__"]: { at: "2027-01-30T10:00:00.000Z", id: validId } })],
    ["that is too long", "x".repeat(2001)],
  ])("answers 400 to the forged cursor %s", async (_, cursor) => {
    const response = await office.listOrders({ cursor });
    expect([response.status, Object.keys(response.error.fields ?? {})]).toEqual([400, ["cursor"]]);
  });

  test.each([
    ["limit", "0"],
    ["limit", "1001"],
    ["limit", "x"],
    ["limit", ""],
    ["since", "yesterday"],
    ["since", "1999-01-01T00:00:00Z"],
  ])("answers 400 to %s=%s", async (name, value) => {
    const response = await office.listOrders({ [name]: value });
    expect([response.status, Object.keys(response.error.fields ?? {})]).toEqual([400, [name]]);
  });
});

test("the list shows an order although an earlier version of the shop stored 'dispute-lost' as its reason not to send the items", async () => {
  const [orderId = ""] = orderIds;
  const stored = (await shop.table.partition(`ORDER#${orderId}`)).find(({ sk }) => sk === "ORDER") ?? {};
  const summary = { ...(stored["summary"] as object), doNotSend: "dispute-lost" };
  await shop.table.put({ ...stored, summary });
  const { orders, broken } = (await office.listOrders()).data;
  expect([orders.at(-1), broken]).toMatchObject([{ orderId, doNotSend: "dispute-lost" }, []]);
});

test("the list leaves out an order whose stored status is invalid, and logs the order", async () => {
  const [invalidId = "", ...validIds] = orderIds;
  const [item] = (await shop.table.partition(`ORDER#${invalidId}`)).filter(({ sk }) => sk === "ORDER");
  await shop.table.put({ ...item, summary: { ...(item?.["summary"] as object), orderStatus: "lost" } });
  const logError = vi.spyOn((await import("../../lambdas/lib/log.ts")).log, "error");
  expect((await listPages({})).flat()).toEqual(validIds.toReversed());
  expect(logError.mock.calls).toEqual([
    ["A stored item does not fit", { pk: `ORDER#${invalidId}`, sk: "ORDER", wrong: ["summary.orderStatus"] }],
  ]);
});
