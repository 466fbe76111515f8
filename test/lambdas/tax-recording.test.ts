import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareTax } from "../../lambdas/books/compare-tax.ts";
import { applyDispute } from "../../lambdas/orders/dispute-rules.ts";
import { refundUnfulfillable } from "../../lambdas/orders/payment-rules.ts";
import { refundableCents } from "../../lambdas/orders/refund-rules.ts";
import type { StoredOrder } from "../../lambdas/orders/stored-order.ts";
import { withPlannedReversals } from "../../lambdas/tax/plan-reversals.ts";
import { missingTaxSteps, reversalParams } from "../../lambdas/tax/tax-rules.ts";
import { toCents } from "../../shared/money.ts";
import type { Order } from "../../shared/order.ts";
import { isShippingRefundable, priceOfParts, refundableQuantity } from "../../shared/part-prices.ts";
import type { RefundedParts } from "../../shared/refund-reason.ts";
import { paidOrder } from "../support/paid-order.ts";
import { reportPartRefund, requestPartRefund } from "../support/part-refunds.ts";
import { pricedOrders } from "../support/priced-orders.ts";
import { openTaxLedger, refundedCents } from "../support/tax-ledger.ts";

const now = new Date("2026-11-10T12:00:00Z");
const actor = { by: "stripe", now };

/** A paid order. One calculation taxes the lines before `firstLineOfSecond`, and another one the other lines and the shipping. */
function taxedOrder({ items, financialInfo }: Order, firstLineOfSecond: number): StoredOrder {
  // Lines that cost nothing are not taxed.
  const taxedLines = items.flatMap(({ priceEach, quantity, discount = 0 }, i) =>
    toCents(priceEach) * quantity > toCents(discount) ? [i] : [],
  );
  const records = [
    { calculationId: "calc_1", lines: taxedLines.filter((i) => i < firstLineOfSecond), shipping: false },
    {
      calculationId: "calc_2",
      lines: taxedLines.filter((i) => i >= firstLineOfSecond),
      shipping: financialInfo.shipping > 0,
    },
  ];
  return {
    ...paidOrder(now),
    items,
    financialInfo,
    taxRecords: records.filter(({ lines, shipping }) => lines.length > 0 || shipping),
  };
}

/** The order after a requested refund of parts, or of an amount in cents; undefined if the amount is 0, or if less is left. */
function tryRequestRefund(
  order: StoredOrder,
  refundId: string,
  partsOrCents: RefundedParts | number,
): StoredOrder | undefined {
  const parts = typeof partsOrCents === "number" ? {} : partsOrCents;
  const amount = typeof partsOrCents === "number" ? partsOrCents : toCents(priceOfParts(order, partsOrCents));
  if (amount <= 0 || amount > refundableCents(order)) return undefined;
  return requestPartRefund(order, { refundId, amount }, parts, actor);
}
/** The order after Stripe has reported the status of a refund. */
const withReport = (order: StoredOrder, refundId: string, status: "pending" | "succeeded" | "failed") => {
  const amount = toCents(order.refunds.find((candidate) => candidate.refundId === refundId)?.amount ?? 0);
  return reportPartRefund(order, { refundId, amount }, status, actor)?.order ?? order;
};

/**
 * Two tees at $50.00 with $6.00 tax, a ticket at $100.00 with $6.00 tax at another place, and shipping at $10.00 with $0.60
 * tax. One calculation taxes tees and shipping, the other one the ticket.
 */
