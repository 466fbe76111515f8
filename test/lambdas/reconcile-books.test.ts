import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BooksResult, Difference } from "../../shared/books.ts";
import { orderItem } from "../../lambdas/orders/order-table.ts";
import { stockKey } from "../../lambdas/products/product-table.ts";
import type { StoredOrder } from "../../lambdas/orders/stored-order.ts";
import { checkInvariants, orderOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import { CONTEXT, deliver, type QueueHandler } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
let countSales: QueueHandler;
let compare: (dryRun?: boolean) => Promise<BooksResult>;
const tee = testProduct({ stock: 1000 });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  ({ handler: countSales } = await import("../../lambdas/count-sales.ts"));
  const { handler } = await import("../../lambdas/reconcile-books.ts");
  compare = (dryRun = false) => handler({ dryRun }, CONTEXT);
});
beforeEach(async () => {
  await shop.table.clear();
  await stockUp(shop.table, tee);
  // Sessions of earlier tests are older than any window.
  advanceClock(200 * 24 * HOUR);
});

const readOrder = (orderId: string) => orderOf(shop.table, orderId);
const changeOrder = async (orderId: string, change: Partial<StoredOrder>) =>
  shop.table.put(orderItem({ ...(await readOrder(orderId)), ...change }));
const changeStock = async (change: Record<string, unknown>) => {
  const { pk, sk } = stockKey(tee.id);
  const item = (await shop.table.partition(pk)).find((candidate) => candidate["sk"] === sk);
  await shop.table.put({ ...item, ...change });
};
const countSale = async (orderId: string) =>
  deliver(
    countSales,
    (await driver.outbox(orderId))
      .filter(({ type }) => type === "OrderPaid" || type === "OrderRefunded")
      .map((event) => ({ source: "shop.orders", detailType: event.type, detail: event })),
  );
async function sell() {
  const purchase = await driver.buy([[tee, 2]]);
  await driver.pay(purchase.sessionId);
  await countSale(purchase.orderId);
  return purchase;
}
const kindsOf = (differences: readonly Difference[]) => differences.map(({ kind }) => kind).sort();

describe("webhooks that never came", () => {
  test("are made up: a payment, a refund and a dispute; then nothing differs", async () => {
    const [paid, refunded, disputed] = [await driver.buy([[tee, 2]]), await sell(), await sell()];
    shop.payments.act(paid.sessionId, "pay");
    shop.payments.act(refunded.sessionId, "refund");
    shop.payments.act(disputed.sessionId, "dispute");

    // Younger than ten minutes: the webhooks may be on their way.
    advanceClock(MINUTE);
    const early = await compare();
    expect([early.repairedCount, early.openCount, early.counted.sessions]).toEqual([0, 0, 3]);

    advanceClock(20 * MINUTE);
    const dryRun = await compare(true);
    expect(kindsOf(dryRun.open)).toEqual([
      "dispute-not-recorded",
      "payment-not-recorded",
      "refund-not-recorded",
    ]);
    expect((await readOrder(paid.orderId)).paymentStatus).toBe("unpaid");

    const result = await compare();
    expect(kindsOf(result.repaired)).toEqual(kindsOf(dryRun.open));
    expect(result.open).toEqual([]);
    expect((await readOrder(paid.orderId)).paymentStatus).toBe("paid");
    expect((await readOrder(refunded.orderId)).paymentStatus).toBe("refunded");
    expect((await readOrder(disputed.orderId)).disputes).toMatchObject([{ status: "open", withdrawn: 50 }]);
    await checkInvariants(shop.table);

    await countSale(paid.orderId);
    await countSale(refunded.orderId);
    advanceClock(6 * HOUR);
    const later = await compare();
    expect([later.repaired, later.open]).toEqual([[], []]);
    expect(later.counted).toEqual({ orders: 3, sessions: 3, refunds: 1, disputes: 1, products: 1 });
  });
});

