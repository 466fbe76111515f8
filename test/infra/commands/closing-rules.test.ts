import fc from "fast-check";
import type Stripe from "stripe";
import { expect, test, vi } from "vitest";
import { compareEntries, findMissingMovements, booksAgree } from "../../../infra/commands/closing/compare.ts";
import { closingCsv, HEADINGS } from "../../../infra/commands/closing/csv.ts";
import { amountText } from "../../../infra/commands/closing/currency.ts";
import { entryOf, splitAmount, type Entry } from "../../../infra/commands/closing/entry.ts";
import { monthOf } from "../../../infra/commands/closing/month.ts";
import {
  isBookedOutsideMonth,
  readStripeMonth,
  type Transaction,
} from "../../../infra/commands/closing/stripe-month.ts";
import { summaryLines } from "../../../infra/commands/closing/summary.ts";
import type { PaymentAction } from "../../../infra/local/stripe/actions.ts";
import { stubOf } from "../../../infra/local/stripe/state.ts";
import { ActionRefused } from "../../../infra/local/stripe/transitions.ts";
import type { StoredOrder } from "../../../lambdas/orders/stored-order.ts";
import { paidOrder } from "../../support/paid-order.ts";
import { sessionParams, startStripe } from "../local/stripe-support.ts";

const NOW = new Date("2026-12-24T12:00:00Z");
const NEW_YORK = "America/New_York";
const november = monthOf("2026-11", NEW_YORK, NOW);
const printNothing = () => undefined;

test.each([
  ["2026-11", NEW_YORK, "2026-11-01T04:00:00.000Z", "2026-12-01T05:00:00.000Z"],
  ["2026-03", NEW_YORK, "2026-03-01T05:00:00.000Z", "2026-04-01T04:00:00.000Z"],
  ["2026-03", "Europe/Berlin", "2026-02-28T23:00:00.000Z", "2026-03-31T22:00:00.000Z"],
  ["2025-12", "UTC", "2025-12-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z"],
])("month %s begins and ends at midnight in %s, also when the clocks change", (name, zone, from, to) => {
  const month = monthOf(name, zone, NOW);
  expect([month.from.toISOString(), month.to.toISOString()]).toEqual([from, to]);
});

test("a month that has not begun, a text that is not a month, and an unknown zone are refused", () => {
  expect(() => monthOf("2027-01", "UTC", NOW)).toThrow("2027-01 has not begun.");
  expect(() => monthOf("2026-13", "UTC", NOW)).toThrow("2026-13 is not a month");
  expect(() => monthOf("2026-11", "Mars/Base", NOW)).toThrow("Mars/Base is not a time zone");
});

/** The cells of each row below the headings, by heading. No cell of these tests is quoted. */
const rowsIn = (csv: string): Record<string, string>[] =>
  csv
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => Object.fromEntries(line.split(",").map((cell, i) => [HEADINGS[i] ?? "", cell])));
const centsIn = (rows: readonly Record<string, string>[], heading: (typeof HEADINGS)[number]): number =>
  rows.reduce((sum, row) => sum + Math.round(Number(row[heading]) * 100), 0);

const transaction = (fields: Partial<Transaction>): Transaction =>
  stubOf<Transaction>({
    ...{ id: "txn_1", type: "charge", reporting_category: "charge", currency: "usd", source: "ch_1" },
    ...{ amount: 10_000, fee: 320, net: 9_680, created: 1_794_000_000, available_on: 1_794_100_000 },
    description: null,
    ...fields,
  });

const orderWithPayment = paidOrder(new Date("2026-11-10T12:00:00Z"));
const refund = {
  ...{ refundId: "rfd_1", stripeRefundId: "re_1", paymentIntentId: "pi_1", amount: 50, reason: "x" },
  ...{ at: "2026-11-11T12:00:00.000Z", status: "succeeded" as const },
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
  ...{ sourceId: "re_1", paymentIntentId: "pi_1", order: orderWithRefund },
  transaction: transaction({
    id: "txn_2",
    reporting_category: "refund",
    amount: -5_000,
    fee: 0,
    net: -5_000,
  }),
};

