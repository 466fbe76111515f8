import fc from "fast-check";
import type Stripe from "stripe";
import { expect, test, vi } from "vitest";
import { compareEntries } from "../../../infra/commands/closing/compare.ts";
import { closingCsv } from "../../../infra/commands/closing/csv.ts";
import { entryOf } from "../../../infra/commands/closing/entry.ts";
import { monthOf } from "../../../infra/commands/closing/month.ts";
import { isExplainedByOtherBooking, readStripeMonth } from "../../../infra/commands/closing/stripe-month.ts";
import { summaryLines } from "../../../infra/commands/closing/summary.ts";
import type { PaymentAction } from "../../../infra/local/stripe/actions.ts";
import { stubOf } from "../../../infra/local/stripe/state.ts";
import { ActionRefused } from "../../../infra/local/stripe/transitions.ts";
import { sessionParams, startStripe } from "../local/stripe-support.ts";
import { centsIn, NEW_YORK, november, NOW, october, rowsIn } from "./closing-support.ts";

test.each([
  ["2026-11", NEW_YORK, "2026-11-01T04:00:00.000Z", "2026-12-01T05:00:00.000Z"],
  ["2026-03", NEW_YORK, "2026-03-01T05:00:00.000Z", "2026-04-01T04:00:00.000Z"],
  ["2026-03", "Europe/Berlin", "2026-02-28T23:00:00.000Z", "2026-03-31T22:00:00.000Z"],
  ["2025-12", "UTC", "2025-12-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z"],
])(
  "month %s begins and ends at midnight in %s, also if the clocks change in the month",
  (name, zone, from, to) => {
    const month = monthOf(name, zone, NOW);
    expect([month.from.toISOString(), month.to.toISOString()]).toEqual([from, to]);
  },
);

test("a month that has not begun, a text that is not a month, and an unknown zone are refused", () => {
  expect(() => monthOf("2027-01", "UTC", NOW)).toThrow("2027-01 has not begun.");
  expect(() => monthOf("2026-13", "UTC", NOW)).toThrow("2026-13 is not a month");
  expect(() => monthOf("2026-11", "Mars/Base", NOW)).toThrow("Mars/Base is not a time zone");
});

const DAY_MS = 86_400_000;
const printNothing = () => undefined;

/** Starts a Stripe simulator, whose clock is a second before November in New York. */
async function startSimulator() {
  let nowMs = +november.from - 1_000;
  const { sdk, stripe, faults } = await startStripe({ now: () => nowMs });
  faults.set({ webhooks: "held" });
  return {
    sdk,
    stripe,
    advance: (ms: number) => (nowMs += ms),
    /** Pays $50.00; returns the session's id. */
    pay: async (): Promise<string> => {
      const { id } = await sdk.checkout.sessions.create({
        ...sessionParams(),
        expires_at: Math.floor(nowMs / 1000) + 3_600,
      });
      stripe.act(id, "pay");
      return id;
    },
  };
}

test("each transaction is in exactly one month, and a month begins with the previous month's last balance", async () => {
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
  let latestSessionId = "";
  for (const { action, days } of fc.sample(step, { seed: 3, numRuns: 40 })) {
    try {
      if (action === "pay") latestSessionId = await pay();
      else if (action === "pay-out") stripe.payOut();
      else stripe.act(latestSessionId, action);
    } catch (error) {
      // Stripe refuses some of the random actions, such as the second refund of a payment.
      if (!(error instanceof ActionRefused))
        expect(error).toMatchObject({ status: expect.any(Number) as number });
    }
    advance(days * DAY_MS + 1);
  }
  const allTransactions = await sdk.balanceTransactions
    .list({ limit: 100 })
    .autoPagingToArray({ limit: 1_000 });
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
    expect([...(stripeMonth.balance?.values() ?? [])]).toEqual([expectedBalance]);
    const payouts = rows.filter((row) => row["Category"] === "payout");
    expect(payouts.every((row) => row["Payout"] === row["Source"])).toBe(true);
  }
  expect(seenIds.sort()).toEqual(allTransactions.map(({ id }) => id).sort());
  expect(expectedBalance).toBe(allTransactions.reduce((sum, { net }) => sum + net, 0));
  // The random actions caused all categories: charges, refunds, failed refunds, disputes, reversals and payouts.
  expect(new Set(allTransactions.map(({ reporting_category }) => reporting_category)).size).toBe(6);
});

test("a month is read completely if it has one full page of transactions, one transaction more, or none", async () => {
  const { sdk, stripe, advance, pay } = await startSimulator();
  await pay();
  advance(1_000);
  const sessionId = await pay();
  const countTransactions = async (month = november) =>
    (await readStripeMonth(sdk, month, printNothing)).transactions.length;
  // The payment and these 99 movements of its dispute are one page of transactions.
  for (let n = 1; n < 100; n++) stripe.act(sessionId, n % 2 === 1 ? "dispute" : "dispute-win");
  expect([await countTransactions(), await countTransactions(october)]).toEqual([100, 1]);
  stripe.act(sessionId, "dispute-win");
  expect(await countTransactions()).toBe(101);
  const december = monthOf("2026-12", NEW_YORK, NOW);
  expect(await countTransactions(december)).toBe(0);
  const summary = summaryLines(december, [], new Map(), compareEntries([]), NOW);
  expect(summary).toEqual(expect.arrayContaining(["Nothing has moved the balance.", "Differences: 0"]));
});

