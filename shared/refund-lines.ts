/** Pure rules: which lines of an order can be refunded and restocked. The page and the server use the same rules. */
import type { Order, OrderLine } from "./order.ts";
import { isShippingRefundable, refundableQuantity } from "./part-prices.ts";
import { TICKET, variantLabel } from "./product.ts";
import type { LinePieces, RefundedParts } from "./refund-reason.ts";
import { refundedSeats, seatsText } from "./tickets/tickets-of-order.ts";

type OrderWithRefunds = Pick<Order, "items" | "refunds" | "financialInfo">;

/** The number of pieces of a line that are not back on sale; 0 for an order that cannot be fulfilled. */
export function restockableQuantity(order: Pick<Order, "items" | "unfulfilled">, line: number): number {
  const item = order.items[line];
  return item && !order.unfulfilled ? item.quantity - (item.restocked ?? 0) : 0;
}

export type NamedLine = Pick<Order["items"][number], "name" | "size" | "color">;

/** '2 × Root Shell Tee (M / Charcoal)' */
export function piecesText(item: NamedLine, quantity: number): string {
  const variant = variantLabel(item);
  return `${quantity} × ${item.name}${variant ? ` (${variant})` : ""}`;
}

/** '2 × Root Shell Tee (M / Charcoal), 1 × Live Taping (ticket 2 of 3), shipping'; '' without parts. */
export function partsText(order: Pick<Order, "items">, { lines = [], shipping }: RefundedParts): string {
  const lineTexts = lines.flatMap((pieces) => {
    const item = order.items[pieces.line];
    if (!item) return [];
    const seats = seatsText(order, pieces);
    return [piecesText(item, pieces.quantity) + (seats === undefined ? "" : ` (${seats})`)];
  });
  return [...lineTexts, ...(shipping ? ["shipping"] : [])].join(", ");
}

/** The reason why the parts cannot be refunded; undefined if there is none. */
export function partsRefusal(
  order: OrderWithRefunds,
  { lines = [], shipping }: RefundedParts,
): string | undefined {
  if (shipping && !isShippingRefundable(order)) return "The shipping of this order cannot be refunded.";
  return (
    linesRefusal(order, lines, (line) => refundableQuantity(order, line), "refunded") ??
    lines.map((pieces) => refundedSeatRefusal(order, pieces)).find((refusal) => refusal !== undefined)
  );
}

/** The reason why one of the chosen seats cannot be refunded; undefined if there is none. */
function refundedSeatRefusal(order: OrderWithRefunds, { line, seats = [] }: LinePieces): string | undefined {
  const earlierSeats = refundedSeats(order, line);
  const seat = seats.find((chosenSeat) => earlierSeats.has(chosenSeat));
  return seat === undefined
    ? undefined
    : `Ticket ${seat + 1} of ${order.items[line]?.name} was already refunded.`;
}

/** The reason why the pieces cannot be put back on sale; undefined if there is none. */
export const restockRefusal = (
  order: Pick<Order, "items" | "unfulfilled">,
  lines: readonly LinePieces[],
): string | undefined =>
  linesRefusal(order, lines, (line) => restockableQuantity(order, line), "put back in stock");

function linesRefusal(
  { items }: Pick<Order, "items">,
  lines: readonly LinePieces[],
  remainingQuantity: (line: number) => number,
  action: string,
): string | undefined {
  if (new Set(lines.map(({ line }) => line)).size < lines.length) return "Each line can be given only once.";
  for (const pieces of lines) {
    const { line, quantity } = pieces;
    const item = items[line];
    if (!item) return "This order has no such line.";
    const remainingCount = remainingQuantity(line);
    if (quantity > remainingCount)
      return `At most ${piecesText(item, remainingCount)} can still be ${action}.`;
    const refusal = seatsRefusal(item, pieces);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

/**
 * The error if `seats` are given and are not `quantity` different seats of the ticket line; undefined if there is none.
 */
function seatsRefusal(item: OrderLine, { quantity, seats }: LinePieces): string | undefined {
  if (!seats) return undefined;
  if (item.category !== TICKET) return "Only tickets have seats.";
  const unknownSeat = seats.find((seat) => seat >= item.quantity);
  if (unknownSeat !== undefined) return `There is no seat ${unknownSeat + 1} of ${item.name}.`;
  return seats.length === quantity && new Set(seats).size === quantity
    ? undefined
    : `Choose ${quantity} seats of ${item.name}.`;
}
