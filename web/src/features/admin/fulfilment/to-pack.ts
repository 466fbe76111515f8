import type { OrderLine, OrderSummary } from "../../../../../shared/order.ts";
import { isPacked, packingRefusal } from "../../../../../shared/packing.ts";
import type { OrderIndex } from "../orders/order-index.ts";

/** Whether an order waits to be packed. False if its customer asks to cancel it. */
export const isToPack = (order: OrderSummary): boolean =>
  !isPacked(order) && packingRefusal(order, order.delivery) === undefined;

/** The orders that wait to be packed, oldest first. */
export const ordersToPack = (index: OrderIndex): OrderSummary[] =>
  index.sortedBy("date").flatMap(({ order }) => (isToPack(order) ? [order] : []));

/**
 * The progress of packing, with the ids of orders. `visitedIds`: the orders that were shown before the current order, the
 * latest last. `skippedIds`: the orders that come after all others.
 */
export type PackingRun = {
  currentId: string | undefined;
  visitedIds: readonly string[];
  skippedIds: readonly string[];
};

export const NEW_RUN: PackingRun = { currentId: undefined, visitedIds: [], skippedIds: [] };

/** The id of the order after the current order: the oldest waiting order that was not skipped, then the skipped orders. */
export function nextOrderId(run: PackingRun, waitingIds: readonly string[]): string | undefined {
  const otherIds = waitingIds.filter((id) => id !== run.currentId);
  return (
    otherIds.find((id) => !run.skippedIds.includes(id)) ?? run.skippedIds.find((id) => otherIds.includes(id))
  );
}

/** The run at the next order; `currentId` is undefined if no order waits. */
export const moveToNext = (run: PackingRun, waitingIds: readonly string[]): PackingRun => ({
  currentId: nextOrderId(run, waitingIds),
  visitedIds: run.currentId === undefined ? run.visitedIds : [...run.visitedIds, run.currentId],
  skippedIds: run.skippedIds.filter((id) => id !== run.currentId),
});

/** The run after an order was packed. Stays if the admin has gone to another order while this one was saved. */
export const runAfterPacking = (
  run: PackingRun,
  packedId: string,
  waitingIds: readonly string[],
): PackingRun => (run.currentId === packedId ? moveToNext(run, waitingIds) : run);

/** The run at the next order. The current order comes again after all others. */
export function skipCurrent(run: PackingRun, waitingIds: readonly string[]): PackingRun {
  const nextRun = moveToNext(run, waitingIds);
  if (run.currentId === undefined || nextRun.currentId === undefined) return run;
  return { ...nextRun, skippedIds: [...nextRun.skippedIds, run.currentId] };
}

/** The run at the order that was shown before the current order. */
export const moveToPrevious = ({ visitedIds, skippedIds, currentId }: PackingRun): PackingRun => ({
  currentId: visitedIds.at(-1) ?? currentId,
  visitedIds: visitedIds.slice(0, -1),
  skippedIds: skippedIds.filter((id) => id !== visitedIds.at(-1)),
});

/**
 * A key for the tick of each line: product, variant, quantity, and a number that tells equal lines apart. The quantity is in
 * the key, because a line must be ticked off again after its quantity has changed, for example by a refund.
 */
function tickKeysOf(lines: readonly OrderLine[]): string[] {
  const keys = lines.map(
    ({ productId, variantId = "", quantity }) => `${productId} ${variantId} ${quantity}`,
  );
  return keys.map((key, i) => `${key} ${keys.slice(0, i).filter((otherKey) => otherKey === key).length}`);
}

/** The indexes of the lines that are ticked off. `ticks`: the result of `toggleTick`. */
export const tickedIndexesOf = (
  lines: readonly OrderLine[],
  ticks: ReadonlySet<string>,
): ReadonlySet<number> => new Set(tickKeysOf(lines).flatMap((key, i) => (ticks.has(key) ? [i] : [])));

/** The ticks after the line at `index` is ticked off, or its tick is removed. */
export function toggleTick(
  lines: readonly OrderLine[],
  index: number,
  ticks: ReadonlySet<string>,
): ReadonlySet<string> {
  const key = tickKeysOf(lines)[index];
  const newTicks = new Set(ticks);
  if (key !== undefined && !newTicks.delete(key)) newTicks.add(key);
  return newTicks;
}
