import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { getCode } from "../../lambdas/discounts/discount-table.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { addDiscount } from "../support/add-discount.ts";
import { mailboxPk } from "../../lambdas/mail/undeliverable-table.ts";
import { getSubscriber } from "../../lambdas/newsletter/subscriber-table.ts";
import { findOrderIdInMailbox } from "../../lambdas/orders/order-number-table.ts";
import { claimHoldForClosing, getHold } from "../../lambdas/orders/hold-table.ts";
import { reconcileHolds } from "../../lambdas/orders/reconcile-holds.ts";
import { closeHold, retakePieces } from "../../lambdas/orders/settle-stock.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import { checkInvariants, orderOf, stockOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import type { Product } from "../../shared/product.ts";
import type { CartEntry } from "../support/fixtures.ts";
import { orderData, testProduct, stockUp } from "../support/fixtures.ts";
import type { ShopWithTableFaults } from "../support/shop.ts";
import { repeatForEveryCrash, type CrashDuring } from "../support/crash.ts";
import { shortenBackoff } from "../support/short-backoff.ts";
import { advanceClock, openShopWithTableFaults } from "../support/shop.ts";

const { pending, cancelled } = ORDER_STATUS;
const MINUTE_MS = 60_000;

let shop: ShopWithTableFaults;
let driver: CheckoutDriver;
let office: BackOffice;

beforeAll(async () => {
  shortenBackoff();
  shop = await openShopWithTableFaults();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
});
afterEach(async () => {
  await checkInvariants(shop.table);
  // checkInvariants reads the whole table, so each test starts with an empty table.
  await shop.table.clear();
});

const forEveryCrash = (scenario: (crashDuring: CrashDuring) => Promise<void>) =>
  repeatForEveryCrash(shop, scenario, () => checkInvariants(shop.table));

/** Reconciles twice, each time after the period in which an earlier invocation may still be running. */
async function reconcileTwice(): Promise<void> {
  for (let run = 0; run < 2; run++) {
    advanceClock(3 * MINUTE_MS);
    await driver.reconcileCheckouts();
  }
}
const readHoldItems = async () => (await shop.table.items()).filter(({ sk }) => sk === "HOLD");
const createTwoProducts = async () => {
  const products = [testProduct({ stock: 5 }), testProduct({ stock: 5 })] as const;
  await stockUp(shop.table, ...products);
  return products;
};
const readStockCounts = async (
  products: readonly [ReturnType<typeof testProduct>, ReturnType<typeof testProduct>],
) => Promise.all(products.map((product) => stockOf(shop.table, product)));
const twoPiecesOf = (...products: Product[]) => products.map((product): CartEntry => [product, 2]);
/** Buys two pieces of each product and pays; returns Stripe's events about the payment, which no function has handled. */
async function payWithoutEvents(...products: Product[]) {
  const { orderId, sessionId } = await driver.openCheckout(twoPiecesOf(...products));
  await shop.payments.takeNewEvents();
  shop.payments.act(sessionId, "pay");
  return { orderId, events: await shop.payments.takeNewEvents() };
}
const ALL_AVAILABLE = { available: 5, held: 0, sold: 0 };
const TWO_SOLD = { available: 3, held: 0, sold: 2 };