test("each balance transaction is one row of the CSV, and the sums of the rows equal Stripe's sums", () => {
  const movement = fc.record({
    reporting_category: fc.constantFrom("charge", "refund", "dispute", "payout", "fee", "something_new"),
    amount: fc.integer({ min: -9_999_999, max: 9_999_999 }),
    fee: fc.integer({ min: -5_000, max: 50_000 }),
    created: fc.integer({ min: 1_790_000_000, max: 1_799_000_000 }),
    hasOrder: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(movement, { maxLength: 40 }), (movements) => {
      const entries = movements.map(({ hasOrder, ...fields }, i): Entry => {
        const net = fields.amount - fields.fee;
        const movedMoney = transaction({ ...fields, net, id: `txn_${i}`, type: fields.reporting_category });
        return { ...(hasOrder ? chargeEntry : {}), transaction: movedMoney };
      });
      const rows = rowsIn(closingCsv(entries, november));
      expect(rows.map((row) => row["Balance transaction"])).toEqual(movements.map((_, i) => `txn_${i}`));
      for (const category of new Set(movements.map(({ reporting_category }) => reporting_category))) {
        const lines = rows.filter((row) => row["Category"] === category);
        const expected = movements.filter(({ reporting_category }) => reporting_category === category);
        expect(centsIn(lines, "Gross")).toBe(expected.reduce((sum, { amount }) => sum + amount, 0));
        expect(centsIn(lines, "Fee")).toBe(expected.reduce((sum, { fee }) => sum + fee, 0));
        expect(centsIn(lines, "Net")).toBe(centsIn(lines, "Gross") - centsIn(lines, "Fee"));
      }
      const { payments, refunds, disputes, differences } = compareEntries(entries);
      const difference = [payments, refunds, disputes].reduce((sum, row) => sum + row.stripe - row.shop, 0);
      expect(differences.reduce((sum, row) => sum + row.stripe - row.shop, 0)).toBe(difference);
    }),
    { numRuns: 50 },
  );
});

