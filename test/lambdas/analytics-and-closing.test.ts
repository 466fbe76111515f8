import fc from "fast-check";
import { expect, test } from "vitest";
import { splitAmount } from "../../infra/commands/closing/entry.ts";
import type { Transaction } from "../../infra/commands/closing/stripe-month.ts";
import { stubOf } from "../../infra/local/stripe/state.ts";
import { splitRevenue } from "../../lambdas/analytics/day-figures.ts";
import type { Sale } from "../../lambdas/analytics/sale.ts";
import { applySaleEvent, countersByDay, EMPTY_SALE } from "../../lambdas/analytics/sale.ts";
import { amountFields } from "../../lambdas/orders/event-amounts.ts";
import type { StoredOrder } from "../../lambdas/orders/stored-order.ts";
import { toCents } from "../../shared/money.ts";
import type { Order } from "../../shared/order.ts";
import { isShippingRefundable, priceOfParts, refundableQuantity } from "../../shared/part-prices.ts";
import type { RefundedParts } from "../../shared/refund-reason.ts";
import { paidOrder } from "../support/paid-order.ts";
import { reportPartRefund, requestPartRefund } from "../support/part-refunds.ts";
import { pricedOrders } from "../support/priced-orders.ts";

const now = new Date("2026-11-10T12:00:00Z");
const actor = { by: "stripe", now };
const ZONE = "America/Kentucky/Louisville";
const eventFields = (sequence: number) => ({
  id: `evt_${sequence}`,
  time: now.toISOString(),
  orderId: "ord_1",
  sequence,
});

/** A paid order with these items and amounts. */
const paidOrderWith = ({ items, financialInfo }: Order): StoredOrder => ({
  ...paidOrder(now),
  items,
  financialInfo,
});

function paidSale(order: StoredOrder): Sale {
  const event = {
    version: 1 as const,
    ...amountFields(order),
    ...eventFields(1),
    type: "OrderPaid" as const,
    paymentStatus: order.paymentStatus,
  };
  return applySaleEvent(EMPTY_SALE, event, ZONE);
}

/** The revenue of the sale's only day in the analytics, in cents. */
function revenueCentsOf(sale: Sale) {
  const [counters = new Map<string, number>()] = countersByDay(sale).values();
  const { categories, shipping, tax = 0 } = splitRevenue(counters);
  const goods = Object.values(categories).reduce((sum, dollars) => sum + toCents(dollars), 0);
  return { goods, shipping: toCents(shipping), tax: toCents(tax) };
}

/** The parts into which the closing splits a transaction of Stripe's balance; `amount` and the parts are in cents. */
const closingSplit = (order: StoredOrder, category: string, amount: number, sourceId: string) =>
  splitAmount({
    transaction: stubOf<Transaction>({ reporting_category: category, currency: "usd", amount }),
    sourceId,
    paymentIntentId: "pi_1",
    order,
  });

test("analytics and the closing split payments and partial refunds into the same amounts of goods, shipping and tax", () => {
  fc.assert(
    fc.property(pricedOrders, fc.array(fc.nat(), { maxLength: 12 }), (priced, randomNumbers) => {
      fc.pre(toCents(priced.financialInfo.total) > 0);
      let order = paidOrderWith(priced);
      let sale = paidSale(order);
      const { subtotal, discount = 0, shipping, tax = 0, total } = order.financialInfo;
      const expected = {
        goods: toCents(subtotal) - toCents(discount),
        shipping: toCents(shipping),
        tax: toCents(tax),
      };
      expect(revenueCentsOf(sale)).toEqual(expected);
      expect(closingSplit(order, "charge", toCents(total), "ch_1")).toEqual(expected);
      const refund = (parts: RefundedParts) => {
        const amount = toCents(priceOfParts(order, parts));
        if (amount === 0) return;
        const refundId = `rfd_${order.refunds.length}`;
        order = requestPartRefund(order, { refundId, amount }, parts, actor);
        const change = reportPartRefund(order, { refundId, amount }, "succeeded", actor);
        order = change?.order ?? order;
        const centsBefore = revenueCentsOf(sale);
        for (const body of change?.events ?? [])
          if (body.type === "OrderRefunded")
            sale = applySaleEvent(
              sale,
              { version: 1, ...body, ...eventFields(order.refunds.length + 1) },
              ZONE,
            );
        const centsAfter = revenueCentsOf(sale);
        const changeOf = (name: "goods" | "shipping" | "tax") => centsAfter[name] - centsBefore[name];
        const countedChange = {
          goods: changeOf("goods"),
          shipping: changeOf("shipping"),
          tax: changeOf("tax"),
        };
        expect(countedChange).toEqual(closingSplit(order, "refund", -amount, `re_${refundId}`));
      };
      // Each random number chooses a line and a quantity. The number after the last line means the shipping.
      for (const randomNumber of randomNumbers) {
        const line = randomNumber % (order.items.length + 1);
        const refundableCount = refundableQuantity(order, line);
        if (refundableCount > 0)
          refund({ lines: [{ line, quantity: 1 + (randomNumber % refundableCount) }] });
        else if (line === order.items.length && isShippingRefundable(order)) refund({ shipping: true });
      }
      order.items.forEach((_, line) => {
        const refundableCount = refundableQuantity(order, line);
        if (refundableCount > 0) refund({ lines: [{ line, quantity: refundableCount }] });
      });
      if (isShippingRefundable(order)) refund({ shipping: true });
      expect(order.paymentStatus).toBe("refunded");
      expect(revenueCentsOf(sale)).toEqual({ goods: 0, shipping: 0, tax: 0 });
    }),
    { numRuns: 150 },
  );
});