describe("a function that crashes after any number of calls of the table", () => {
  test("while it holds pieces: no hold stays, and the pieces are for sale again within minutes, or at the end of the hold if the call succeeded", () =>
    forEveryCrash(async (crashDuring) => {
      const [tee, mug] = await createTwoProducts();
      const checkoutData = orderData(twoPiecesOf(tee, mug));
      const { status } = await crashDuring(() => driver.send(checkoutData));
      await checkInvariants(shop.table);
      if (status === 200) advanceClock(40 * MINUTE_MS);
      await reconcileTwice();
      expect(await readStockCounts([tee, mug])).toEqual([ALL_AVAILABLE, ALL_AVAILABLE]);
      expect(await readHoldItems()).toEqual([]);
    }));

  test("while it places a free order: the order is paid, or its pieces and code can be used again; a repeated call places the order once", () =>
    forEveryCrash(async (crashDuring) => {
      const [tee, mug] = await createTwoProducts();
      await addDiscount({ code: "FREE", percent: 100, limit: 2, perCustomer: 2 });
      const freeOrderData = () => {
        const checkoutData = orderData(twoPiecesOf(tee, mug));
        return {
          ...checkoutData,
          updates: true,
          code: "FREE",
          fin: { ...checkoutData.fin, disc: checkoutData.fin.sub, tot: 0 },
        };
      };
      const readState = async () => [await readStockCounts([tee, mug]), (await getCode("FREE"))?.taken];
      const { status } = await crashDuring(() => driver.send(freeOrderData()));
      await reconcileTwice();
      const paidCount = (await shop.table.items()).filter(
        ({ sk, paymentStatus }) => sk === "ORDER" && paymentStatus === "paid",
      ).length;
      if (status === 200) expect(paidCount).toBe(1);
      expect(await readState()).toEqual(
        paidCount === 1 ? [[TWO_SOLD, TWO_SOLD], 1] : [[ALL_AVAILABLE, ALL_AVAILABLE], 0],
      );
      const secondOrderData = freeOrderData();
      if (paidCount === 1) return;
      await crashDuring(() => driver.send(secondOrderData));
      const { orderId } = (await driver.send(secondOrderData)).data;
      await reconcileTwice();
      expect(await readState()).toEqual([[TWO_SOLD, TWO_SOLD], 1]);
      const { orderNumber = "", billingInfo } = await orderOf(shop.table, orderId);
      expect(await findOrderIdInMailbox(mailboxPk(billingInfo?.email ?? ""), orderNumber)).toBe(orderId);
      expect(await getSubscriber(billingInfo?.email ?? "")).toMatchObject({ orderId });
      expect(await readHoldItems()).toEqual([]);
    }));

  test("while it holds pieces: a repeated call makes one order and one hold", () =>
    forEveryCrash(async (crashDuring) => {
      const [tee, mug] = await createTwoProducts();
      const checkoutData = orderData(twoPiecesOf(tee, mug));
      await crashDuring(() => driver.send(checkoutData));
      const { sessionId } = (await driver.send(checkoutData)).data;
      expect(await readStockCounts([tee, mug])).toEqual(Array(2).fill({ available: 3, held: 2, sold: 0 }));
      await driver.pay(sessionId);
      await reconcileTwice();
      expect(await readStockCounts([tee, mug])).toEqual([TWO_SOLD, TWO_SOLD]);
      expect(await readHoldItems()).toEqual([]);
    }));

  test("while it ends a hold that is due: the next run continues, and the pieces are for sale again once", () =>
    forEveryCrash(async (crashDuring) => {
      const [tee, mug] = await createTwoProducts();
      const { orderId } = await driver.openCheckout(twoPiecesOf(tee, mug));
      const now = advanceClock(40 * MINUTE_MS);
      const getStripe = () => Promise.resolve(shop.payments.sdk);
      await crashDuring(() => reconcileHolds(getStripe, now, () => false)).catch(() => undefined);
      await reconcileTwice();
      expect((await orderOf(shop.table, orderId)).paymentStatus).toBe("expired");
      expect(await readStockCounts([tee, mug])).toEqual([ALL_AVAILABLE, ALL_AVAILABLE]);
      expect(await readHoldItems()).toEqual([]);
    }));

  test("while it settles a payment: the repeated event sells the pieces once", () =>
    forEveryCrash(async (crashDuring) => {
      const [tee, mug] = await createTwoProducts();
      const { orderId, events } = await payWithoutEvents(tee, mug);
      await crashDuring(() => driver.settleAndListFailures(events));
      await checkInvariants(shop.table);
      expect(await driver.settleAndListFailures(events)).toEqual([]);
      await reconcileTwice();
      expect((await orderOf(shop.table, orderId)).paymentStatus).toBe("paid");
      expect(await readStockCounts([tee, mug])).toEqual([TWO_SOLD, TWO_SOLD]);
      expect(await readHoldItems()).toEqual([]);
    }));

  test("while it settles a payment after the end of the hold: the repeated event sells the pieces once", () =>
    forEveryCrash(async (crashDuring) => {
      const [tee, mug] = await createTwoProducts();
      const { orderId, events } = await payWithoutEvents(tee, mug);
      expect((await orderOf(shop.table, orderId)).hold.state).toBe("held");
      // The hold ends before the payment is settled.
      await office.change(orderId, { orderStatus: cancelled });
      await office.change(orderId, { orderStatus: pending });
      expect(await readStockCounts([tee, mug])).toEqual([ALL_AVAILABLE, ALL_AVAILABLE]);
      await crashDuring(() => driver.settleAndListFailures(events));
      await checkInvariants(shop.table);
      expect(await driver.settleAndListFailures(events)).toEqual([]);
      await reconcileTwice();
      expect(await readStockCounts([tee, mug])).toEqual([TWO_SOLD, TWO_SOLD]);
      expect(await readHoldItems()).toEqual([]);
    }));

  test("while it refunds a line: a repeated call restocks its pieces once", () =>
    forEveryCrash(async (crashDuring) => {
      const [tee, mug] = await createTwoProducts();
      const { orderId } = await driver.buyAndPay(twoPiecesOf(tee, mug));
      const refundLine = () =>
        office.refund(orderId, {
          refundId: "refund-line",
          amount: 25,
          restockLines: [{ line: 0, quantity: 1 }],
        });
      await crashDuring(refundLine).catch(() => undefined);
      await checkInvariants(shop.table);
      await refundLine();
      await reconcileTwice();
      expect(await readStockCounts([tee, mug])).toEqual([{ available: 4, held: 0, sold: 1 }, TWO_SOLD]);
      expect(await readHoldItems()).toEqual([]);
    }));

  test("while it cancels an order: a repeated call restocks the pieces once", () =>
    forEveryCrash(async (crashDuring) => {
      const [tee, mug] = await createTwoProducts();
      const { orderId } = await driver.buyAndPay(twoPiecesOf(tee, mug));
      await crashDuring(() => office.change(orderId, { orderStatus: cancelled, restock: true })).catch(
        () => undefined,
      );
      await checkInvariants(shop.table);
      if ((await orderOf(shop.table, orderId)).orderStatus !== cancelled)
        await office.change(orderId, { orderStatus: cancelled, restock: true });
      await reconcileTwice();
      expect(await readStockCounts([tee, mug])).toEqual([ALL_AVAILABLE, ALL_AVAILABLE]);
      expect(await readHoldItems()).toEqual([]);
    }));
});