test("a row has goods, shipping and tax if they are known, and a spreadsheet runs no cell as a formula", () => {
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
  const withoutParts = { ...refundEntry, order: { ...orderWithRefund, refunds: [refund] } };
  expect(splitAmount(withoutParts)).toBeUndefined();
  expect(splitAmount({ ...chargeEntry, paymentIntentId: "pi_second" })).toBeUndefined();
  const formula = { transaction: transaction({ description: "=HYPERLINK(1)" }) };
  const [first, second, third] = rowsIn(closingCsv([refundEntry, withoutParts, formula], november));
  expect(first).toMatchObject({ Gross: "-50.00", Goods: "-50.00", Tax: "0.00", "Order ID": "ord_1" });
  expect(second).toMatchObject({ Gross: "-50.00", Goods: "", Tax: "" });
  expect(third?.["Description"]).toBe("'=HYPERLINK(1)");
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

test("a transaction in another currency has no parts and is not compared, and the summary says so", () => {
  const euro = transaction({ currency: "eur" });
  const entries = [{ ...chargeEntry, transaction: euro }, { transaction: euro }];
  expect(splitAmount({ ...chargeEntry, transaction: euro })).toBeUndefined();
  const comparison = compareEntries(entries);
  expect(comparison).toMatchObject({
    payments: { stripe: 0, shop: 0 },
    differences: [],
    notOfShop: { count: 0 },
  });
  expect([booksAgree(comparison), booksAgree(compareEntries([chargeEntry, { transaction: euro }]))]).toEqual([
    false,
    true,
  ]);
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

test("a difference between Stripe and the orders is listed with both amounts", () => {
  expect(compareEntries([chargeEntry, refundEntry])).toMatchObject({
    ...{ payments: { stripe: 10_000, shop: 10_000 }, refunds: { stripe: -5_000, shop: -5_000 } },
    differences: [],
  });
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
    ...[
      chargeOfUnknownOrder,
      failedRefundEntry,
      disputeEntry,
      { ...chargeEntry, paymentIntentId: "pi_second" },
    ],
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
  ...{ ...orderWithPayment, paymentStatus: "failed" as const },
  payment: { n: 1, expiresAt: orderWithPayment.payment.expiresAt, successUrl: "", cancelUrl: "" },
};
const processingOrder: StoredOrder = { ...unpaidOrder, paymentStatus: "processing" };
const delayedEntry = (chargeStatus: string, category: string, storedOrder?: StoredOrder): Entry => ({
  ...{ sourceId: "py_1", paymentIntentId: "pi_1", metadataOrderId: "ord_1", chargeStatus },
  ...(storedOrder && { order: storedOrder }),
  transaction: transaction({
    ...{ id: `txn_${category}`, type: "payment", reporting_category: category },
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
  ["is on its way, though the order is unpaid", [-10_000], [delayedEntry("pending", "charge", unpaidOrder)]],
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
    "failed, though the order is paid",
    [10_000],
    [
      delayedEntry("failed", "charge", orderWithPayment),
      delayedEntry("failed", "charge_failure", orderWithPayment),
    ],
  ],
  [
    "failed after another payment of the order",
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
    "succeeded, though the order says that it is processing",
    [-10_000],
    [delayedEntry("succeeded", "charge", processingOrder)],
  ],
])("a delayed payment that %s has the differences %j (cents, shop minus Stripe)", (_, expected, entries) => {
  const { differences, payments } = compareEntries(entries);
  expect(differences.map(({ shop, stripe }) => shop - stripe)).toEqual(expected);
  expect(payments.shop - payments.stripe).toBe(expected.reduce((sum, cents) => sum + cents, 0));
});

test("a delayed payment has the goods, shipping and tax of its order, and its reversal has them as negative amounts", () => {
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
    ...{ disputeId: "du_1", paymentIntentId: "pi_1", status: "open" as const, amount: 100, withdrawn },
    ...{ reason: "fraudulent", at: "2026-11-12T12:00:00.000Z", toldAt: 1, moves: 1 },
  };
  const history = [{ at: dispute.at, by: "stripe", what: "withdrawn for a dispute" as const, to: withdrawn }];
  const disputedOrder: StoredOrder = { ...orderWithPayment, disputes: [dispute], history };
  const transactions = movements.map((amount, i) =>
    transaction({
      ...{ id: `txn_${i}`, amount, created: 1_794_000_000 + i },
      reporting_category: amount < 0 ? "dispute" : "dispute_reversal",
    }),
  );
  const entries = transactions.map((movement): Entry => ({
    ...{ transaction: movement, sourceId: "du_1", paymentIntentId: "pi_1", order: disputedOrder },
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

test("a dispute that only the order records is listed as missing at Stripe, only in the month of the dispute", () => {
  const { order: disputedOrder, entries } = newDispute(100, [-10_000]);
  expect(findMissingMovements([disputedOrder], [chargeEntry, ...entries], november)).toEqual([]);
  expect(findMissingMovements([disputedOrder], [chargeEntry], november)).toEqual([
    { kind: "disputes", orderId: "ord_1", cents: -10_000, sourceId: "du_1" },
  ]);
  expect(findMissingMovements([disputedOrder], [], monthOf("2026-10", NEW_YORK, NOW))).toEqual([]);
});

test("a payment or refund that only the shop records is listed as missing at Stripe, only in its own month", () => {
  expect(findMissingMovements([orderWithRefund], [chargeEntry, refundEntry], november)).toEqual([]);
  expect(findMissingMovements([orderWithRefund], [], november)).toEqual([
    { kind: "payments", orderId: "ord_1", cents: 10_000, paymentIntentId: "pi_1" },
    { kind: "refunds", orderId: "ord_1", cents: -5_000, sourceId: "re_1" },
  ]);
  expect(findMissingMovements([orderWithRefund], [], monthOf("2026-10", NEW_YORK, NOW))).toEqual([]);
});

/** Starts a Stripe simulator, whose clock is a second before November in New York. `pay` pays $50.00. */
async function startSimulator() {
  let now = +november.from - 1_000;
  const { sdk, stripe, faults } = await startStripe({ now: () => now });
  faults.set({ webhooks: "held" });
  return {
    ...{ sdk, stripe },
    advance: (ms: number) => (now += ms),
    pay: async () => {
      const { id } = await sdk.checkout.sessions.create({
        ...sessionParams(),
        expires_at: Math.floor(now / 1000) + 3_600,
      });
      stripe.act(id, "pay");
      return id;
    },
  };
}

test("each balance transaction is in exactly one month, and each month begins with the balance at the end of the previous month", async () => {
  const { sdk, stripe, advance, pay } = await startSimulator();
  const step = fc.record({
    action: fc.constantFrom<PaymentAction | "pay" | "pay-out">(
      "pay",
      "refund",
      "refund-fail",
      "dispute",
      "dispute-win",
      "pay-out",
    ),
    days: fc.integer({ min: 0, max: 4 }),
  });
  const sessions: string[] = [];
  for (const { action, days } of fc.sample(fc.array(step, { minLength: 40, maxLength: 40 }), {
    seed: 7,
    numRuns: 1,
  })[0] ?? []) {
    try {
      if (action === "pay") sessions.push(await pay());
      else if (action === "pay-out") stripe.payOut();
      else stripe.act(sessions.at(-1) ?? "", action);
    } catch (error) {
      if (!(error instanceof ActionRefused))
        expect(error).toMatchObject({ status: expect.any(Number) as number });
    }
    advance(days * 86_400_000 + 1);
  }
  const listed = await sdk.balanceTransactions.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 });
  const seenIds: string[] = [];
  let expectedBalance = 0;
  for (const name of ["2026-10", "2026-11", "2026-12", "2027-01"]) {
    const month = monthOf(name, NEW_YORK, new Date("2027-06-01T00:00:00Z"));
    const stripeMonth = await readStripeMonth(sdk, month, printNothing);
    const entries = stripeMonth.transactions.map((movement) => entryOf(movement, stripeMonth));
    const rows = rowsIn(closingCsv(entries, month));
    expect(rows.every((row) => row["Date"]?.startsWith(name))).toBe(true);
    seenIds.push(...rows.map((row) => row["Balance transaction"] ?? ""));
    expectedBalance += centsIn(rows, "Net");
    expect([...(stripeMonth.balance?.values() ?? [])]).toEqual(listed.length === 0 ? [] : [expectedBalance]);
    const payouts = rows.filter((row) => row["Category"] === "payout");
    expect(payouts.every((row) => row["Payout"] === row["Source"])).toBe(true);
  }
  expect(seenIds.sort()).toEqual(listed.map(({ id }) => id).sort());
  expect(expectedBalance).toBe(listed.reduce((sum, { net }) => sum + net, 0));
  expect(new Set(listed.map(({ reporting_category }) => reporting_category)).size).toBe(6);
});

test("a month is read completely with exactly one page of transactions, with one more, and with none", async () => {
  const { sdk, stripe, advance, pay } = await startSimulator();
  await pay();
  advance(1_000);
  const id = await pay();
  const countTransactions = async (month = november) =>
    (await readStripeMonth(sdk, month, printNothing)).transactions.length;
  for (let n = 1; n < 100; n++) stripe.act(id, n % 2 === 1 ? "dispute" : "dispute-win");
  const october = monthOf("2026-10", NEW_YORK, NOW);
  expect([await countTransactions(), await countTransactions(october)]).toEqual([100, 1]);
  stripe.act(id, "dispute-win");
  expect(await countTransactions()).toBe(101);
  const december = monthOf("2026-12", NEW_YORK, NOW);
  expect(await countTransactions(december)).toBe(0);
  const summary = summaryLines(december, [], new Map(), compareEntries([]), NOW);
  expect(summary).toEqual(expect.arrayContaining(["Nothing has moved the balance.", "Differences: 0"]));
});

test("a payment that Stripe booked in the previous month, or after the month was read, is not listed as missing", async () => {
  const { sdk, pay } = await startSimulator();
  await pay();
  const october = monthOf("2026-10", NEW_YORK, NOW);
  const stripeMonth = await readStripeMonth(sdk, october, printNothing);
  const [{ paymentIntentId = "" } = {}] = stripeMonth.transactions.map((movement) =>
    entryOf(movement, stripeMonth),
  );
  expect(paymentIntentId).toMatch(/^pi_/);
  const payment = { paymentIntentId };
  expect(await isBookedOutsideMonth(sdk, payment, november, NOW)).toBe(true);
  expect(await isBookedOutsideMonth(sdk, payment, october, NOW)).toBe(false);
  // With October's first day as the time of the reading, the payment came after the reading.
  expect(await isBookedOutsideMonth(sdk, payment, october, october.from)).toBe(true);
  expect(await isBookedOutsideMonth(sdk, { sourceId: "re_unknown" }, november, NOW)).toBe(false);
});

/** Runs `action` before each response with the balance. */
function beforeEachBalance(sdk: Stripe, action: () => Promise<unknown>): void {
  const retrieve = sdk.balance.retrieve.bind(sdk.balance);
  vi.spyOn(sdk.balance, "retrieve").mockImplementation(async () => {
    await action();
    return retrieve();
  });
}

test("payments that arrive while the current month is read are counted once in its sums and its balance", async () => {
  const { sdk, advance, pay } = await startSimulator();
  advance(1_000);
  await pay();
  let paymentsLeft = 2;
  beforeEachBalance(sdk, async () => {
    if (paymentsLeft-- > 0) await pay();
  });
  const { transactions, balance } = await readStripeMonth(sdk, november, printNothing);
  expect(new Set(transactions.map(({ id }) => id)).size).toBe(3);
  expect(balance?.get("usd")).toBe(transactions.reduce((sum, { net }) => sum + net, 0));
});

test("a currency that leaves the balance while the month is read is a change: the transactions are read again", async () => {
  const { sdk, pay } = await startSimulator();
  await pay();
  const retrieve = sdk.balance.retrieve.bind(sdk.balance);
  let reads = 0;
  vi.spyOn(sdk.balance, "retrieve").mockImplementation(async () => {
    const balance = await retrieve();
    reads++;
    const euros = { amount: 500, currency: "eur" };
    return reads === 1 ? { ...balance, available: [...balance.available, euros] } : balance;
  });
  const october = monthOf("2026-10", NEW_YORK, NOW);
  const { balance } = await readStripeMonth(sdk, october, printNothing);
  expect([reads, [...(balance?.keys() ?? [])]]).toEqual([3, ["usd"]]);
});

test("if the balance changes during every read, the balance is reported as not known, but the month's sums are known", async () => {
  const { sdk, advance, pay } = await startSimulator();
  await pay();
  advance(1_000);
  beforeEachBalance(sdk, pay);
  const october = monthOf("2026-10", NEW_YORK, NOW);
  const stripeMonth = await readStripeMonth(sdk, october, printNothing);
  expect([stripeMonth.transactions.length, stripeMonth.balance]).toEqual([1, undefined]);
  const entries = stripeMonth.transactions.map((movement) => entryOf(movement, stripeMonth));
  expect(summaryLines(october, entries, stripeMonth.balance, compareEntries(entries), NOW)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Balance at the end +not known$/)]),
  );
});
