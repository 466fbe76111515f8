import { randomUUID } from "node:crypto";
import type Stripe from "stripe";
import { addDays, dayOf } from "../../shared/analytics.ts";
import { differenceKey, type BooksResult, type Difference } from "../../shared/books.ts";
import { startOfDay } from "../../shared/shop-day.ts";
import { timeZone } from "../../shared/site/address-and-hours.ts";
import { log, withLogContext } from "../lib/log.ts";
import { applyFraudWarnings } from "./apply-fraud-warnings.ts";
import { readOpenDifferences, readBooksResult, type Progress, type StoredResult } from "./books-table.ts";
import { compareOrdersAgain } from "./compare-orders-again.ts";
import { areFiguresComparable, compareDaysAgain, readFigures } from "./compare-days.ts";
import { compareDay } from "./compare-sale.ts";
import { compareSoldPieces, isStockUncompared, comparableStockNames } from "./compare-stock.ts";
import type { Finding } from "./finding.ts";
import { changeKeyAt } from "./read-orders.ts";
import { makeRepair } from "./repair.ts";
import { addFinding, logFinding, type Run } from "./run.ts";
import { putSoldSum, readSoldSum, type SoldSum } from "./sold-table.ts";
import { MAX_LISTED, storeResult, withOpenDifferences } from "./store-result.ts";
import { continueSoldSum } from "./sum-sold.ts";
import { readUnsettledStock, STOCK_CHANGE_MS } from "./unsettled-stock.ts";
import { walkChangedOrders } from "./walk-changed-orders.ts";
import { walkRefundsAndDisputes } from "./walk-refunds-and-disputes.ts";
import { walkSessions } from "./walk-sessions.ts";
import { walkStock } from "./walk-stock.ts";

const HOUR_MS = 3_600_000;
/** Runs overlap by this time, so that every run covers the whole of yesterday. */
const OVERLAP_MS = 50 * HOUR_MS;
/** The first run compares the orders of the last 30 days, and those of the overlap. */
const FIRST_RUN_MS = 30 * 24 * HOUR_MS;

type Options = {
  client: Stripe;
  /** The origin of this site. */
  origin: string;
  now: Date;
  /** The time limit. Each run compares at least one slice of sessions and one page of changed orders, even if they take longer. */
  maxMs: number;
  /** If true, the run repairs and stores nothing. */
  isDryRun: boolean;
};

/**
 * Compares orders with Stripe, stock and figures, makes the repairs of the findings, applies early fraud warnings whose webhooks
 * were lost, and stores the result.
 */
export async function compareBooks({ maxMs, isDryRun, ...options }: Options): Promise<BooksResult> {
  const { now } = options;
  const runStart = performance.now();
  const [previous, openBefore] = await Promise.all([readBooksResult(), readOpenDifferences()]);
  const run: Run = {
    ...options,
    since: sinceOf(previous, now),
    isTimeUp: () => performance.now() - runStart > maxMs,
    findings: [],
    unreadable: new Set(),
    counted: { orders: 0, sessions: 0, refunds: 0, disputes: 0, products: 0 },
  };
  const storedSum = await readSoldSum();
  const { progress, soldSum, soldSkipped } = await compareAll(run, { previous, openBefore, storedSum });
  const findings = uniqueFindings(run);
  const { repaired, open } = isDryRun ? { repaired: [], open: findings } : await repairAll(run, findings);
  const soldResult =
    soldSkipped === undefined
      ? { soldComparedAt: previous?.result.soldComparedAt, soldSkipped: previous?.result.soldSkipped }
      : { soldComparedAt: soldSum.startedAt, soldSkipped };
  const result = {
    startedAt: now.toISOString(),
    finishedAt: new Date(+now + Math.round(performance.now() - runStart)).toISOString(),
    since: run.since.toISOString(),
    until: progress ? (previous?.result.until ?? run.since.toISOString()) : now.toISOString(),
    counted: run.counted,
    ...soldResult,
    repairedCount: repaired.length,
    repaired: differencesOf(repaired).slice(0, MAX_LISTED),
  };
  const comparison = { result, open: differencesOf(open), openBefore, progress };
  if (isDryRun) return withOpenDifferences(comparison, comparison.open);
  // This follows the repairs, because a repair may record the payment that a warning is about.
  await applyFraudWarnings(run);
  const storedResult = await storeResult(comparison, now);
  const nextSum = soldSkipped === undefined ? soldSum : { ...soldSum, hasSkipped: soldSkipped > 0 };
  const isSumChanged = soldSum !== storedSum || nextSum.hasSkipped !== storedSum.hasSkipped;
  if (isSumChanged) await putSoldSum(nextSum, randomUUID(), now);
  log.info("compared", { ...run.counted, openCount: storedResult.openCount, repairedCount: repaired.length });
  return storedResult;
}

const differencesOf = (findings: readonly Finding[]): Difference[] =>
  findings.map(({ difference }) => difference);