const ORDER_WITH_TWO_CALCULATIONS: StoredOrder = {
  ...paidOrder(now),
  items: [
    {
      productId: "prd_1",
      name: "Tee",
      category: "shirts",
      weight: 1,
      priceEach: 50,
      quantity: 2,
      tax: 6,
      discount: 0,
    },
    {
      productId: "prd_2",
      name: "Taping",
      category: "ticket",
      weight: 0,
      priceEach: 100,
      quantity: 1,
      tax: 6,
    },
  ],
  financialInfo: { subtotal: 200, shipping: 10, tax: 12.6, total: 222.6, refunded: 0 },
  taxRecords: [
    { calculationId: "calc_1", lines: [0], shipping: true },
    { calculationId: "calc_2", lines: [1], shipping: false },
  ],
};
/** An argument of `ledger.record`: the index of the step whose response is lost. */
const LOST_FIRST_STEP = 0;
/** The order after a refund that succeeded. */
const withRefund = (
  order: StoredOrder,
  refundId: string,
  partsOrCents: RefundedParts | number,
): StoredOrder => {
  const orderWithRequest = tryRequestRefund(order, refundId, partsOrCents);
  if (!orderWithRequest) throw new Error("Nothing is left to refund");
  return withReport(orderWithRequest, refundId, "succeeded");
};
/**
 * The reversals of each calculation, as `<refund id> <cents>`. Then come the number of parts, and the id of the transaction
 * that undid the reversal, if there are any.
 */
const reversalsIn = (order: StoredOrder) =>
  (order.taxRecords ?? []).map(({ reversals = [] }) =>
    reversals.map(({ refundId, cents, parts, undoneBy }) =>
      [refundId, cents, ...(parts ? [parts.length] : []), ...(undoneBy ? [undoneBy] : [])].join(" "),
    ),
  );

test("the books report no unrecorded tax of an order that could not be fulfilled while its refund is on its way", () => {
  const { payment, ...unpaidOrder } = ORDER_WITH_TWO_CALCULATIONS;
  const { paidSessionId: _, paymentIntentId: __, ...unpaid } = payment;
  const sessionPayment = { sessionId: "cs_1", paymentIntentId: "pi_1", amount: 22_260 };
  const change = refundUnfulfillable(
    { ...unpaidOrder, payment: unpaid, paymentStatus: "expired" },
    sessionPayment,
    "sold-out",
    actor,
  );
  if (!change) throw new Error("The payment was not recorded");
  const kindAfter = (status?: Parameters<typeof withReport>[2]) => {
    const { order } = change;
    const reportedOrder = status ? withReport(order, "rfd_pi_1", status) : order;
    // A bank may take days for a refund. `record-tax` runs when the refund has succeeded or failed.
    return compareTax(reportedOrder, new Date(+now + 3 * 86_400_000))?.difference.kind;
  };
  expect([kindAfter(), kindAfter("pending")]).toEqual([undefined, undefined]);
  expect([kindAfter("succeeded"), kindAfter("failed")]).toEqual(["tax-not-recorded", "tax-not-recorded"]);
});

test.each<[description: string, change: (order: StoredOrder) => StoredOrder, reversals: string[][]]>([
  [
    "of parts reverses these parts in the calculation that taxed them",
    (order) => withRefund(order, "r1", { lines: [{ line: 0, quantity: 1 }], shipping: true }),
    [["r1 6360 2"], []],
  ],
  [
    "of an amount is divided in proportion to the amounts of the calculations",
    (order) => withRefund(order, "r1", 22_259),
    [["r1 11659"], ["r1 10600"]],
  ],
  [
    "of an amount after a refund of parts is divided in proportion to the amounts that are left of the calculations",
    (order) => withRefund(withRefund(order, "r1", { lines: [{ line: 1, quantity: 1 }] }), "r2", 11_660),
    [["r2 11660"], ["r1 10600 1"]],
  ],
  [
    "of parts after a refund of an amount is divided in proportion to the amounts that are left, without naming lines",
    (order) => withRefund(withRefund(order, "r1", 11_130), "r2", { lines: [{ line: 1, quantity: 1 }] }),
    [
      ["r1 5830", "r2 5552"],
      ["r1 5300", "r2 5048"],
    ],
  ],
  [
    "that failed before its reversal was recorded has no reversal",
    (order) => withReport(withRefund(order, "r1", 500), "r1", "failed"),
    [[], []],
  ],
  [
    "of a second payment of the order has no reversal",
    (order) => ({
      ...order,
      refunds: [
        {
          refundId: "r1",
          amount: 5,
          reason: "",
          status: "succeeded",
          at: now.toISOString(),
          paymentIntentId: "pi_2",
        },
      ],
    }),
    [[], []],
  ],
  [
    "that waits for Stripe has no reversal yet",
    (order) => withReport(tryRequestRefund(order, "r1", 500) ?? order, "r1", "pending"),
    [[], []],
  ],
])("a refund %s", (_, change, expected) => {
  const ledger = openTaxLedger();
  const order = ledger.record(change(ledger.record(ORDER_WITH_TWO_CALCULATIONS)));
  expect(reversalsIn(order)).toEqual(expected);
  expect(ledger.netCents()).toBe(22_260 - refundedCents(order));
});

