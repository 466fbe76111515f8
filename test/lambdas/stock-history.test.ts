import { beforeAll, describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import type { Product } from "../../shared/product.ts";
import type { StockHistoryEntry } from "../../shared/stock-history.ts";
import { STOCK_HISTORY_DAYS } from "../../shared/stock-history.ts";
import { stockKey } from "../../lambdas/products/product-table.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { ORDER_NUMBER } from "../support/order-number.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { orderData, testProduct } from "../support/fixtures.ts";
import { checkInvariants, stockOf } from "../support/invariants.ts";
import { call } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import type { Item } from "../support/table.ts";
import { advanceClock, openShop } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
});

const SIZE_M = { id: "m", size: "M", stock: 5 };
const SIZE_L = { id: "l", size: "L", stock: 3 };

const fieldsOf = ({ id: _, imageUrl: _i, createdAt: _c, updatedAt: _u, ...fields }: Product) => fields;
const createProduct = async (changes: Parameters<typeof testProduct>[0]) =>
  (await call(office.handler, adminApi.createProduct, { body: fieldsOf(testProduct(changes)) })).data;
const readProduct = async ({ id }: Product) => {
  const { products } = (await call(office.handler, adminApi.listProductsAsAdmin)).data;
  const product = products.find((candidate) => candidate.id === id);
  if (!product) throw new Error(`There is no product ${id}`);
  return product;
};
async function setStock(product: Product, stock: number): Promise<void> {
  expect((await office.saveProduct(product, { stock })).status).toBe(200);
}
const readPage = async ({ id }: Product, query: Record<string, string> = {}) =>
  (await call(office.handler, adminApi.getStockHistory, { params: { id }, query })).data;
/** Reads all pages of the history; returns the entries, the oldest first. */
async function readHistory(
  product: Product,
  query: Record<string, string> = {},
): Promise<StockHistoryEntry[]> {
  const entries: StockHistoryEntry[] = [];
  let next: string | undefined;
  do {
    const page = await readPage(product, { ...query, ...(next === undefined ? {} : { before: next }) });
    entries.push(...page.entries);
    ({ next } = page);
  } while (next !== undefined);
  return entries.reverse();
}
const summaryOf = ({ kind, change, after, orderId, by }: StockHistoryEntry) => [
  kind,
  change,
  after,
  orderId ?? by,
];