describe("pieces", () => {
  test("are freed when their hold item was lost, and a payment page without pieces is closed", async () => {
    const { orderId, sessionId } = await driver.buy([[tee, 2]]);
    await shop.table.put({ pk: `ORDER#${orderId}`, sk: "HOLD" });
    const left = await driver.buy([[tee, 3]]);
    await changeOrder(left.orderId, {
      hold: { ...(await readOrder(left.orderId)).hold, state: "released" },
      paymentStatus: "expired",
    });
    await shop.table.put({ pk: `ORDER#${left.orderId}`, sk: "HOLD" });
    advanceClock(15 * MINUTE);
    expect(kindsOf((await compare()).repaired)).toEqual(["pieces-held-without-order", "session-open"]);
    advanceClock(40 * MINUTE);
    const { repaired } = await compare();
    expect(repaired).toMatchObject([{ kind: "hold-outlived-session", orderId, stripeId: sessionId }]);
    const stock = (await shop.table.partition(stockKey(tee.id).pk)).find(({ held }) => held !== undefined);
    expect(stock).toMatchObject({ held: 0, available: 1000 });
  });

  test("whose counts were changed by hand are reported", async () => {
    await sell();
    advanceClock(6 * HOUR);
    expect((await compare()).openCount).toBe(0);
    await changeStock({ held: 4, sold: 7 });
    expect((await compare()).open).toMatchObject([
      { kind: "held-differs", productId: tee.id, shop: 4, other: 0 },
      { kind: "sold-differs", productId: tee.id, shop: 7, other: 2 },
    ]);
  });
});

describe("differences that nobody can repair safely", () => {
  test("are reported in an event and by an alarm, once, and listed until they are gone", async () => {
    const [first, second, third] = [await sell(), await sell(), await driver.buy([[tee, 1]])];
    await driver.pay(third.sessionId);
    const order = await readOrder(first.orderId);
    await changeOrder(first.orderId, { financialInfo: { ...order.financialInfo, subtotal: 40, total: 40 } });
    const { payment } = await readOrder(second.orderId);
    const refund = {
      ...{ amount: 10, reason: "Late", at: new Date().toISOString(), status: "succeeded" as const },
      paymentIntentId: payment.paymentIntentId ?? "",
    };
    await changeOrder(second.orderId, {
      payment: { ...payment, paidSessionId: "cs_unknown" },
      refunds: [
        { ...refund, refundId: "rfd_1", stripeRefundId: "re_unknown" },
        { ...refund, refundId: "rfd_2", status: "requested" },
      ],
      disputes: [
        {
          ...{ disputeId: "dp_unknown", status: "open", amount: 50, withdrawn: 50, reason: "fraudulent" },
          ...{ at: refund.at, paymentIntentId: refund.paymentIntentId, toldAt: 1, moves: 1 },
        },
      ],
      orderStatus: 3,
    });
    advanceClock(6 * HOUR);
    const alarms = () =>
      shop.logs.filter(
        (line) => line.includes("The books differ") && /"alarm": ?"needs-attention"/.test(line),
      );
    const before = alarms().length;
    const { open } = await compare();
    expect(kindsOf(open)).toEqual([
      "dispute-unknown-at-stripe",
      "payment-differs",
      "payment-unknown-at-stripe",
      "refund-not-made",
      "refund-unknown-at-stripe",
      "sale-differs",
      "sale-differs",
      "sale-not-counted",
    ]);
    expect(open.find(({ kind }) => kind === "payment-differs")).toMatchObject({ shop: 40, other: 50 });
    expect(alarms()).toHaveLength(before + 8);
    const eventsOfBooks = async () =>
      (await shop.table.partition("BOOKS")).filter(({ sk }) => String(sk).startsWith("OUTBOX#"));
    expect(await eventsOfBooks()).toMatchObject([{ event: { type: "DifferencesFound", openCount: 8 } }]);
    advanceClock(HOUR);
    expect((await compare()).openCount).toBe(8);
    expect(await eventsOfBooks()).toHaveLength(1);
    expect(alarms()).toHaveLength(before + 8);
  });

  test("a paid session whose order is gone, and a day's figures", async () => {
    const { orderId } = await sell();
    const { orderId: gone } = await sell();
    advanceClock(26 * HOUR);
    const [figures] = (await shop.table.items()).filter(
      ({ pk, orders }) => String(pk).startsWith("SALES#") && orders !== undefined,
    );
    await shop.table.put({ ...figures, paid: 1 });
    const order = (await shop.table.partition(`ORDER#${gone}`)).find(({ sk }) => sk === "ORDER");
    await shop.table.put({ pk: order?.["pk"], sk: "ORDER" });
    const { open } = await compare();
    expect(kindsOf(open)).toEqual(["day-differs", "payment-without-order", "sold-differs"]);
    expect(open.every((difference) => difference.orderId !== orderId)).toBe(true);
  });
});
