import type Stripe from "stripe";
import { differenceKey, type BooksResult, type Difference } from "../../shared/books.ts";
import { addDays, dayOf } from "../../shared/analytics.ts";
import { raises } from "../../shared/log-alarms.ts";
import { timeZone } from "../../shared/site/address-and-hours.ts";
import { readDays } from "../analytics/sales-table.ts";
import { log, withLogContext } from "../lib/log.ts";
import { putResult, putSoldSum, readResult, readSoldSum, type SoldSum } from "./books-table.ts";
import { compareDay } from "./compare-sale.ts";
import { compareSold } from "./compare-stock.ts";
import type { Finding } from "./finding.ts";
import { makeRepair } from "./repair.ts";
import { addFinding, logFinding, type Run } from "./run.ts";
import { continueSoldSum } from "./sum-sold.ts";
import { walkChangedOrders } from "./walk-changed-orders.ts";
import { walkRefundsAndDisputes } from "./walk-refunds-and-disputes.ts";
import { walkSessions } from "./walk-sessions.ts";
import { walkStock, type Products } from "./walk-stock.ts";

const HOUR_MS = 3_600_000;
/** A run starts this long before the end of the previous run, so that it always covers the whole of yesterday. */
const OVERLAP_MS = 50 * HOUR_MS;
/** The first run covers this time. */
const FIRST_MS = 30 * 24 * HOUR_MS;
/** The stock of an order may be settled up to this long after a change of the order. */
const SETTLING_MS = HOUR_MS / 6;
const MAX_LISTED = 50;

type Options = {
  client: Stripe;
  /** The origin of this site. */
  origin: string;
  now: Date;
  /** No step starts after this time. */
  maxMs: number;
  /** Repairs nothing, and writes nothing. */
  isDryRun: boolean;
};

/** Compares orders with Stripe, stock and figures, makes the safe repairs, and stores the result. */
export async function compareBooks({ maxMs, isDryRun, ...options }: Options): Promise<BooksResult> {
  const { now } = options;
  const started = performance.now();
  const previous = await readResult();
  const lastUntil = Date.parse(previous?.result.until ?? "") || +now - FIRST_MS;
  const run: Run = {
    ...options,
    since: new Date(Math.min(lastUntil, +now) - OVERLAP_MS),
    isTimeUp: () => performance.now() - started > maxMs,
    findings: [],
    counted: { orders: 0, sessions: 0, refunds: 0, disputes: 0, products: 0 },
  };
  const { until, soldSum } = await compareAll(run);
  const { repaired, open } = isDryRun ? { repaired: [], open: run.findings } : await repairAll(run);
  const soldComparedAt = soldSum.isDone ? soldSum.startedAt : previous?.result.soldComparedAt;
  const result: BooksResult = {
    startedAt: now.toISOString(),
    finishedAt: new Date(+now + Math.round(performance.now() - started)).toISOString(),
    since: run.since.toISOString(),
    until: until.toISOString(),
    counted: run.counted,
    ...(soldComparedAt === undefined ? {} : { soldComparedAt }),
    ...{ repairedCount: repaired.length, repaired: firstDifferences(repaired) },
    ...{ openCount: open.length, open: firstDifferences(open) },
  };
  if (isDryRun) return result;
  const known = new Set((previous?.result.open ?? []).map(differenceKey));
  const newDifferences = result.open.filter((difference) => !known.has(differenceKey(difference)));
  await putSoldSum(soldSum);
  await putResult(result, previous?.sequence ?? 0, newDifferences, now);
  logResult(result, newDifferences);
  return result;
}

const firstDifferences = (findings: readonly Finding[]): Difference[] =>
  findings.slice(0, MAX_LISTED).map(({ difference }) => difference);

/** Fills `run.findings`. The stock is read before the orders, so that every later change of the stock is by one of these orders. */
async function compareAll(run: Run): Promise<{ until: Date; soldSum: SoldSum }> {
  const day = addDays(dayOf(run.now, timeZone), -1);
  const storedSum = await readSoldSum();
  const products = await walkStock(run);
  const listed = await walkRefundsAndDisputes(run);
  const { sessionIds, until } = await walkSessions(run);
  const soldSum = await continueSoldSum(storedSum, run);
  const figuresBefore = await readFigures(day);
  const changedSince = new Date(Date.parse(soldSum.startedAt) - SETTLING_MS);
  const known = { sessionIds, listed, products, day, changedSince };
  const { figures, changedStock, isComplete } = await walkChangedOrders(run, known);
  if (!isComplete) return { until: run.since, soldSum };
  // Figures that change meanwhile are compared in the next run.
  const figuresAfter = await readFigures(day);
  if (!compareDay(day, figuresBefore, figuresAfter)) addFinding(run, compareDay(day, figures, figuresAfter));
  compareSoldPieces(run, soldSum, products, changedStock);
  return { until, soldSum };
}

const readFigures = async (day: string) => (await readDays(day, day)).get(day) ?? new Map<string, number>();

function compareSoldPieces(run: Run, sum: SoldSum, products: Products, changed: ReadonlySet<string>): void {
  // The changes before `run.since` are not known. An unreadable order may have sold any pieces.
  if (!sum.isDone || sum.hasUnreadable || Date.parse(sum.startedAt) < +run.since) return;
  const pieces = new Map(Object.entries(sum.pieces));
  for (const product of products.values()) run.findings.push(...compareSold(product, pieces, changed));
}

/** Makes the repairs. What cannot be repaired stays open. */
async function repairAll({ client, findings, now }: Run): Promise<{ repaired: Finding[]; open: Finding[] }> {
  const repaired: Finding[] = [];
  const open: Finding[] = [];
  for (const finding of findings) {
    try {
      const { repair, difference } = finding;
      if (repair)
        await withLogContext({ orderId: difference.orderId ?? "" }, () => makeRepair(client, repair, now));
      if (finding.repair) logFinding("A difference was repaired", finding);
      (finding.repair ? repaired : open).push(finding);
    } catch (error) {
      logFinding(
        "A difference could not be repaired",
        finding,
        error instanceof Error ? error : new Error(String(error)),
      );
      open.push(finding);
    }
  }
  return { repaired, open };
}

function logResult({ counted, openCount, repairedCount }: BooksResult, newDifferences: Difference[]): void {
  log.info("compared", { ...counted, openCount, repairedCount });
  for (const difference of newDifferences)
    log.error("The books differ", { ...raises("needs-attention"), ...difference });
}