describe("the tax transactions of an order", () => {
  test("are one sale for each calculation after the payment, and none without a payment or a calculation", () => {
    const { paidSessionId: _, ...payment } = ORDER_WITH_TWO_CALCULATIONS.payment;
    expect(missingTaxSteps({ ...ORDER_WITH_TWO_CALCULATIONS, payment })).toEqual([]);
    expect(missingTaxSteps(paidOrder(now))).toEqual([]);
    const ledger = openTaxLedger();
    const order = ledger.record(ORDER_WITH_TWO_CALCULATIONS);
    expect(ledger.references()).toEqual(["ord_1", "ord_1-2"]);
    expect([ledger.netCents(), missingTaxSteps(order)]).toEqual([22_260, []]);
  });

  test("include one that undoes the reversal of a failed refund, before a new refund is recorded", () => {
    const ledger = openTaxLedger();
    const wholeLine = { lines: [{ line: 0, quantity: 2 }], shipping: true };
    let order = ledger.record(withRefund(ledger.record(ORDER_WITH_TWO_CALCULATIONS), "r1", wholeLine));
    order = ledger.record(withRefund(withReport(order, "r1", "failed"), "r2", wholeLine));
    expect(ledger.references()).toEqual(["ord_1", "ord_1-2", "ord_1-r1", "ord_1-r1-undo", "ord_1-r2"]);
    expect(reversalsIn(order)[0]).toEqual(["r1 11660 2 tx_ord_1-r1-undo", "r2 11660 2"]);
    expect(ledger.netCents()).toBe(10_600);
  });

  test("include one that undoes a reversal whose response was lost before the refund failed", () => {
    const ledger = openTaxLedger();
    const orderWithoutResponse = ledger.record(
      withRefund(ledger.record(ORDER_WITH_TWO_CALCULATIONS), "r1", 500),
      LOST_FIRST_STEP,
    );
    // Only the reversal in the first calculation is recorded: 262 of the 500 cents are its share of the refund.
    expect(ledger.netCents()).toBe(22_260 - 262);
    const order = ledger.record(withReport(orderWithoutResponse, "r1", "failed"));
    expect([ledger.netCents(), missingTaxSteps(order), withPlannedReversals(order)]).toEqual([
      22_260,
      [],
      undefined,
    ]);
  });

  test("of refunds are recorded in the sequence in which they were planned, not in which the refunds were requested", () => {
    const ledger = openTaxLedger();
    const orderWithAmount =
      tryRequestRefund(ORDER_WITH_TWO_CALCULATIONS, "r1", 11_130) ?? ORDER_WITH_TWO_CALCULATIONS;
    const orderWithParts =
      tryRequestRefund(orderWithAmount, "r2", { lines: [{ line: 0, quantity: 1 }] }) ?? orderWithAmount;
    // The second refund succeeds first and its reversal is planned, but the response to the first step, the sale, is lost. Then
    // the first refund succeeds.
    const orderWithoutResponse = ledger.record(
      withReport(orderWithParts, "r2", "succeeded"),
      LOST_FIRST_STEP,
    );
    const order = ledger.record(withReport(orderWithoutResponse, "r1", "succeeded"));
    expect(ledger.references().slice(2)).toEqual(["ord_1-r2", "ord_1-r1", "ord_1-2-r1"]);
    expect(ledger.netCents()).toBe(22_260 - refundedCents(order));
  });

  test("include a reversal of the shipping that names the shipping's line item", () => {
    const record = {
      calculationId: "calc_1",
      lines: [],
      shipping: true,
      transactionId: "tx_1",
      lineIds: { FEE: "li_1" },
    };
    const reversal = { refundId: "r1", cents: 848, parts: [{ cents: 800, tax: 48 }] };
    const step = { kind: "reversal", recordIndex: 0, reference: "ord_1-r1", reversal } as const;
    expect(reversalParams(record, step)).toEqual({
      mode: "partial",
      original_transaction: "tx_1",
      reference: "ord_1-r1",
      line_items: [{ original_line_item: "li_1", reference: "FEE", amount: -800, amount_tax: -48 }],
    });
  });

  test("do not change when a dispute is lost", () => {
    const ledger = openTaxLedger();
    const order = ledger.record(ORDER_WITH_TWO_CALCULATIONS);
    const dispute = {
      disputeId: "dp_1",
      paymentIntentId: "pi_1",
      status: "lost",
      amount: 22_260,
      movements: [-22_260],
      reason: "fraudulent",
      toldAt: 1,
    };
    const disputedOrder = applyDispute(order, dispute, actor)?.order ?? order;
    expect(disputedOrder.disputes).toHaveLength(1);
    expect([missingTaxSteps(disputedOrder), withPlannedReversals(disputedOrder)]).toEqual([[], undefined]);
  });
});

