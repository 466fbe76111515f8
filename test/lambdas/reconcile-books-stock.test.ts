import type { QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import { describe, expect, test } from "vitest";
import { putSoldSum, readSoldSum } from "../../lambdas/books/sold-table.ts";
import { documentClient } from "../../lambdas/lib/dynamodb.ts";
import { newId } from "../../lambdas/lib/ids.ts";
import { beginRetaking } from "../../lambdas/orders/hold-table.ts";
import { kindsOf, openBooksShop } from "../support/books-shop.ts";
import { stockOf } from "../support/invariants.ts";
import { advanceClock } from "../support/shop.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** After this time, no message about a sale can still be in a queue, so all differences are reported. */
const AFTER_QUEUES_MS = 9 * HOUR_MS;
const books = await openBooksShop();
const { shop, driver, tee, sell, reconcileBooks, readOrder, changeOrder, changeStock, deleteItem } = books;

describe("pieces in stock", () => {
  test("are freed after their session has expired, if their hold item was lost", async () => {
    const { orderId, sessionId } = await driver.openCheckout([[tee, 2]]);
    await deleteItem(`ORDER#${orderId}`, "HOLD");
    advanceClock(15 * MINUTE_MS);
    expect((await reconcileBooks()).repaired).toEqual([]);
    advanceClock(40 * MINUTE_MS);
    const { repaired } = await reconcileBooks();
    expect(repaired).toMatchObject([{ kind: "hold-outlived-session", orderId, stripeId: sessionId }]);
    expect(await stockOf(shop.table, tee)).toMatchObject({ held: 0, available: 1000 });
  });

  test("of an order whose release was interrupted and whose hold item was lost are freed, and its session is expired", async () => {
    const { orderId } = await driver.openCheckout([[tee, 3]]);
    await changeOrder(orderId, {
      hold: { ...(await readOrder(orderId)).hold, state: "released" },
      paymentStatus: "expired",
    });
    await deleteItem(`ORDER#${orderId}`, "HOLD");
    advanceClock(15 * MINUTE_MS);
    expect(kindsOf((await reconcileBooks()).repaired)).toEqual(["pieces-held-without-order", "session-open"]);
    expect(await stockOf(shop.table, tee)).toMatchObject({ held: 0, available: 1000 });
  });

  test("of a product that sells before each comparison are compared as soon as all its sales are complete", async () => {
    await sell();
    advanceClock(AFTER_QUEUES_MS);
    await changeStock({ sold: 700 });
    await sell();
    advanceClock(4 * MINUTE_MS);
    const firstResult = await reconcileBooks();
    // The hold item of the latest sale is still there, so the stock item may not count its pieces as sold yet.
    expect([firstResult.soldSkipped, kindsOf(firstResult.open)]).toEqual([1, []]);
    await driver.reconcileCheckouts();
    advanceClock(56 * MINUTE_MS);
    await sell();
    advanceClock(4 * MINUTE_MS);
    await driver.reconcileCheckouts();
    const secondResult = await reconcileBooks();
    expect([secondResult.soldSkipped, kindsOf(secondResult.open)]).toEqual([0, ["sold-differs"]]);
  });

  test("of an interrupted sale that is completed between the reads of the stock and of the orders are not reported", async () => {
    const { orderId } = await sell();
    await changeStock({ sold: 0, held: 2, [`hold:${orderId}`]: 2 });
    advanceClock(4 * MINUTE_MS);
    // Before the first read of the orders, `reconcile-checkouts` completes the sale.
    documentClient().middlewareStack.add(
      (next) => async (args) => {
        const { ExpressionAttributeValues = {} } = args.input as QueryCommandInput;
        if (!String(ExpressionAttributeValues[":partition"]).startsWith("ORDERS#")) return next(args);
        documentClient().middlewareStack.remove("completeSale");
        await driver.reconcileCheckouts();
        return next(args);
      },
      { step: "initialize", name: "completeSale" },
    );
    const firstResult = await reconcileBooks();
    expect([firstResult.soldSkipped, kindsOf(firstResult.open)]).toEqual([1, []]);
    advanceClock(HOUR_MS);
    const secondResult = await reconcileBooks();
    expect([secondResult.soldSkipped, kindsOf(secondResult.open)]).toEqual([0, []]);
  });

  test("that are held under a key are reported if the key has no hold item, and not if it has one", async () => {
    const { orderId } = await sell();
    const [keyWithoutItem, keyWithItem] = [newId("hld", Date.now()), newId("hld", Date.now())];
    advanceClock(AFTER_QUEUES_MS);
    await driver.reconcileCheckouts();
    await changeStock({ available: 993, held: 5, [`hold:${keyWithoutItem}`]: 3, [`hold:${keyWithItem}`]: 2 });
    await beginRetaking(orderId, [{ productId: tee.id, quantity: 2 }], keyWithItem, new Date());
    const expectedDifferences = [
      { kind: "pieces-held-without-order", orderId: keyWithoutItem, shop: 3, other: 0 },
    ];
    expect((await reconcileBooks()).open).toMatchObject(expectedDifferences);
    advanceClock(HOUR_MS);
    expect((await reconcileBooks()).open).toMatchObject(expectedDifferences);
    await changeStock({ available: 996, held: 2, [`hold:${keyWithoutItem}`]: undefined });
    expect((await reconcileBooks()).open).toEqual([]);
  });

  test("that were held just now are not reported, even under a key without a hold item", async () => {
    await sell();
    advanceClock(AFTER_QUEUES_MS);
    await driver.reconcileCheckouts();
    await changeStock({ available: 995, held: 3, [`hold:${newId("hld", Date.now())}`]: 3 });
    expect((await reconcileBooks()).open).toEqual([]);
  });

  test("whose counts differ from the orders are reported with both counts", async () => {
    await sell();
    advanceClock(AFTER_QUEUES_MS);
    await driver.reconcileCheckouts();
    expect((await reconcileBooks()).openCount).toBe(0);
    await changeStock({ held: 4, sold: 7 });
    expect((await reconcileBooks()).open).toMatchObject([
      { kind: "held-differs", productId: tee.id, shop: 4, other: 0 },
      { kind: "sold-differs", productId: tee.id, shop: 7, other: 2 },
    ]);
  });
});

test("the counts of sold pieces of 2,500 products can be stored and read", async () => {
  const longVariantId = "x".repeat(160);
  const pieces = Object.fromEntries(Array.from({ length: 2500 }, (_, i) => [`prd_${i}#${longVariantId}`, i]));
  const soldSum = { startedAt: new Date().toISOString(), pieces, isDone: true, hasUnreadable: false };
  await putSoldSum(soldSum, "1", new Date());
  expect(await readSoldSum()).toEqual(soldSum);
});
