import fc from "fast-check";
import { expect, test } from "vitest";
import { refundedFields } from "../../lambdas/orders/event-amounts.ts";
import { allocate } from "../../shared/allocate.ts";
import { toCents } from "../../shared/money.ts";
import type { Refund } from "../../shared/order.ts";
import {
  amountsOf,
  isAllReturned,
  newFinancialInfo,
  receiptAmountsOf,
  totalCents,
} from "../../shared/order-total.ts";
import {
  centsOfParts,
  isShippingRefundable,
  priceOfParts,
  refundableQuantity,
  withShares,
} from "../../shared/part-prices.ts";
import { pricedOrders } from "../support/priced-orders.ts";

test("shipping of 0, and an absent discount or tax, are not listed", () => {
  const labels = (shipping: number) =>
    amountsOf({ subtotal: 40, shipping, total: 40 + shipping }, "Grand Total").map(({ label }) => label);
  expect(labels(10)).toEqual(["Subtotal", "Shipping", "Grand Total"]);
  expect(labels(0)).toEqual(["Subtotal", "Grand Total"]);
});

test("shipping is free for a shipped order without a fee; an order that is not shipped has no shipping", () => {
  const amounts = { subtotal: 40, shipping: 0, total: 40 };
  const shipTo = { city: "Reno" };
  expect(receiptAmountsOf({ ...amounts, shipTo })).toEqual([
    { label: "Subtotal", dollars: 40 },
    { label: "Shipping", dollars: 0, text: "Free" },
    { label: "Total", dollars: 40 },
  ]);
  expect(receiptAmountsOf(amounts).map(({ label }) => label)).toEqual(["Subtotal", "Total"]);
  expect(receiptAmountsOf({ ...amounts, shipping: 10, shipTo })[1]).toEqual({
    label: "Shipping",
    dollars: 10,
  });
});

test("the amounts of an order are listed and add up to its total, and the label of the discount has the code", () => {
  const amounts = newFinancialInfo({
    subtotal: 40,
    discount: 4,
    discountCode: "TEN",
    shipping: 10,
    tax: 2.76,
  });
  expect(amountsOf(amounts, "Total")).toEqual([
    { label: "Subtotal", dollars: 40 },
    { label: "Discount (TEN)", dollars: -4 },
    { label: "Shipping", dollars: 10 },
    { label: "Tax", dollars: 2.76 },
    { label: "Total", dollars: 48.76 },
  ]);
});

test("financial information without discount and tax has no fields for them", () => {
  expect(newFinancialInfo({ subtotal: 19.99, shipping: 0, discount: 0, tax: 0 })).toEqual({
    subtotal: 19.99,
    shipping: 0,
    total: 19.99,
    refunded: 0,
  });
});

test("a free order never counts as fully refunded", () => {
  expect([isAllReturned(0, 0), isAllReturned(499, 500), isAllReturned(500, 500)]).toEqual([
    false,
    false,
    true,
  ]);
});

test("allocated shares add up to the amount, and none exceeds its weight", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(100_000), { minLength: 1, maxLength: 12 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (weights, ratio) => {
        const cents = Math.floor(weights.reduce((sum, weight) => sum + weight, 0) * ratio);
        const shares = allocate(cents, weights);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(cents);
        shares.forEach((share, i) => {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(weights[i] ?? 0);
        });
      },
    ),
  );
});

/** Every second refund succeeds. */
const statuses = fc.constantFrom<Refund["status"][]>("requested", "succeeded", "succeeded", "failed");

test("refunds of parts, in any sequence and with failures, never exceed what was paid, and add up to the total", () => {
  fc.assert(
    fc.property(
      pricedOrders,
      fc.array(fc.record({ pick: fc.nat(), quantity: fc.nat(6), status: statuses }), { maxLength: 30 }),
      (order, steps) => {
        let currentOrder = order;
        let refundedCents = 0;
        const refund = (parts: { line: number; quantity: number } | "shipping", status: Refund["status"]) => {
          const request = parts === "shipping" ? { shipping: true } : { lines: [parts] };
          const price = priceOfParts(currentOrder, request);
          expect(price).toBeGreaterThanOrEqual(0);
          const partsToBook =
            parts === "shipping" ? { shipping: true } : { lines: withShares(currentOrder, [parts]) };
          const cents = centsOfParts(currentOrder, partsToBook);
          expect(cents.goods).toBeGreaterThanOrEqual(0);
          expect(cents.goods + cents.shipping + cents.tax).toBe(toCents(price));
          const { items = [], shipping = 0, ...event } = refundedFields(currentOrder, partsToBook);
          const listedItems = items.map((item) => ({ discount: 0, tax: 0, ...item }));
          const eventCents = listedItems.reduce(
            (sum, item) =>
              sum + toCents(item.priceEach) * item.quantity - toCents(item.discount) + toCents(item.tax),
            toCents(shipping) + toCents("shippingTax" in event ? (event.shippingTax ?? 0) : 0),
          );
          expect(eventCents).toBe(toCents(price));
          const id = `rfd_${currentOrder.refunds.length}`;
          const refundEntry: Refund = {
            refundId: id,
            amount: price,
            status,
            reason: "",
            at: order.createdAt,
            ...partsToBook,
          };
          currentOrder = { ...currentOrder, refunds: [...currentOrder.refunds, refundEntry] };
          if (status !== "failed") refundedCents += toCents(price);
          expect(refundedCents).toBeLessThanOrEqual(totalCents(order.financialInfo));
        };
        for (const { pick, quantity, status } of steps) {
          const line = pick % (order.items.length + 1);
          if (line === order.items.length) {
            if (isShippingRefundable(currentOrder)) refund("shipping", status);
            continue;
          }
          const leftQuantity = refundableQuantity(currentOrder, line);
          if (leftQuantity > 0) refund({ line, quantity: 1 + (quantity % leftQuantity) }, status);
        }
        order.items.forEach((_, line) => {
          const leftQuantity = refundableQuantity(currentOrder, line);
          if (leftQuantity > 0) refund({ line, quantity: leftQuantity }, "succeeded");
        });
        if (isShippingRefundable(currentOrder)) refund("shipping", "succeeded");
        expect(refundedCents).toBe(toCents(order.financialInfo.total));
      },
    ),
    { numRuns: 300 },
  );
});