const actions = fc.array(
  fc.record({
    kind: fc.constantFrom("refund-line", "refund-shipping", "refund-amount", "succeed", "fail", "record-tax"),
    /** Picks a line, a number of pieces, an amount or a refund by its remainder. */
    pick: fc.nat({ max: 1000 }),
    /** The index of the step whose response is lost; undefined for none. */
    lostStep: fc.option(fc.nat({ max: 4 }), { nil: undefined }),
  }),
  { minLength: 5, maxLength: 30 },
);
type Action = typeof actions extends fc.Arbitrary<(infer A)[]> ? A : never;

/** The order after an action. The caller records the tax at Stripe after `record-tax`. */
function applyAction(order: StoredOrder, { kind, pick }: Action, refundId: string): StoredOrder {
  const line = pick % order.items.length;
  const refundableCount = refundableQuantity(order, line);
  const pickedRefund = order.refunds[pick % (order.refunds.length || 1)];
  switch (kind) {
    case "refund-line":
      if (refundableCount === 0) return order;
      return (
        tryRequestRefund(order, refundId, { lines: [{ line, quantity: 1 + (pick % refundableCount) }] }) ??
        order
      );
    case "refund-shipping":
      if (!isShippingRefundable(order)) return order;
      return tryRequestRefund(order, refundId, { shipping: true }) ?? order;
    case "refund-amount":
      return (
        tryRequestRefund(order, refundId, Math.floor((refundableCents(order) * (1 + (pick % 4))) / 4)) ??
        order
      );
    case "succeed":
    case "fail":
      return pickedRefund
        ? withReport(order, pickedRefund.refundId, kind === "fail" ? "failed" : "succeeded")
        : order;
    case "record-tax":
      return order;
  }
}

test("after any sequence of refunds, reports and lost responses, the tax transactions add up to the payment minus the refunds", () => {
  fc.assert(
    fc.property(
      pricedOrders,
      fc.nat({ max: 5 }),
      actions,
      (pricedOrder, firstLineOfSecond, performedActions) => {
        fc.pre(toCents(pricedOrder.financialInfo.total) > 0);
        const ledger = openTaxLedger();
        let order = taxedOrder(pricedOrder, firstLineOfSecond);
        performedActions.forEach((action, i) => {
          order = applyAction(order, action, `r${i}`);
          if (action.kind === "record-tax") order = ledger.record(order, action.lostStep);
        });
        order = ledger.record(order);
        expect(ledger.netCents()).toBe(toCents(order.financialInfo.total) - refundedCents(order));
        expect(ledger.record(order)).toBe(order);
      },
    ),
    { numRuns: 2000 },
  );
});
