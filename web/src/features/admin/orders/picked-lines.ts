import type { LinePieces } from "../../../../../shared/refund-reason.ts";
import { piecesText } from "../../../../../shared/refund-lines.ts";
import type { Order } from "../../../../../shared/order.ts";

/** The picked quantity of each line; a line that is not picked is absent. */
export type PickedLines = ReadonlyMap<number, number>;

/** A line of an order of which up to `max` pieces can be picked. */
export type PickableLine = { line: number; name: string; max: number };

/** The lines of which at least one piece can be picked. */
export const pickableLines = (
  { items }: Pick<Order, "items">,
  maxOf: (line: number) => number,
): PickableLine[] =>
  items
    .map((item, line) => ({ line, name: piecesText(item, 1).replace("1 × ", ""), max: maxOf(line) }))
    .filter(({ max }) => max > 0);

export const pickAll = (lines: readonly PickableLine[]): PickedLines =>
  new Map(lines.map(({ line, max }) => [line, max]));

export const withQuantity = (picked: PickedLines, line: number, quantity: number): PickedLines =>
  new Map([...new Map(picked).set(line, quantity)].filter(([, pieces]) => pieces > 0));

/** The picked lines as a request has them; each quantity is at most `maxOf(line)`. Undefined without pieces. */
export function toLinePieces(
  picked: PickedLines,
  maxOf: (line: number) => number = () => Number.POSITIVE_INFINITY,
): LinePieces[] | undefined {
  const lines = [...picked]
    .map(([line, quantity]) => ({ line, quantity: Math.min(quantity, maxOf(line)) }))
    .filter(({ quantity }) => quantity > 0)
    .sort((a, b) => a.line - b.line);
  return lines.length > 0 ? lines : undefined;
}