test("a late payment is not refunded if an earlier delivery of its event crashed after it had taken the last piece", async () => {
  const scarceShirt = testProduct({ stock: 1 });
  await stockUp(shop.table, scarceShirt);
  const { orderId, sessionId } = await driver.openCheckout([[scarceShirt, 1]]);
  await shop.payments.takeNewEvents();
  shop.payments.act(sessionId, "pay");
  const events = await shop.payments.takeNewEvents();
  await office.change(orderId, { orderStatus: cancelled });
  await office.change(orderId, { orderStatus: pending });
  const order = await orderOf(shop.table, orderId);
  expect(await retakePieces(order, "hld_crashed", new Date())).toBe("taken");
  expect(await driver.settleAndListFailures(events)).not.toEqual([]);
  expect((await orderOf(shop.table, orderId)).refunds).toEqual([]);
  await reconcileTwice();
  expect(await driver.settleAndListFailures(events)).toEqual([]);
  expect((await orderOf(shop.table, orderId)).paymentStatus).toBe("paid");
  expect(await stockOf(shop.table, scarceShirt)).toEqual({ available: 0, held: 0, sold: 1 });
});

test("two runs that close the same hold restock its pieces once, even if one run is slow", async () => {
  const shirt = testProduct({ stock: 5 });
  await stockUp(shop.table, shirt);
  const { orderId } = await driver.buyAndPay([[shirt, 2]]);
  await office.refund(orderId, {
    refundId: "refund-line",
    amount: 25,
    restockLines: [{ line: 0, quantity: 1 }],
  });
  advanceClock(3 * MINUTE_MS);
  const order = await orderOf(shop.table, orderId);
  const hold = await getHold(orderId);
  if (!hold) throw new Error("The hold item is gone.");
  // An earlier run crashed after it had claimed the hold. Both later runs read the hold before one of them claims it.
  const claimedHold = (await claimHoldForClosing(hold, new Date())) ?? hold;
  advanceClock(3 * MINUTE_MS);
  await closeHold(claimedHold, order, new Date());
  await closeHold(claimedHold, order, new Date());
  expect(await readHoldItems()).toEqual([]);
  expect(await stockOf(shop.table, shirt)).toEqual({ available: 4, held: 0, sold: 1 });
});

