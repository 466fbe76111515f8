import fc from "fast-check";
import { expect, test } from "vitest";
import { compareEntries, findMissingMovements, booksAgree } from "../../../infra/commands/closing/compare.ts";
import { closingCsv } from "../../../infra/commands/closing/csv.ts";
import { amountText } from "../../../infra/commands/closing/currency.ts";
import { splitAmount, type Entry } from "../../../infra/commands/closing/entry.ts";
import type { Transaction } from "../../../infra/commands/closing/stripe-month.ts";
import { summaryLines } from "../../../infra/commands/closing/summary.ts";
import { stubOf } from "../../../infra/local/stripe/state.ts";
import type { StoredOrder } from "../../../lambdas/orders/stored-order.ts";
import { paidOrder } from "../../support/paid-order.ts";
import { centsIn, november, NOW, october, rowsIn } from "./closing-support.ts";

/** A charge of $100.00 with a fee of $3.20, if `fields` say nothing else. Amounts are in cents; times are in seconds since 1970. */
const transaction = (fields: Partial<Transaction>): Transaction =>
  stubOf<Transaction>({
    id: "txn_1",
    type: "charge",
    reporting_category: "charge",
    balance_type: "payments",
    currency: "usd",
    source: "ch_1",
    amount: 10_000,
    fee: 320,
    net: 9_680,
    created: 1_794_000_000,
    available_on: 1_794_100_000,
    description: null,
    ...fields,
  });

const orderWithPayment = paidOrder(new Date("2026-11-10T12:00:00Z"));
/** A refund in the order; `amount` is in dollars. */
const refund = {
  refundId: "rfd_1",
  stripeRefundId: "re_1",
  paymentIntentId: "pi_1",
  amount: 50,
  reason: "x",
  at: "2026-11-11T12:00:00.000Z",
  status: "succeeded" as const,
};
const orderWithRefund: StoredOrder = {
  ...orderWithPayment,
  refunds: [{ ...refund, lines: [{ line: 0, quantity: 1 }] }],
};
const chargeEntry: Entry = {
  transaction: transaction({}),
  sourceId: "ch_1",
  paymentIntentId: "pi_1",
  order: orderWithRefund,
};
const refundEntry: Entry = {
  sourceId: "re_1",
  paymentIntentId: "pi_1",
  order: orderWithRefund,
  transaction: transaction({
    id: "txn_2",
    reporting_category: "refund",
    amount: -5_000,
    fee: 0,
    net: -5_000,
  }),
};

/** Up to 40 entries of several categories, with and without an order. */
const randomEntries = fc
  .array(
    fc.record({
      reporting_category: fc.constantFrom("charge", "refund", "dispute", "payout", "fee", "something_new"),
      amount: fc.integer({ min: -9_999_999, max: 9_999_999 }),
      fee: fc.integer({ min: -5_000, max: 50_000 }),
      created: fc.integer({ min: 1_790_000_000, max: 1_799_000_000 }),
      hasOrder: fc.boolean(),
    }),
    { maxLength: 40 },
  )
  .map((movements) =>
    movements.map(({ hasOrder, ...fields }, i): Entry => {
      const net = fields.amount - fields.fee;
      return {
        ...(hasOrder ? chargeEntry : {}),
        transaction: transaction({ ...fields, net, id: `txn_${i}`, type: fields.reporting_category }),
      };
    }),
  );

test("each balance transaction is one row of the CSV, and the rows of a category add up to its sums", () => {
  fc.assert(
    fc.property(randomEntries, (entries) => {
      const transactions = entries.map((entry) => entry.transaction);
      const rows = rowsIn(closingCsv(entries, november));
      expect(rows.map((row) => row["Balance transaction"])).toEqual(transactions.map(({ id }) => id));
      for (const category of new Set(transactions.map(({ reporting_category }) => reporting_category))) {
        const rowsOfCategory = rows.filter((row) => row["Category"] === category);
        const expected = transactions.filter(({ reporting_category }) => reporting_category === category);
        expect(centsIn(rowsOfCategory, "Gross")).toBe(expected.reduce((sum, { amount }) => sum + amount, 0));
        expect(centsIn(rowsOfCategory, "Fee")).toBe(expected.reduce((sum, { fee }) => sum + fee, 0));
        expect(centsIn(rowsOfCategory, "Net")).toBe(
          centsIn(rowsOfCategory, "Gross") - centsIn(rowsOfCategory, "Fee"),
        );
      }
    }),
    { numRuns: 50 },
  );
});

