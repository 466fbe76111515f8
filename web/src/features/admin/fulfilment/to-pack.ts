import type { OrderLine, OrderSummary } from "../../../../../shared/order.ts";
import { isPacked, packingRefusal } from "../../../../../shared/packing.ts";
import type { OrderIndex } from "../orders/order-index.ts";

/** Whether an order waits to be packed. An order whose customer asks to cancel it does not. */
export const isToPack = (order: OrderSummary): boolean =>
  !isPacked(order) && packingRefusal(order, order.delivery) === undefined;

/** The orders that wait to be packed, oldest first. */
export const ordersToPack = (index: OrderIndex): OrderSummary[] =>
  index.sortedBy("date").flatMap(({ order }) => (isToPack(order) ? [order] : []));

/** The progress of packing. `trail`: the ids before the current one, the latest last. `skipped` come after all others. */
export type PackingRun = {
  currentId: string | undefined;
  trail: readonly string[];
  skipped: readonly string[];
};

export const START: PackingRun = { currentId: undefined, trail: [], skipped: [] };

/** The order after `run.currentId`: the oldest that waits and was not skipped, then the skipped ones. */
export function nextId(run: PackingRun, waitingIds: readonly string[]): string | undefined {
  const otherIds = waitingIds.filter((id) => id !== run.currentId);
  return otherIds.find((id) => !run.skipped.includes(id)) ?? run.skipped.find((id) => otherIds.includes(id));
}

/** The run at the next order; `currentId` is undefined if none waits. */
export const goOn = (run: PackingRun, waitingIds: readonly string[]): PackingRun => ({
  currentId: nextId(run, waitingIds),
  trail: run.currentId === undefined ? run.trail : [...run.trail, run.currentId],
  skipped: run.skipped.filter((id) => id !== run.currentId),
});

/** The run at the next order; the current one comes again after all others. */
export function skip(run: PackingRun, waitingIds: readonly string[]): PackingRun {
  const nextRun = goOn(run, waitingIds);
  if (run.currentId === undefined || nextRun.currentId === undefined) return run;
  return { ...nextRun, skipped: [...nextRun.skipped, run.currentId] };
}

/** The run at the order before the current one. */
export const goBack = ({ trail, skipped, currentId }: PackingRun): PackingRun => ({
  currentId: trail.at(-1) ?? currentId,
  trail: trail.slice(0, -1),
  skipped: skipped.filter((id) => id !== trail.at(-1)),
});

/**
 * The ticks of lines: what each is about. A line whose quantity has changed, for example by a refund, has to be ticked off
 * again. Equal lines are numbered.
 */
function ticksOf(lines: readonly OrderLine[]): string[] {
  const texts = lines.map(
    ({ productId, variantId = "", quantity }) => `${productId} ${variantId} ${quantity}`,
  );
  return texts.map((text, i) => `${text} ${texts.slice(0, i).filter((other) => other === text).length}`);
}

/** The indexes of the lines that are ticked off. */
export const tickedLines = (lines: readonly OrderLine[], ticks: ReadonlySet<string>): ReadonlySet<number> =>
  new Set(ticksOf(lines).flatMap((tick, i) => (ticks.has(tick) ? [i] : [])));

/** The ticks after a line is ticked off, or is not ticked off any more. */
export function toggleTick(
  lines: readonly OrderLine[],
  index: number,
  ticks: ReadonlySet<string>,
): ReadonlySet<string> {
  const tick = ticksOf(lines)[index];
  const next = new Set(ticks);
  if (tick !== undefined && !next.delete(tick)) next.add(tick);
  return next;
}