/** The findings without duplicates: the last one for each difference, and one for each unreadable order. */
function uniqueFindings({ findings, unreadable }: Run): Finding[] {
  // A key is, for example, `ORDER#<order id> HOLD`.
  const orderIds = [...unreadable].map((key) => key.replace(/^\w+#(\S+) .*/, "$1"));
  const allFindings = [
    ...findings,
    ...orderIds.map((orderId): Finding => ({ difference: { kind: "order-unreadable", orderId } })),
  ];
  return [...new Map(allFindings.map((finding) => [differenceKey(finding.difference), finding])).values()];
}

/** The time from which a run compares. If the previous run ended early, its time is used again. */
function sinceOf(previous: StoredResult | undefined, now: Date): Date {
  if (previous?.progress) return new Date(previous.progress.since);
  const lastUntil = previous ? Date.parse(previous.result.until) : +now - FIRST_RUN_MS;
  return new Date(Math.min(lastUntil, +now) - OVERLAP_MS);
}

/** What earlier runs have stored. `openBefore`: the differences that were open when this run began. */
type StoredState = {
  previous: StoredResult | undefined;
  openBefore: Difference[];
  storedSum: SoldSum | undefined;
};
/**
 * `progress`: undefined if the run did not end early. `soldSum`: the pieces that the orders read so far have sold, as several
 * runs may be needed to read all orders. `soldSkipped`: the number of products and variants whose sold pieces were not
 * compared, because their orders had changed or their stock was unsettled. It is undefined if this run could compare no sold
 * pieces at all, for example because the sum is not complete.
 */
type ComparisonOutcome = {
  progress: Progress | undefined;
  soldSum: SoldSum;
  soldSkipped: number | undefined;
};

/**
 * Fills `run.findings`. Reads the unsettled stock first, then the stock, and then the orders. So if an order changes stock after
 * the stock was read, the run finds the order among the changed ones, and does not compare the sold pieces of its products.
 */
async function compareAll(
  run: Run,
  { previous, openBefore, storedSum }: StoredState,
): Promise<ComparisonOutcome> {
  const yesterday = addDays(dayOf(run.now, timeZone), -1);
  const openOfOtherDays = openBefore.filter(
    (difference) => difference.day !== undefined && difference.day !== yesterday,
  );
  const unsettledStock = await readUnsettledStock(run);
  const products = await walkStock(run);
  const listedAtStripe = await walkRefundsAndDisputes(run);
  await compareOrdersAgain(run, openBefore, { listedAtStripe, products });
  await compareDaysAgain(run, openOfOtherDays);
  const sessionsSince = new Date(previous?.progress?.sessions ?? run.since);
  const { sessionIds, until } = await walkSessions(run, sessionsSince);
  const soldSum = await continueSoldSum(storedSum, run);
  const figuresBefore = await readFigures(yesterday);
  // An order that changed after the sum was started may be in the sum with its earlier pieces. So its stock is left out.
  const changedSince = new Date(soldSum.startedAt);
  const firstOrderKey = previous?.progress?.orders ?? changeKeyAt(run.since);
  const context = { sessionIds, since: run.since, listedAtStripe, products };
  const orders = await walkChangedOrders(run, firstOrderKey, context, { day: yesterday, changedSince });
  /** Whether this run has read all orders that have changed since this time (ms since 1970). */
  const hasAllChangesSince = (ms: number) => orders.isComplete && firstOrderKey <= changeKeyAt(new Date(ms));

  const figures = await readFigures(yesterday);
  const isDayComparable =
    hasAllChangesSince(startOfDay(yesterday)) && areFiguresComparable(run, yesterday, figuresBefore, figures);
  if (isDayComparable) addFinding(run, compareDay(yesterday, orders.figures, figures));
  else
    keepDifferencesOpen(
      run,
      openBefore.filter((difference) => difference.day === yesterday),
    );

  // An unreadable order may have bought any pieces, so sold pieces cannot be compared.
  const isSumComparable =
    soldSum.isDone && !soldSum.hasUnreadable && hasAllChangesSince(+changedSince - STOCK_CHANGE_MS);
  const pieces = new Map(Object.entries(soldSum.pieces));
  const stockToSkip =
    isSumComparable && unsettledStock ? new Set([...unsettledStock, ...orders.changedStock]) : undefined;
  if (stockToSkip)
    for (const product of products.values())
      run.findings.push(...compareSoldPieces(product, pieces, stockToSkip));
  const soldSkipped =
    stockToSkip && comparableStockNames(products).filter((name) => stockToSkip.has(name)).length;
  keepDifferencesOpen(
    run,
    openBefore.filter((difference) => isStockUncompared(difference, products, stockToSkip)),
  );

  const isComplete = orders.isComplete && +until >= +run.now;
  const progress = { since: run.since.toISOString(), sessions: until.toISOString(), orders: orders.next };
  return { progress: isComplete ? undefined : progress, soldSum, soldSkipped };
}

const keepDifferencesOpen = (run: Run, differences: readonly Difference[]): void => {
  for (const difference of differences) run.findings.push({ difference });
};

/** Makes the repairs. Differences that cannot be repaired stay open. */
async function repairAll(
  { client }: Run,
  findings: readonly Finding[],
): Promise<{ repaired: Finding[]; open: Finding[] }> {
  const repairedFindings: Finding[] = [];
  const openFindings: Finding[] = [];
  for (const finding of findings) {
    try {
      const { repair, difference } = finding;
      if (!repair) {
        openFindings.push(finding);
        continue;
      }
      await withLogContext({ orderId: difference.orderId ?? "" }, () =>
        makeRepair(client, repair, new Date()),
      );
      logFinding("A difference was repaired", finding);
      repairedFindings.push(finding);
    } catch (error) {
      logFinding(
        "A difference could not be repaired",
        finding,
        error instanceof Error ? error : new Error(String(error)),
      );
      openFindings.push(finding);
    }
  }
  return { repaired: repairedFindings, open: openFindings };
}
