import type { OrderLine, OrderSummary } from "../../../../../shared/order.ts";
import { isPacked, packingRefusal } from "../../../../../shared/packing.ts";
import type { OrderIndex } from "../orders/order-index.ts";

/**
 * Whether the packing view can show an order: it is still to be packed, or packed. False if an admin has to open it first, for
 * example to answer the customer, and after its cancellation.
 */
export const isShowable = (order: OrderSummary): boolean =>
  packingRefusal(order, order.delivery) === undefined;

/** Whether an order is still to be packed. */
export const isToPack = (order: OrderSummary): boolean => !isPacked(order) && isShowable(order);

/** The orders to pack, oldest first. */
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

/** The run without earlier orders that cannot be shown again, because somebody else has cancelled them, for example. */
export const withShowableIds = (
  run: PackingRun,
  index: { get: (id: string) => { order: OrderSummary } | undefined },
): PackingRun => ({
  ...run,
  visitedIds: run.visitedIds.filter((id) => {
    const order = index.get(id)?.order;
    return order !== undefined && isShowable(order);
  }),
});

/** The id of the order after the current order: the oldest order to pack that was not skipped, then the skipped orders. */
export function nextOrderId(run: PackingRun, idsToPack: readonly string[]): string | undefined {
  const otherIds = idsToPack.filter((id) => id !== run.currentId);
  return (
    otherIds.find((id) => !run.skippedIds.includes(id)) ?? run.skippedIds.find((id) => otherIds.includes(id))
  );
}

/** The run at the next order; `currentId` is undefined if no other order is to be packed. */
export const moveToNext = (run: PackingRun, idsToPack: readonly string[]): PackingRun => ({
  currentId: nextOrderId(run, idsToPack),
  visitedIds: run.currentId === undefined ? run.visitedIds : [...run.visitedIds, run.currentId],
  skippedIds: run.skippedIds.filter((id) => id !== run.currentId),
});

/** The run after an order was packed. Unchanged if the admin has gone to another order while the packed order was saved. */
export const runAfterPacking = (
  run: PackingRun,
  packedId: string,
  idsToPack: readonly string[],
): PackingRun => (run.currentId === packedId ? moveToNext(run, idsToPack) : run);

/** The run at the next order. The current order comes again after all others. Unchanged if there is no other order. */
export function skipCurrent(run: PackingRun, idsToPack: readonly string[]): PackingRun {
  const nextRun = moveToNext(run, idsToPack);
  if (run.currentId === undefined || nextRun.currentId === undefined) return run;
  return { ...nextRun, skippedIds: [...nextRun.skippedIds, run.currentId] };
}

/** The run at the order that was shown before the current order; unchanged at the first order. */
export const moveToPrevious = ({ visitedIds, skippedIds, currentId }: PackingRun): PackingRun => ({
  currentId: visitedIds.at(-1) ?? currentId,
  visitedIds: visitedIds.slice(0, -1),
  skippedIds: skippedIds.filter((id) => id !== visitedIds.at(-1)),
});

/**
 * The keys of the lines, under which their ticks are stored: product, variant, quantity, and a number that tells equal lines
 * apart. The quantity is in the key, because a line must be ticked off again after its quantity has changed, for example by a
 * refund.
 */
function tickKeysOf(lines: readonly OrderLine[]): string[] {
  const keys = lines.map(
    ({ productId, variantId = "", quantity }) => `${productId} ${variantId} ${quantity}`,
  );
  return keys.map((key, i) => `${key} ${keys.slice(0, i).filter((otherKey) => otherKey === key).length}`);
}

/**
 * The lines of an order as they were shown last, and which of them are ticked off, both as keys. `isChanged`: the lines have
 * changed since the order was first shown, for example because another admin has refunded a piece.
 */
export type Checklist = {
  shownKeys: readonly string[];
  tickedKeys: ReadonlySet<string>;
  isChanged: boolean;
};

/**
 * The checklist for the current lines of an order. Lines that have changed lose their ticks. Returns `checklist` itself if no
 * line has changed.
 */
export function checklistFor(checklist: Checklist | undefined, lines: readonly OrderLine[]): Checklist {
  const keys = tickKeysOf(lines);
  if (!checklist) return { shownKeys: keys, tickedKeys: new Set(), isChanged: false };
  const { shownKeys, tickedKeys } = checklist;
  if (keys.length === shownKeys.length && keys.every((key, i) => key === shownKeys[i])) return checklist;
  return {
    shownKeys: keys,
    tickedKeys: new Set(keys.filter((key) => tickedKeys.has(key))),
    isChanged: true,
  };
}

/** The indexes of the lines that are ticked off. */
export const tickedIndexesOf = ({ shownKeys, tickedKeys }: Checklist): ReadonlySet<number> =>
  new Set(shownKeys.flatMap((key, i) => (tickedKeys.has(key) ? [i] : [])));

/** The checklist after the line at `index` is ticked off, or its tick is removed. */
export function toggleTick(checklist: Checklist, index: number): Checklist {
  const key = checklist.shownKeys[index];
  const tickedKeys = new Set(checklist.tickedKeys);
  if (key !== undefined && !tickedKeys.delete(key)) tickedKeys.add(key);
  return { ...checklist, tickedKeys };
}