test("a payment that Stripe booked in the previous month, or after the month was read, is not listed as missing", async () => {
  const { sdk, pay } = await startSimulator();
  await pay();
  const stripeMonth = await readStripeMonth(sdk, october, printNothing);
  const [{ paymentIntentId = "" } = {}] = stripeMonth.transactions.map((movement) =>
    entryOf(movement, stripeMonth),
  );
  expect(paymentIntentId).toMatch(/^pi_/);
  const payment = { paymentIntentId };
  expect(await isExplainedByOtherBooking(sdk, payment, november, NOW)).toBe(true);
  expect(await isExplainedByOtherBooking(sdk, payment, october, NOW)).toBe(false);
  // With October's first day as the time of the reading, the payment came after the reading.
  expect(await isExplainedByOtherBooking(sdk, payment, october, october.from)).toBe(true);
  expect(await isExplainedByOtherBooking(sdk, { sourceId: "re_unknown" }, november, NOW)).toBe(false);
});

/** Runs `action` before each response of Stripe's balance endpoint. */
function beforeEachBalance(sdk: Stripe, action: () => Promise<unknown>): void {
  const retrieve = sdk.balance.retrieve.bind(sdk.balance);
  vi.spyOn(sdk.balance, "retrieve").mockImplementation(async () => {
    await action();
    return retrieve();
  });
}

test("payments that arrive while the current month is read are in its sums and in its balance once", async () => {
  const { sdk, advance, pay } = await startSimulator();
  advance(1_000);
  await pay();
  let remainingPayments = 2;
  beforeEachBalance(sdk, async () => {
    if (remainingPayments-- > 0) await pay();
  });
  const { transactions, balance } = await readStripeMonth(sdk, november, printNothing);
  expect(new Set(transactions.map(({ id }) => id)).size).toBe(3);
  expect(balance?.get("usd")).toBe(transactions.reduce((sum, { net }) => sum + net, 0));
});

test("if the balance loses a currency while the month is read, the transactions are read again", async () => {
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
  const { balance } = await readStripeMonth(sdk, october, printNothing);
  expect([reads, [...(balance?.keys() ?? [])]]).toEqual([3, ["usd"]]);
});

test("if the balance changes during every read, the month's transactions are known, but its balance is not", async () => {
  const { sdk, advance, pay } = await startSimulator();
  await pay();
  advance(1_000);
  beforeEachBalance(sdk, pay);
  const stripeMonth = await readStripeMonth(sdk, october, printNothing);
  expect([stripeMonth.transactions.length, stripeMonth.balance]).toEqual([1, undefined]);
  const entries = stripeMonth.transactions.map((movement) => entryOf(movement, stripeMonth));
  expect(summaryLines(october, entries, stripeMonth.balance, compareEntries(entries), NOW)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Balance at the end +not known$/)]),
  );
});

test("money that Stripe keeps back in a reserve leaves the balance, and is listed", async () => {
  /** Stripe books a reserve of $10.00 twice: out of the balance of the payments, and into the balance of reserves. */
  const movements = (time: Date) =>
    [["payments", -1_000] as const, ["risk_reserved", 1_000] as const].map(([balance_type, net]) => ({
      ...{ id: `txn_${+time}_${balance_type}`, balance_type, amount: net, fee: 0, net, currency: "usd" },
      ...{ type: "reserve_hold", reporting_category: "risk_reserved_funds", source: null, description: null },
      ...{ created: Math.floor(+time / 1000), available_on: Math.floor(+time / 1000) },
    }));
  const allMovements = [...movements(NOW), ...movements(new Date(+november.from + DAY_MS))];
  type Query = { created?: { gte: number; lt?: number } };
  const list = ({ created: { gte, lt = Number.MAX_VALUE } = { gte: 0 } }: Query) =>
    allMovements.filter(({ created }) => created >= gte && created < lt);
  const stripe = stubOf<Stripe>({
    balance: {
      retrieve: () => Promise.resolve({ available: [{ currency: "usd", amount: 3_000 }], pending: [] }),
    },
    balanceTransactions: { list },
    payouts: { list: () => [] },
  } as never);
  const stripeMonth = await readStripeMonth(stripe, november, printNothing);
  const entries = stripeMonth.transactions.map((movement) => entryOf(movement, stripeMonth));
  const lines = summaryLines(november, entries, stripeMonth.balance, compareEntries(entries), NOW);
  expect(lines.filter((line) => /balance/i.test(line)).map((line) => line.replace(/ +/g, " "))).toEqual([
    "In other balances 1 10.00 0.00 10.00",
    "Balance at the start 50.00",
    "Balance at the end 40.00",
  ]);
});
