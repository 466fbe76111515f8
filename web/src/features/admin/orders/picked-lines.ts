import type { LinePieces } from "../../../../../shared/refund-reason.ts";
import { piecesText, type NamedLine } from "../../../../../shared/refund-lines.ts";

/** The picked pieces of a line. `seats`: of a ticket line whose tickets are picked one by one, the index of each picked ticket. */
type PickedPieces = { quantity: number; seats?: readonly number[] };

/** The picked pieces by the index of their line in the order. A line that is not picked is absent. */
export type PickedLines = ReadonlyMap<number, PickedPieces>;

/** One ticket of a line. `seat`: its index in the line. `text`: 'Ticket 2 of 3 · Ada Lovelace' */
export type PickableSeat = { seat: number; text: string; isUsed: boolean };

/** A line of an order (`line`: its index) of which up to `max` pieces can be picked. `seats`: its tickets that can be picked. */
export type PickableLine = { line: number; name: string; max: number; seats?: readonly PickableSeat[] };

/** The lines of which at least one piece can be picked. */
export const pickableLines = (
  { items }: { items: readonly NamedLine[] },
  maxOf: (line: number) => number,
): PickableLine[] =>
  items
    // `piecesText` begins with the number of pieces; the name does not.
    .map((item, line) => ({ line, name: piecesText(item, 1).replace("1 × ", ""), max: maxOf(line) }))
    .filter(({ max }) => max > 0);

/** The picked lines with all pieces of all lines; of a line with `seats`, all its seats. */
export const pickAll = (lines: readonly PickableLine[]): PickedLines =>
  new Map(
    lines.map(({ line, max, seats }) => [
      line,
      seats ? { quantity: seats.length, seats: seats.map(({ seat }) => seat) } : { quantity: max },
    ]),
  );

/** The picked pieces without those that cannot be picked any more. */
export function keepPickable(pickedLines: PickedLines, lines: readonly PickableLine[]): PickedLines {
  const remainingPieces = ([line, { quantity, seats }]: [number, PickedPieces]): [number, PickedPieces] => {
    const pickableLine = lines.find((otherLine) => otherLine.line === line);
    const remainingSeats = seats?.filter((seat) => pickableLine?.seats?.some((other) => other.seat === seat));
    return remainingSeats
      ? [line, { quantity: remainingSeats.length, seats: remainingSeats }]
      : [line, { quantity: Math.min(quantity, pickableLine?.max ?? 0) }];
  };
  return new Map([...pickedLines].map(remainingPieces).filter(([, { quantity }]) => quantity > 0));
}

const withPieces = (pickedLines: PickedLines, line: number, pieces: PickedPieces): PickedLines =>
  new Map([...new Map(pickedLines).set(line, pieces)].filter(([, { quantity }]) => quantity > 0));

/** The picked lines after the number of picked pieces of a line has changed. */
export const withQuantity = (pickedLines: PickedLines, line: number, quantity: number): PickedLines =>
  withPieces(pickedLines, line, { quantity });

/** The picked lines after a ticket was added to the picked tickets of a line, or removed. */
export function withSeat(
  pickedLines: PickedLines,
  line: number,
  seat: number,
  isPicked: boolean,
): PickedLines {
  const otherSeats = (pickedLines.get(line)?.seats ?? []).filter((otherSeat) => otherSeat !== seat);
  const seats = isPicked ? [...otherSeats, seat].sort((a, b) => a - b) : otherSeats;
  return withPieces(pickedLines, line, { quantity: seats.length, seats });
}

/** The picked lines as in the body of a request, sorted by line; undefined if nothing is picked. */
export function toLinePieces(pickedLines: PickedLines): LinePieces[] | undefined {
  const lines = [...pickedLines]
    .map(([line, { quantity, seats }]) => ({ line, quantity, ...(seats ? { seats: [...seats] } : {}) }))
    .sort((a, b) => a.line - b.line);
  return lines.length > 0 ? lines : undefined;
}

/**
 * The picked lines to put back on sale; undefined if there are none. Each quantity is at most `maxOf(line)`. Seats are left out,
 * because a request to restock needs only the number of pieces.
 */
export function toRestockLines(
  pickedLines: PickedLines,
  maxOf: (line: number) => number = () => Number.POSITIVE_INFINITY,
): LinePieces[] | undefined {
  const lines = (toLinePieces(pickedLines) ?? [])
    .map(({ line, quantity }) => ({ line, quantity: Math.min(quantity, maxOf(line)) }))
    .filter(({ quantity }) => quantity > 0);
  return lines.length > 0 ? lines : undefined;
}
