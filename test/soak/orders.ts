import type { BooksResult, Difference } from "../../shared/books.ts";
import { formatMoney, toDollars } from "../../shared/money.ts";
import { compareAll } from "./compare.ts";
import { explainSold } from "./explain-sold.ts";
import { startFaultWindows } from "./fault-windows.ts";
import { createActors } from "./actors.ts";
import { createDiscounts } from "./discounts.ts";
import { createRandom } from "./random.ts";
import { startSoakShop, type SoakShop } from "./shop.ts";
import { createStockAdmin } from "./stock-admin.ts";

/** After this many orders, all messages are handled, and the clock is set ahead. */
const ORDERS_PER_BATCH = 400;
const BUYER_COUNT = 12;
/** The hours between the two comparisons of each batch. All payment pages have expired by the second one. */
const HOURS_AFTER_BATCH = 1.5;
const MAX_COMPARISONS = 12;
/** Banks still decide about payments and refunds before the comparisons whose number is lower than this. */
const COMPARISONS_WITH_BANKS = 3;
/** After each batch of orders, this fraction of runs is to be killed, each after a random number of steps. */
const KILLED_RUN_RATE = 0.3;

const MINUTES_PER_HOUR = 60;
const textOf = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([what, count]) => `${what} ${count}`)
    .join(", ");

/**
 * Places orders with faults at random, then compares the table with Stripe's lists and with the ledger of a consumer. The
 * seed decides what customers, banks and admins do and which faults there are; which calls run concurrently differs between
 * runs. Resolves to whether nothing differs.
 */
export async function soakOrders(orderCount: number, seed: number): Promise<boolean> {
  console.log(`Soak: ${orderCount} orders, seed ${seed}`);
  const shop = await startSoakShop(createRandom(seed));
  try {
    return await runSoak(shop, orderCount, seed);
  } finally {
    await shop.stop();
  }
}