describe("the history of a stock", () => {
  test("names the admin or the order of each change, from the creation of the product to a restock", async () => {
    const tee = await createProduct({ stock: 4 });
    const paidOrder = await driver.buyAndPay([[tee, 2]]);
    const releasedOrder = await driver.openCheckout([[tee, 1]]);
    await driver.release(releasedOrder.sessionId);
    await setStock(tee, 7);
    const { data: order } = await call(office.handler, adminApi.getOrder, {
      params: { id: paidOrder.orderId },
    });
    await call(office.handler, adminApi.changeOrder, {
      params: { id: paidOrder.orderId },
      body: { orderStatus: ORDER_STATUS.cancelled, version: order.version, refund: false, restock: true },
    });
    expect((await readHistory(tee)).map(summaryOf)).toEqual([
      ["created", 4, 4, "ada"],
      ["held", -2, 2, paidOrder.orderId],
      ["sold", 0, 2, paidOrder.orderId],
      ["held", -1, 1, releasedOrder.orderId],
      ["released", 1, 2, releasedOrder.orderId],
      ["edited", 5, 7, "ada"],
      ["restocked", 2, 9, paidOrder.orderId],
    ]);
    const { orderNumber } = order;
    const { data: unpaidOrder } = await call(office.handler, adminApi.getOrder, {
      params: { id: releasedOrder.orderId },
    });
    expect(orderNumber).toMatch(ORDER_NUMBER);
    expect((await readHistory(tee)).map((entry) => entry.orderNumber)).toEqual([
      undefined,
      ...[orderNumber, orderNumber],
      ...[unpaidOrder.orderNumber, unpaidOrder.orderNumber],
      undefined,
      orderNumber,
    ]);
  });

  test("shows that the pieces of a paid order are retaken when the order is reopened", async () => {
    const tee = await createProduct({ stock: 4 });
    const { orderId } = await driver.buyAndPay([[tee, 2]]);
    await office.change(orderId, { orderStatus: ORDER_STATUS.cancelled, refund: false, restock: true });
    await office.change(orderId, { orderStatus: ORDER_STATUS.pending });
    const entries = (await readHistory(tee)).map(summaryOf);
    expect(entries.slice(entries.findIndex(([kind]) => kind === "restocked"))).toEqual([
      ["restocked", 2, 4, orderId],
      ["retaken", -2, 2, orderId],
      ["sold", 0, 2, orderId],
    ]);
  });

  test("shows that pieces were moved from a variant that is no longer offered, with the id of the other variant", async () => {
    const tee = await createProduct({ variants: [SIZE_M, SIZE_L] });
    const [mVariant, lVariant] = tee.variants ?? [];
    const body = {
      ...fieldsOf(tee),
      variants: [lVariant],
      stockWas: { [mVariant?.id ?? ""]: 5, [lVariant?.id ?? ""]: 3 },
    };
    await call(office.handler, adminApi.updateProduct, { params: { id: tee.id }, body });
    await call(office.handler, adminApi.moveUnoffered, {
      params: { id: tee.id },
      body: { from: mVariant?.id ?? null, to: lVariant?.id ?? null, pieces: 5 },
    });
    const { variants } = await readPage(tee);
    expect(variants).toEqual([
      { id: lVariant?.id, size: "L" },
      { id: mVariant?.id, size: "M" },
    ]);
    const historyOfL = await readHistory(tee, { variant: lVariant?.id ?? "" });
    expect(historyOfL.map((entry) => [...summaryOf(entry), entry.otherVariantId])).toEqual([
      ["created", 3, 3, "ada", undefined],
      ["moved-in", 5, 8, "ada", mVariant?.id],
    ]);
    expect((await readHistory(tee, { variant: mVariant?.id ?? "" })).at(-1)).toMatchObject({
      kind: "moved-out",
      change: -5,
      after: 0,
      otherVariantId: lVariant?.id,
    });
  });

  test("has changes whose sum is the stock, also if sales, releases and edits happen at the same time", async () => {
    const tee = await createProduct({ stock: 40 });
    let minimumChangeCount = 1;
    const simulateCheckout = async (i: number) => {
      const response = await driver.send(orderData([[tee, 1 + (i % 2)]]));
      if (response.status !== 200) return;
      const { sessionId } = response.data;
      minimumChangeCount += i % 3 === 0 ? 2 : 1;
      if (i % 3 === 0) await driver.release(sessionId);
      else if (i % 3 === 1) await driver.pay(sessionId).catch(() => undefined);
    };
    await Promise.all([
      ...Array.from({ length: 16 }, (_, i) => simulateCheckout(i)),
      ...[3, -2, 5].map(async (change, i) => {
        const { stock } = await readProduct(tee);
        await setStock(tee, stock + change + i).catch(() => undefined);
      }),
    ]);
    await checkInvariants(shop.table);
    const entries = await readHistory(tee);
    const { available } = await stockOf(shop.table, tee);
    expect(entries.reduce((sum, { change }) => sum + change, 0)).toBe(available);
    expect(minimumChangeCount).toBeGreaterThan(10);
    expect(entries.length).toBeGreaterThanOrEqual(minimumChangeCount);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  });

  test("is moved out of the stock item, which stays small, and is deleted after 13 months", async () => {
    const tee = await createProduct({ stock: 50 });
    for (let i = 0; i < 14; i++) await driver.release((await driver.openCheckout([[tee, 1]])).sessionId);
    const { pk, sk } = stockKey(tee.id);
    const item = (await shop.table.partition(pk)).find((stored) => stored["sk"] === sk);
    expect(JSON.stringify(item).length).toBeLessThan(1_600);
    const movedNotes = await shop.table.partition(`HISTORY#${tee.id}`);
    expect(movedNotes.length).toBeGreaterThanOrEqual(20);
    for (const { at, ttl } of movedNotes)
      expect(Number(ttl)).toBe(Math.floor(Date.parse(String(at)) / 1000) + STOCK_HISTORY_DAYS * 86_400);
    expect(await readHistory(tee)).toHaveLength(29);
    advanceClock((STOCK_HISTORY_DAYS + 1) * 86_400_000);
    expect((await readPage(tee)).entries).toEqual([]);
  });

  test("is moved out of the stock item also after moves have failed for hundreds of changes", async () => {
    const tee = await createProduct({ stock: 50 });
    const stockItem = async () => {
      const { pk, sk } = stockKey(tee.id);
      const items = await shop.table.partition(pk);
      return items.find((item) => item["sk"] === sk) as Item & { notes: unknown[] };
    };
    const { notes, ...item } = await stockItem();
    const earlierNotes = Array.from({ length: 398 }, () => ({
      kind: "edited",
      n: 0,
      at: new Date().toISOString(),
    }));
    await shop.table.put({ ...item, notes: [...notes, ...earlierNotes] });
    for (let stock = 51; stock <= 71; stock++) await setStock(await readProduct(tee), stock);
    expect((await stockItem()).notes.length).toBeLessThan(30);
    const entries = await readHistory(tee);
    expect(entries.map(({ change, after }) => [change, after])).toEqual([
      [50, 50],
      ...earlierNotes.map(() => [0, 50]),
      ...Array.from({ length: 21 }, (_, i) => [1, 51 + i]),
    ]);
  });
});

test("a page before a position that is older than the history is empty", async () => {
  const product = await createProduct({ stock: 5 });
  expect((await readPage(product, { before: "2020-01-01T00:00:00.000Z#-#1" })).entries).toEqual([]);
  expect((await readPage(product, { before: "0", variant: "m" })).entries).toEqual([]);
});
