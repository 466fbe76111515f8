import { differenceKey, type BooksResult, type Difference } from "../../shared/books.ts";
import { isListedInEvent } from "../../shared/books-events.ts";
import type { ShopEvent } from "../../shared/events.ts";
import { raises } from "../../shared/log-alarms.ts";
import { newId } from "../lib/ids.ts";
import { log } from "../lib/log.ts";
import { deleteOpen, putResult, readOpen, readResult, type Progress } from "./books-table.ts";

/** The most differences in a result, and in an event. */
export const MAX_LISTED = 50;
const MAX_CONFLICTS = 10;

type FoundEvent = Extract<ShopEvent, { type: "DifferencesFound" }>;

const without = (differences: readonly Difference[], others: readonly Difference[]): Difference[] => {
  const keys = new Set(others.map(differenceKey));
  return differences.filter((difference) => !keys.has(differenceKey(difference)));
};

/** The result of a comparison. `known`: the differences that were open when the comparison began. */
export type Found = {
  result: Omit<BooksResult, "openCount" | "open">;
  open: readonly Difference[];
  known: readonly Difference[];
  progress: Progress | undefined;
};

/**
 * Stores the result of a comparison. Logs and publishes the new differences, 50 in one event. Differences that another
 * comparison stored in the meantime stay open.
 */
export async function storeResult(found: Found, now: Date): Promise<BooksResult> {
  const { known, progress } = found;
  let lostEvents = 0;
  for (let conflicts = 0; conflicts < MAX_CONFLICTS;) {
    // Read the result first: if another comparison stores differences after this read, the sequence differs and the
    // write fails.
    const last = await readResult();
    const openNow = await readOpen();
    const open = [...found.open, ...without(without(openNow, known), found.open)];
    const result = withOpen(found, open);
    const unpublished = without(open, openNow);
    const part = unpublished.slice(0, MAX_LISTED);
    const sequence = (last?.sequence ?? 0) + (part.length > 0 ? 1 + lostEvents : 0);
    for (const difference of part)
      log.error("The books differ", { ...raises("needs-attention"), ...difference });
    const stored = { result, sequence, ...(progress ? { progress } : {}) };
    const event = part.length > 0 ? foundEvent(part, sequence, open.length, now) : undefined;
    const outcome = await putResult(stored, last?.sequence, part, event);
    if (!outcome.ok) {
      conflicts++;
      // An event with this sequence number exists, but its result was lost. The next number is used.
      if (!outcome.failed.includes("result")) lostEvents++;
    } else if (part.length === unpublished.length) {
      await deleteOpen(without(openNow, open));
      return result;
    }
  }
  throw new Error(`The result could not be stored in ${MAX_CONFLICTS} attempts`);
}

export const withOpen = ({ result }: Pick<Found, "result">, open: readonly Difference[]): BooksResult => ({
  ...result,
  openCount: open.length,
  open: open.slice(0, MAX_LISTED),
});

function foundEvent(
  differences: readonly Difference[],
  sequence: number,
  openCount: number,
  now: Date,
): FoundEvent {
  const ordersWith = (wanted: Difference["kind"]) =>
    differences.flatMap(({ kind, orderId }) => (kind === wanted && orderId !== undefined ? [orderId] : []));
  const unreadable = ordersWith("order-unreadable");
  const untaxed = ordersWith("tax-not-recorded");
  return {
    id: newId("evt", +now),
    type: "DifferencesFound",
    version: 1,
    time: now.toISOString(),
    sequence,
    openCount,
    differences: differences.filter(isListedInEvent),
    ...(unreadable.length > 0 ? { unreadableOrders: unreadable } : {}),
    ...(untaxed.length > 0 ? { untaxedOrders: untaxed } : {}),
  };
}