/** Loses the response to the next transaction. The SDK repeats the transaction, and gets a conflict. */
function loseResponseOfTransaction(client: DynamoDBDocumentClient): void {
  const responses = [
    [500, { __type: "InternalServerError" }],
    [400, { __type: "TransactionCanceledException", CancellationReasons: [{ Code: "TransactionConflict" }] }],
  ] as const;
  let callCount = 0;
  client.middlewareStack.add(
    (next) => async (args) => {
      const { headers } = args.request as { headers: Record<string, string> };
      const stubResponse = headers["x-amz-target"]?.endsWith("TransactWriteItems")
        ? responses[callCount++]
        : undefined;
      if (!stubResponse) return next(args);
      if (callCount === 1) await next(args);
      const [statusCode, body] = stubResponse;
      const response = { statusCode, headers: {}, body: Buffer.from(JSON.stringify(body)) };
      return { response };
    },
    { step: "deserialize", priority: "low", name: "loseResponse", override: true },
  );
}

test("a reopened order keeps its pieces if a transaction's response is lost and its repetition is refused", async () => {
  const shirt = testProduct({ stock: 5 });
  await stockUp(shop.table, shirt);
  const { orderId } = await driver.buyAndPay([[shirt, 3]]);
  await office.change(orderId, { orderStatus: cancelled, restock: true });
  await reconcileTwice();
  const { documentClient } = await import("../../lambdas/lib/dynamodb.ts");
  loseResponseOfTransaction(documentClient());
  const { status } = await office.change(orderId, { orderStatus: pending });
  documentClient().middlewareStack.remove("loseResponse");
  await reconcileTwice();
  expect(status).toBe(200);
  expect((await orderOf(shop.table, orderId)).orderStatus).toBe(pending);
  expect(await stockOf(shop.table, shirt)).toEqual({ available: 2, held: 0, sold: 3 });
});

test("an order that was cancelled can be reopened at once after a crash before its pieces were back in stock", async () => {
  const scarceShirt = testProduct({ stock: 2 });
  await stockUp(shop.table, scarceShirt);
  const { orderId } = await driver.buyAndPay([[scarceShirt, 2]]);
  const { documentClient } = await import("../../lambdas/lib/dynamodb.ts");
  documentClient().middlewareStack.add(
    (next) => (args) =>
      JSON.stringify(args.input).includes("restock:") ? Promise.reject(new Error("A crash")) : next(args),
    { step: "initialize", name: "crashBeforeRestock" },
  );
  await office.change(orderId, { orderStatus: cancelled, restock: true });
  documentClient().middlewareStack.remove("crashBeforeRestock");
  expect(await stockOf(shop.table, scarceShirt)).toEqual({ available: 0, held: 0, sold: 2 });
  expect((await office.change(orderId, { orderStatus: pending })).status).toBe(200);
  await reconcileTwice();
  expect(await stockOf(shop.table, scarceShirt)).toEqual({ available: 0, held: 0, sold: 2 });
  expect(await readHoldItems()).toEqual([]);
});

test("a hold that a transaction is changing is not deleted: the run does not fail, and a later run deletes the hold", async () => {
  const shirt = testProduct({ stock: 5 });
  await stockUp(shop.table, shirt);
  await driver.buyAndPay([[shirt, 3]]);
  const { documentClient } = await import("../../lambdas/lib/dynamodb.ts");
  const body = Buffer.from(JSON.stringify({ __type: "TransactionConflictException" }));
  documentClient().middlewareStack.add(
    (next) => async (args) => {
      const { headers } = args.request as { headers: Record<string, string> };
      return headers["x-amz-target"]?.endsWith("DeleteItem")
        ? { response: { statusCode: 400, headers: {}, body } }
        : next(args);
    },
    { step: "deserialize", priority: "low", name: "refuseDeletion", override: true },
  );
  advanceClock(3 * MINUTE_MS);
  await driver.reconcileCheckouts();
  documentClient().middlewareStack.remove("refuseDeletion");
  expect(await readHoldItems()).toHaveLength(1);
  await reconcileTwice();
  expect(await readHoldItems()).toEqual([]);
});
