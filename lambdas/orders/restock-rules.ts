/** Pure rules for putting the pieces of a paid order back on sale. */
import { partsText, restockableQuantity, restockRefusal } from "../../shared/refund-lines.ts";
import type { Order } from "../../shared/order.ts";
import type { LinePieces, RefundedParts } from "../../shared/refund-reason.ts";
import { TICKET } from "../../shared/product.ts";
import type { Seat } from "../../shared/tickets/tickets-of-order.ts";
import {
  seatsOf,
  seatsOnSale,
  voidReasonOf,
  withRefundedSeats,
  withRestockedSeats,
} from "../../shared/tickets/tickets-of-order.ts";
import type { Pieces } from "../products/stock-table.ts";
import { mergePieces } from "../products/stock-table.ts";
import type { Actor } from "./change.ts";
import { withHistory } from "./change.ts";
import type { StoredOrder } from "./stored-order.ts";
import { remainingPiecesOf, toOrder } from "./stored-order.ts";

/** `restock` puts all pieces back on sale. If `restockLines` is present, exactly its pieces go back instead. */
export type RestockRequest = { restock: boolean; restockLines?: readonly LinePieces[] | undefined };

/** The reason why the lines cannot be put back on sale; undefined if they can. */
export function restockLinesRefusal(
  order: StoredOrder,
  { restockLines }: Pick<RestockRequest, "restockLines">,
): string | undefined {
  if (!restockLines) return undefined;
  if (!order.payment.paidSessionId) return "Only items of a paid order can be put back in stock.";
  const shownOrder = toOrder(order);
  return (
    restockRefusal(shownOrder, restockLines) ??
    restockLines
      .map(({ line, seats = [] }) => {
        const seatsBackOnSale = seatsOnSale(shownOrder, line);
        const seat = seats.find((chosen) => seatsBackOnSale.has(chosen));
        return seat === undefined
          ? undefined
          : `Ticket ${seat + 1} of ${order.items[line]?.name} is already back in stock.`;
      })
      .find((refusal) => refusal !== undefined)
  );
}

/**
 * The reason why a refund cannot put these tickets back on sale; undefined if it can. Only a void ticket may go back on
 * sale. If the admin chose no seats, enough seats of the line must be void already or become void by this refund. No choice is
 * needed for a line of which nothing is refunded now and all pieces go back on sale.
 */
export function restockedTicketsRefusal(
  order: Order,
  { lines = [], restockLines = [] }: RefundedParts & Pick<RestockRequest, "restockLines">,
): string | undefined {
  const refundedPieces = withRefundedSeats(order, lines);
  const refusedPieces = restockLines.find(({ line, quantity, seats }) => {
    const refundedOfLine = refundedPieces.find((pieces) => pieces.line === line);
    const isWholeLine = !refundedOfLine && quantity === restockableQuantity(order, line);
    if (seats || isWholeLine || order.items[line]?.category !== TICKET) return false;
    const seatsBackOnSale = seatsOnSale(order, line);
    const isVoid = (seat: Seat) =>
      refundedOfLine?.seats?.includes(seat.seat) || voidReasonOf(order, seat) !== undefined;
    const seatsToRestock = seatsOf(order).filter(
      (seat) => seat.line === line && !seatsBackOnSale.has(seat.seat) && isVoid(seat),
    );
    return quantity > seatsToRestock.length;
  });
  return (
    refusedPieces &&
    `Choose which tickets of ${order.items[refusedPieces.line]?.name} to refund and put back in stock.`
  );
}

/**
 * Puts pieces back on sale; the caller has checked `restockLinesRefusal`. Returns the order unchanged if its pieces are
 * not sold, or if there are none to put back.
 */
export function restockOrder(order: StoredOrder, request: RestockRequest, actor: Actor): StoredOrder {
  if (order.hold.state !== "sold" || request.restockLines?.length === 0) return order;
  if (request.restockLines) return restockPart(order, request.restockLines, actor);
  return request.restock ? { ...order, hold: { ...order.hold, state: "released" } } : order;
}

function restockPart(order: StoredOrder, lines: readonly LinePieces[], actor: Actor): StoredOrder {
  const piecesWithSeats = withRestockedSeats(order, lines);
  const items = order.items.map((item, i) => {
    const pieces = piecesWithSeats.find(({ line }) => line === i);
    if (!pieces) return item;
    const { quantity, seats } = pieces;
    return {
      ...item,
      restocked: (item.restocked ?? 0) + quantity,
      ...(seats ? { restockedSeats: [...seatsOnSale(order, i), ...seats] } : {}),
    };
  });
  const text = partsText(order, { lines: [...lines] });
  return withHistory({ ...order, items }, actor, { what: "back in stock", to: text });
}

/** The pieces of each line that are not back on sale yet. */
export const restockablePieces = (order: StoredOrder): LinePieces[] =>
  order.items
    .map((_, line) => ({ line, quantity: restockableQuantity(toOrder(order), line) }))
    .filter(({ quantity }) => quantity > 0);

/** Whether the lines together name every piece that is not back on sale yet. */
export const areAllRestockablePieces = (order: StoredOrder, lines: readonly LinePieces[]): boolean =>
  order.items.every(
    (_, i) => restockableQuantity(order, i) === (lines.find(({ line }) => line === i)?.quantity ?? 0),
  );

/** The pieces that a change of an order puts back on sale. */
export function restockedPieces(before: StoredOrder, after: StoredOrder): Pieces[] {
  if (before.hold.state !== "sold") return [];
  if (after.hold.state === "released") return remainingPiecesOf(before);
  return mergePieces(
    after.items
      .map((item, i) => ({
        ...item,
        quantity: (item.restocked ?? 0) - (before.items[i]?.restocked ?? 0),
      }))
      .filter(({ quantity }) => quantity > 0),
  );
}
