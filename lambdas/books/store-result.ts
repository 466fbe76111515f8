import { differenceKey, type BooksResult, type Difference } from "../../shared/books.ts";
import { isListedInEvent } from "../../shared/books-events.ts";
import type { ShopEvent } from "../../shared/events.ts";
import { alarmField } from "../../shared/log-alarms.ts";
import { newId } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import {
  deleteOpenDifferences,
  putBooksResult,
  readBooksResult,
  readOpenDifferences,
  type Progress,
} from "./books-table.ts";

/** The most differences in a list of the result, and in an event. */
export const MAX_LISTED = 50;
const MAX_CONFLICTS = 10;

type DifferencesFoundEvent = Extract<ShopEvent, { type: "DifferencesFound" }>;

/** The differences that are not among `others`. */
const differencesNotIn = (
  differences: readonly Difference[],
  others: readonly Difference[],
): Difference[] => {
  const keys = new Set(others.map(differenceKey));
  return differences.filter((difference) => !keys.has(differenceKey(difference)));
};

/**
 * A finished comparison. `open`: the differences that it found and has not repaired. `openBefore`: those that were open when it
 * began. `progress`: where the next run continues if this one ended early.
 */
export type Comparison = {
  result: Omit<BooksResult, "openCount" | "open">;
  open: readonly Difference[];
  openBefore: readonly Difference[];
  progress: Progress | undefined;
};

/**
 * Stores the result of a comparison. Logs and publishes the new differences, at most 50 in one event. Differences that another
 * comparison stored in the meantime stay open.
 */
export async function storeResult(comparison: Comparison, now: Date): Promise<BooksResult> {
  const { openBefore, progress } = comparison;
  let skippedNumbers = 0;
  // Each successful pass stores at most MAX_LISTED new differences, so several may be needed.
  for (let conflicts = 0; conflicts < MAX_CONFLICTS;) {
    // The result is read before the differences: if another comparison stores differences after this read, the
    // sequence number differs and the write fails.
    const lastResult = await readBooksResult();
    const storedOpen = await readOpenDifferences();
    const storedMeanwhile = differencesNotIn(storedOpen, openBefore);
    const openDifferences = [...comparison.open, ...differencesNotIn(storedMeanwhile, comparison.open)];
    const result = withOpenDifferences(comparison, openDifferences);
    const unpublishedDifferences = differencesNotIn(openDifferences, storedOpen);
    const newDifferences = unpublishedDifferences.slice(0, MAX_LISTED);
    const sequence = (lastResult?.sequence ?? 0) + (newDifferences.length > 0 ? 1 + skippedNumbers : 0);
    for (const difference of newDifferences)
      log.error("The books differ", { ...alarmField("needs-attention"), ...difference });
    const nextResult = { result, sequence, ...(progress ? { progress } : {}) };
    const event =
      newDifferences.length > 0
        ? differencesFoundEvent(newDifferences, sequence, openDifferences.length, now)
        : undefined;
    const outcome = await putBooksResult(nextResult, lastResult?.sequence, newDifferences, event);
    if (!outcome.ok) {
      conflicts++;
      // An event with this sequence number exists, but no result with this number. The next number is used.
      if (!outcome.failed.includes("result")) skippedNumbers++;
    } else if (newDifferences.length === unpublishedDifferences.length) {
      await deleteOpenDifferences(differencesNotIn(storedOpen, openDifferences));
      return result;
    }
  }
  throw new Error(`The result could not be stored in ${MAX_CONFLICTS} attempts`);
}

export const withOpenDifferences = (
  { result }: Pick<Comparison, "result">,
  open: readonly Difference[],
): BooksResult => ({
  ...result,
  openCount: open.length,
  open: open.slice(0, MAX_LISTED),
});

function differencesFoundEvent(
  differences: readonly Difference[],
  sequence: number,
  openCount: number,
  now: Date,
): DifferencesFoundEvent {
  const ordersWith = (wantedKind: Difference["kind"]) =>
    differences.flatMap(({ kind, orderId }) =>
      kind === wantedKind && orderId !== undefined ? [orderId] : [],
    );
  const unreadableOrderIds = ordersWith("order-unreadable");
  const untaxedOrderIds = ordersWith("tax-not-recorded");
  return {
    id: newId("evt", +now),
    type: "DifferencesFound",
    version: 1,
    time: now.toISOString(),
    sequence,
    openCount,
    differences: differences.filter(isListedInEvent),
    ...(unreadableOrderIds.length > 0 ? { unreadableOrders: unreadableOrderIds } : {}),
    ...(untaxedOrderIds.length > 0 ? { untaxedOrders: untaxedOrderIds } : {}),
  };
}