test("the differences add up to the difference between Stripe's sums and the shop's sums", () => {
  fc.assert(
    fc.property(randomEntries, (entries) => {
      const { payments, refunds, disputes, differences } = compareEntries(entries);
      const sumOfDifferences = (amounts: readonly { stripe: number; shop: number }[]) =>
        amounts.reduce((sum, { stripe, shop }) => sum + stripe - shop, 0);
      expect(sumOfDifferences(differences)).toBe(sumOfDifferences([payments, refunds, disputes]));
    }),
    { numRuns: 50 },
  );
});

test("a row has the goods, shipping and tax of its amount if the order knows them", () => {
  const orderWithShipping: StoredOrder = {
    ...orderWithRefund,
    financialInfo: { ...orderWithRefund.financialInfo, shipping: 6, total: 113 },
  };
  const wholePayment = {
    ...chargeEntry,
    order: orderWithShipping,
    transaction: transaction({ amount: 11_300 }),
  };
  expect(splitAmount(wholePayment)).toEqual({ goods: 10_000, shipping: 600, tax: 700 });
  expect(splitAmount(refundEntry)).toEqual({ goods: -5_000, shipping: 0, tax: 0 });
  const refundWithoutLines = { ...refundEntry, order: { ...orderWithRefund, refunds: [refund] } };
  expect(splitAmount(refundWithoutLines)).toBeUndefined();
  expect(splitAmount({ ...chargeEntry, paymentIntentId: "pi_second" })).toBeUndefined();
  expect(rowsIn(closingCsv([refundEntry, refundWithoutLines], november))).toMatchObject([
    { Gross: "-50.00", Goods: "-50.00", Tax: "0.00", "Order ID": "ord_1" },
    { Gross: "-50.00", Goods: "", Tax: "" },
  ]);
});

test("a cell that a spreadsheet would run as a formula begins with an apostrophe", () => {
  const entry = { transaction: transaction({ description: "=HYPERLINK(1)" }) };
  const [row] = rowsIn(closingCsv([entry], november));
  expect(row?.["Description"]).toBe("'=HYPERLINK(1)");
});

test.each([
  ["usd", "-12.34"],
  ["huf", "-12.34"],
  ["isk", "-12.34"],
  ["ugx", "-12.34"],
  ["jpy", "-1234"],
  ["kwd", "-1.234"],
])("Stripe's amount -1234 in %s is %s", (currency, text) => {
  expect(amountText(-1_234, currency)).toBe(text);
});

test("a transaction in another currency is only counted, and the books do not agree if it is of an order", () => {
  const euroTransaction = transaction({ currency: "eur" });
  const [entryOfOrder, otherEntry] = [
    { ...chargeEntry, transaction: euroTransaction },
    { transaction: euroTransaction },
  ];
  const entries = [entryOfOrder, otherEntry];
  expect(splitAmount(entryOfOrder)).toBeUndefined();
  const comparison = compareEntries(entries);
  expect(comparison).toMatchObject({
    payments: { stripe: 0, shop: 0 },
    differences: [],
    notOfShop: { count: 0 },
  });
  expect(booksAgree(comparison)).toBe(false);
  expect(booksAgree(compareEntries([chargeEntry, otherEntry]))).toBe(true);
  expect(summaryLines(november, entries, undefined, comparison, NOW)).toContain(
    "Not compared: 2 that are not in US dollars, 1 of them of the shop's orders",
  );
});

test("the balance of a currency that Stripe no longer lists is 0 at the end of the month", () => {
  const entry = { ...chargeEntry, transaction: { ...chargeEntry.transaction, currency: "eur" } };
  const summary = summaryLines(november, [entry], new Map(), compareEntries([entry]), NOW);
  expect(summary).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Balance at the start +-96\.80$/),
      expect.stringMatching(/^Balance at the end +0\.00$/),
    ]),
  );
});

test("the balance at the start is the balance at the end minus the month's net, also if the balance at the end is 0", () => {
  const summary = summaryLines(
    november,
    [chargeEntry],
    new Map([["usd", 0]]),
    compareEntries([chargeEntry]),
    NOW,
  );
  expect(summary).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Balance at the start +-96\.80$/),
      expect.stringMatching(/^Balance at the end +0\.00$/),
    ]),
  );
});

