import { beforeEach } from "vitest";
import { orderItem } from "../../lambdas/orders/order-table.ts";
import type { StoredOrder } from "../../lambdas/orders/stored-order.ts";
import { stockKey } from "../../lambdas/products/product-table.ts";
import type { Difference } from "../../shared/books.ts";
import { openCheckoutDriver } from "./checkout-driver.ts";
import { stockUp, testProduct } from "./fixtures.ts";
import { orderOf } from "./invariants.ts";
import { CONTEXT, deliver, toBusEvent } from "./invoke.ts";
import { advanceClock, openShop } from "./shop.ts";

const DAY_MS = 86_400_000;

export const kindsOf = (differences: readonly Difference[]): string[] =>
  differences.map(({ kind }) => kind).sort();

/** A shop that sells one product and compares its books, for one test file. The table is cleared before each test. */
export async function openBooksShop() {
  const shop = await openShop();
  const driver = await openCheckoutDriver(shop);
  const { handler: countSales } = await import("../../lambdas/count-sales.ts");
  const { handler: reconcileBooksHandler } = await import("../../lambdas/reconcile-books.ts");
  const tee = testProduct({ stock: 1000 });
  beforeEach(async () => {
    await shop.table.clear();
    await stockUp(shop.table, tee);
    // After this time, the sessions of earlier tests are older than the compared period.
    advanceClock(200 * DAY_MS);
  });

  const readOrder = (orderId: string) => orderOf(shop.table, orderId);
  /** Delivers the order's payment and refunds to `count-sales`, which adds them to the figures of their day. */
  const countSale = async (orderId: string) =>
    deliver(
      countSales,
      (await driver.outbox(orderId))
        .filter(({ type }) => type === "OrderPaid" || type === "OrderRefunded")
        .map(toBusEvent),
    );
  return {
    shop,
    driver,
    tee,
    readOrder,
    countSale,
    /** Runs `reconcile-books` once; returns its result. A dry run repairs nothing. */
    reconcileBooks: ({ dryRun = false } = {}) => reconcileBooksHandler({ dryRun }, CONTEXT),
    /** Buys and pays two tees for $50.00, and counts the sale. */
    sell: async () => {
      const purchase = await driver.buyAndPay([[tee, 2]]);
      await countSale(purchase.orderId);
      return purchase;
    },
    /** Replaces fields of a stored order. */
    changeOrder: async (orderId: string, changes: Partial<StoredOrder>) =>
      shop.table.put(orderItem({ ...(await readOrder(orderId)), ...changes })),
    /** Replaces attributes of the product's stock item. */
    changeStock: async (changes: Record<string, unknown>) => {
      const { pk, sk } = stockKey(tee.id);
      const item = (await shop.table.partition(pk)).find((candidate) => candidate["sk"] === sk);
      await shop.table.put({ ...item, ...changes });
    },
    /** Replaces an item by an item whose time to live has passed, which counts as deleted. */
    deleteItem: (pk: string, sk: string) => shop.table.put({ pk, sk, ttl: 1 }),
  };
}