async function runSoak(shop: SoakShop, orderCount: number, seed: number): Promise<boolean> {
  const startedAt = performance.now();
  const elapsedText = (): string => `${((performance.now() - startedAt) / 1000).toFixed(0).padStart(5)} s`;
  const logLine = (line: string): void => console.log(`${elapsedText()}  ${line}`);
  const repairs = new Map<string, number>();
  const faults = new Map<string, number>();
  const stockAdmin = await createStockAdmin(shop.newClient(), createRandom(seed));
  const discounts = await createDiscounts(shop.newClient());
  const actors = createActors(shop, seed, { stockAdmin, discounts });

  const compareBooks = async (): Promise<BooksResult> => {
    const result = await shop.compareBooks();
    // At most 50 repairs are listed.
    for (const { kind } of result.repaired) repairs.set(kind, (repairs.get(kind) ?? 0) + 1);
    const unlisted = result.repairedCount - result.repaired.length;
    if (unlisted > 0) repairs.set("not listed", (repairs.get("not listed") ?? 0) + unlisted);
    return result;
  };
  const printedLines = new Set<string>();
  /** Prints why sold pieces differ. Prints each line once. */
  const printExplanations = async (differences: readonly Difference[]): Promise<void> => {
    const items = await shop.items();
    for (const difference of differences)
      for (const line of [JSON.stringify(difference), ...explainSold(items, difference)])
        if (!printedLines.has(line)) {
          printedLines.add(line);
          console.log(line);
        }
  };
  /** Advances the clock step by step, and runs reconcile-checkouts at each step: twice at once, as a schedule may do. */
  const advanceHours = async (hours: number, killRate = 0): Promise<void> => {
    const stepMinutes = hours > 2 ? 60 : 15;
    for (let minutes = hours * MINUTES_PER_HOUR; minutes > 0; minutes -= stepMinutes) {
      await shop.drain();
      await shop.advance(Math.min(stepMinutes, minutes));
      shop.setKillRate(killRate);
      const runs = await Promise.all([shop.run("reconcile-checkouts"), shop.run("reconcile-checkouts")]);
      shop.setKillRate(0);
      if (killRate === 0 && runs.includes(false)) logLine("reconcile-checkouts failed");
    }
    await shop.drain();
  };

  for (let remainingCount = orderCount; remainingCount > 0; remainingCount -= ORDERS_PER_BATCH) {
    await actors.signIn();
    const windows = startFaultWindows(shop, createRandom(seed + remainingCount));
    await actors.placeOrders(Math.min(remainingCount, ORDERS_PER_BATCH), BUYER_COUNT);
    await windows.stop();
    for (const [what, count] of windows.counts) faults.set(what, (faults.get(what) ?? 0) + count);
    logLine(`${actors.purchases.length} orders are placed`);
    // The books are compared while payment pages are open, and after they have expired.
    await advanceHours(0.2, KILLED_RUN_RATE);
    const earlyComparison = await compareBooks();
    await advanceHours(HOURS_AFTER_BATCH, KILLED_RUN_RATE);
    const lateComparison = await compareBooks();
    logLine(
      `books: ${earlyComparison.repairedCount} and ${lateComparison.repairedCount} repaired, ${lateComparison.openCount} open`,
    );
    const soldDiffers = lateComparison.open.filter(({ kind }) => kind === "sold-differs");
    if (soldDiffers.length > 0) await printExplanations(soldDiffers);
  }

  logLine(
    "the last faults: banks decide about payments and refunds, and some webhooks about that are lost or late",
  );
  shop.webhooks.setFaulty(true);
  actors.finishAtStripe();
  await shop.drain();
  shop.webhooks.setFaulty(false);
  // Refunds may be queued for eight hours.
  await advanceHours(9);
  await compareBooks();
  const faultsOffSince = new Date().toISOString();
  // A delayed payment holds its pieces for a day.
  await advanceHours(26);
  let lastComparison = await compareBooks();
  // The sum of the sold pieces may need several comparisons, because each one reads a limited number of orders.
  const isSoldCompared = (): boolean =>
    (lastComparison.soldComparedAt ?? "") >= faultsOffSince && lastComparison.soldSkipped === 0;
  const isDone = (): boolean =>
    lastComparison.repairedCount + lastComparison.openCount === 0 && isSoldCompared();
  for (let i = 1; i < MAX_COMPARISONS && !isDone(); i++) {
    await advanceHours(7);
    if (i < COMPARISONS_WITH_BANKS) actors.finishAtStripe();
    await advanceHours(1);
    lastComparison = await compareBooks();
  }
  await shop.drain();
  const dryRun = await shop.compareBooks(true);
  const { differences, total, ...counts } = await compareAll(shop, stockAdmin);
  const open: Difference[] = [...lastComparison.open, ...dryRun.open];
  if (!isSoldCompared()) differences.push("The books have not compared the sold pieces.");

  const { sent, lost, late } = shop.webhooks.counts;
  logLine("done");
  console.log(
    [
      "",
      `Orders: ${counts.orderCount}, of which ${counts.paidOrderCount} were paid, ${counts.discountedOrderCount} of them with a code (${(actors.purchases.length / ((performance.now() - startedAt) / 1000)).toFixed(1)} orders/s, ${shop.hoursAhead().toFixed(0)} hours by the shop's clock)`,
      `Paid ${formatMoney(toDollars(total.paid))}, refunded ${formatMoney(toDollars(total.refunded))}, taken by disputes ${formatMoney(toDollars(total.withdrawn))}`,
      `Actions: ${textOf(actors.counts)}`,
      `Faults (windows): ${textOf(faults)}`,
      `Webhooks: ${sent} sent, ${lost} lost for good, ${late} late; runs of functions that failed or were killed: ${shop.failedRunCount()}; dead letters redriven: ${shop.redrivenCount()}`,
      `Repaired by the comparison of the books: ${textOf(repairs) || "nothing"}`,
      `Last comparison: ${lastComparison.repairedCount} repaired, ${lastComparison.openCount} open; dry run after it: ${dryRun.openCount} open`,
      `Ledger, table and Stripe: ${differences.length === 0 ? "equal for each order, to the cent" : `${differences.length} differences`}`,
      ...open.map((difference) => `OPEN ${JSON.stringify(difference)}`),
      ...differences.map((difference) => `DIFFERENCE ${difference}`),
    ].join("\n"),
  );
  return differences.length + open.length + lastComparison.repairedCount === 0;
}