test("a payment and a refund that Stripe and the order agree on are no differences", () => {
  expect(compareEntries([chargeEntry, refundEntry])).toMatchObject({
    payments: { stripe: 10_000, shop: 10_000 },
    refunds: { stripe: -5_000, shop: -5_000 },
    differences: [],
  });
});

test("an amount that the order does not record is a difference; a payment of another shop is only counted", () => {
  const chargeOfUnknownOrder = {
    transaction: chargeEntry.transaction,
    sourceId: "ch_9",
    metadataOrderId: "ord_9",
  };
  const failedRefundEntry = {
    ...refundEntry,
    transaction: { ...refundEntry.transaction, reporting_category: "refund_failure" },
  };
  const disputeEntry = {
    ...chargeEntry,
    sourceId: "du_1",
    transaction: transaction({ reporting_category: "dispute" }),
  };
  const { differences, notOfShop } = compareEntries([
    chargeOfUnknownOrder,
    failedRefundEntry,
    disputeEntry,
    { ...chargeEntry, paymentIntentId: "pi_second" },
    { transaction: chargeEntry.transaction, sourceId: "ch_of_another_shop" },
  ]);
  expect(differences.map(({ orderId, stripeId, shop, stripe }) => [orderId, stripeId, shop, stripe])).toEqual(
    [
      ["ord_9", "ch_9", 0, 10_000],
      ["ord_1", "re_1", 0, -5_000],
      ["ord_1", "du_1", 0, 10_000],
      ["ord_1", "ch_1", 0, 10_000],
    ],
  );
  expect(notOfShop).toEqual({ count: 1, amount: 10_000 });
});

const unpaidOrder: StoredOrder = {
  ...orderWithPayment,
  paymentStatus: "failed" as const,
  payment: { n: 1, expiresAt: orderWithPayment.payment.expiresAt, successUrl: "", cancelUrl: "" },
};
const processingOrder: StoredOrder = { ...unpaidOrder, paymentStatus: "processing" };
/** Stripe's entry about a payment that takes days. `category`: "charge", or "charge_failure", which is its reversal. */
const delayedEntry = (chargeStatus: string, category: string, storedOrder?: StoredOrder): Entry => ({
  sourceId: "py_1",
  paymentIntentId: "pi_1",
  metadataOrderId: "ord_1",
  chargeStatus,
  ...(storedOrder && { order: storedOrder }),
  transaction: transaction({
    id: `txn_${category}`,
    type: "payment",
    reporting_category: category,
    amount: category === "charge" ? 10_000 : -10_000,
  }),
});

test.each<[string, number[], Entry[]]>([
  ["is on its way", [], [delayedEntry("pending", "charge", processingOrder)]],
  [
    "is on its way with another amount",
    [1_000],
    [{ ...delayedEntry("pending", "charge", processingOrder), transaction: transaction({ amount: 9_000 }) }],
  ],
  [
    "is on its way, although the order is unpaid",
    [-10_000],
    [delayedEntry("pending", "charge", unpaidOrder)],
  ],
  [
    "failed",
    [],
    [delayedEntry("failed", "charge", unpaidOrder), delayedEntry("failed", "charge_failure", unpaidOrder)],
  ],
  ["was submitted in this month and failed in the next", [], [delayedEntry("failed", "charge", unpaidOrder)]],
  [
    "failed in this month and was submitted in the previous one",
    [],
    [delayedEntry("failed", "charge_failure", unpaidOrder)],
  ],
  [
    "failed, although the order is paid",
    [10_000],
    [
      delayedEntry("failed", "charge", orderWithPayment),
      delayedEntry("failed", "charge_failure", orderWithPayment),
    ],
  ],
  [
    "failed, although another payment has paid the order",
    [],
    [
      { ...delayedEntry("failed", "charge", orderWithPayment), paymentIntentId: "pi_2" },
      { ...delayedEntry("failed", "charge_failure", orderWithPayment), paymentIntentId: "pi_2" },
    ],
  ],
  [
    "failed, and whose order was deleted",
    [],
    [delayedEntry("failed", "charge"), delayedEntry("failed", "charge_failure")],
  ],
  [
    "succeeded, although the order says that it is processing",
    [-10_000],
    [delayedEntry("succeeded", "charge", processingOrder)],
  ],
])("a delayed payment that %s has the differences %j (cents, shop minus Stripe)", (_, expected, entries) => {
  const { differences, payments } = compareEntries(entries);
  expect(differences.map(({ shop, stripe }) => shop - stripe)).toEqual(expected);
  expect(payments.shop - payments.stripe).toBe(expected.reduce((sum, cents) => sum + cents, 0));
});

test("a delayed payment is split like its order, its reversal is negative, and the CSV says that it failed", () => {
  const parts = { goods: 10_000, shipping: 0, tax: 0 };
  expect(splitAmount(delayedEntry("pending", "charge", processingOrder))).toEqual(parts);
  expect(splitAmount(delayedEntry("failed", "charge_failure", unpaidOrder))).toEqual({
    ...parts,
    goods: -10_000,
  });
  const [row] = rowsIn(closingCsv([delayedEntry("failed", "charge", unpaidOrder)], november));
  expect(row).toMatchObject({ Goods: "100.00", Description: "Delayed payment that failed" });
});

/**
 * An order which records that a dispute took `withdrawn` dollars, and the entries of the dispute at Stripe. `movements`: the
 * amounts of Stripe's balance transactions in cents, which may differ from the order.
 */
function newDispute(
  withdrawn: number,
  movements: readonly number[],
): { order: StoredOrder; entries: Entry[] } {
  const dispute = {
    disputeId: "du_1",
    paymentIntentId: "pi_1",
    status: "open" as const,
    amount: 100,
    withdrawn,
    reason: "fraudulent",
    at: "2026-11-12T12:00:00.000Z",
    toldAt: 1,
    moves: 1,
  };
  const history = [{ at: dispute.at, by: "stripe", what: "withdrawn for a dispute" as const, to: withdrawn }];
  const disputedOrder: StoredOrder = { ...orderWithPayment, disputes: [dispute], history };
  const transactions = movements.map((amount, i) =>
    transaction({
      id: `txn_${i}`,
      amount,
      created: 1_794_000_000 + i,
      reporting_category: amount < 0 ? "dispute" : "dispute_reversal",
    }),
  );
  const entries = transactions.map((movement): Entry => ({
    transaction: movement,
    sourceId: "du_1",
    paymentIntentId: "pi_1",
    order: disputedOrder,
    disputeMovements: transactions,
  }));
  return { order: disputedOrder, entries };
}

test.each<[string, number[], number, number[]]>([
  ["withdrawn", [], 100, [-10_000]],
  ["withdrawn and reinstated", [], 0, [-10_000, 10_000]],
  ["withdrawn, which the order does not know", [10_000], 0, [-10_000]],
  ["withdrawn with another amount", [1_000], 90, [-10_000]],
  ["reinstated, which the order does not know", [-10_000], 100, [-10_000, 10_000]],
])(
  "a dispute whose money was %s has the differences %j (cents, shop minus Stripe)",
  (_, expected, withdrawn, movements) => {
    const { entries } = newDispute(withdrawn, movements);
    const { differences, disputes } = compareEntries(entries);
    expect(differences.map(({ shop, stripe }) => shop - stripe)).toEqual(expected);
    expect(disputes.shop - disputes.stripe).toBe(expected.reduce((sum, cents) => sum + cents, 0));
    // If Stripe books the last movement only in the next month, this month has no differences.
    if (entries.length > 1) expect(compareEntries(entries.slice(0, 1)).differences).toEqual([]);
  },
);

test("a dispute that only the order records is missing at Stripe in its own month, and in no other", () => {
  const { order: disputedOrder, entries } = newDispute(100, [-10_000]);
  expect(findMissingMovements([disputedOrder], [chargeEntry, ...entries], november)).toEqual([]);
  expect(findMissingMovements([disputedOrder], [chargeEntry], november)).toEqual([
    { kind: "disputes", orderId: "ord_1", cents: -10_000, sourceId: "du_1" },
  ]);
  expect(findMissingMovements([disputedOrder], [], october)).toEqual([]);
});

test("a payment or refund that only the order records is missing at Stripe in its own month, and in no other", () => {
  expect(findMissingMovements([orderWithRefund], [chargeEntry, refundEntry], november)).toEqual([]);
  expect(findMissingMovements([orderWithRefund], [], november)).toEqual([
    { kind: "payments", orderId: "ord_1", cents: 10_000, paymentIntentId: "pi_1" },
    { kind: "refunds", orderId: "ord_1", cents: -5_000, sourceId: "re_1" },
  ]);
  expect(findMissingMovements([orderWithRefund], [], october)).toEqual([]);
});
