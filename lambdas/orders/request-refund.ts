import { isDeepStrictEqual } from "node:util";
import { apiMessages } from "../../shared/api-messages.ts";
import type { adminApi } from "../../shared/api-admin.ts";
import type { Body } from "../../shared/endpoint.ts";
import { formatMoney, toCents, toDollars } from "../../shared/money.ts";
import type { Order } from "../../shared/order.ts";
import { partsRefusal } from "../../shared/refund-lines.ts";
import type { LinePieces, RefundedLine } from "../../shared/refund-reason.ts";
import { givenReason } from "../../shared/refund-reason.ts";
import { conflict, notFound } from "../lib/errors.ts";
import { applyChange } from "./apply-change.ts";
import { getOrder } from "./order-table.ts";
import { refundableCents } from "./refund-rules.ts";
import { restockablePieces, restockedTicketsRefusal, restockLinesRefusal } from "./restock-rules.ts";
import { refundByAdmin } from "./status-rules.ts";
import { type RestockChoice, type StoredRefund, toOrder } from "./stored-order.ts";

type RefundBody = Body<typeof adminApi.requestRefund>;

/**
 * The stored lines of a refund in the form of the request: without their shares of discount and tax, and without seats
 * that the request did not choose.
 */
const toRequestedLines = (storedLines: readonly RefundedLine[], lines: readonly LinePieces[]): LinePieces[] =>
  storedLines.map(({ line, quantity, seats }, i) => ({
    line,
    quantity,
    ...(seats && lines[i]?.seats ? { seats } : {}),
  }));

/** What a request puts on sale again; undefined for nothing. */
const restockChoiceOf = ({ restock, restockLines }: RefundBody): RestockChoice | undefined =>
  restockLines ?? (restock ? "all" : undefined);

/** Whether a repeated request asks for the refund that is stored already. */
function isSameRefund(refund: StoredRefund, request: RefundBody): boolean {
  const { amount, lines = [], shipping = false } = request;
  return (
    (amount === undefined || toCents(amount) === toCents(refund.amount)) &&
    isDeepStrictEqual(lines, toRequestedLines(refund.lines ?? [], lines)) &&
    shipping === (refund.shipping ?? false) &&
    isDeepStrictEqual(restockChoiceOf(request), refund.restock) &&
    isDeepStrictEqual(givenReason(request), givenReason(refund))
  );
}

/**
 * Requests a refund. Idempotent by `refundId`. Throws 404 for an unknown order. Throws 409 for another version, for a too
 * large amount, for pieces that cannot be refunded or put back on sale, and for a `refundId` that was used for another
 * refund or for a refund that has failed. Throws 409 also for a note about an order whose personal data was erased.
 */
export async function requestRefund(
  orderId: string,
  request: RefundBody,
  admin: string,
  now: Date,
): Promise<Order> {
  const order = await getOrder(orderId);
  if (!order) throw notFound();
  const earlierRefund = order.refunds.find(({ refundId }) => refundId === request.refundId);
  if (earlierRefund?.status === "failed")
    throw conflict(apiMessages.refundFailed(formatMoney(earlierRefund.amount)));
  if (earlierRefund && !isSameRefund(earlierRefund, request))
    throw conflict(apiMessages.refundIdReused(formatMoney(earlierRefund.amount)));
  if (earlierRefund) return toOrder(order);
  const changedOrder = await applyChange(
    orderId,
    (latestOrder) => {
      // The note may contain a name, and an erased order must get no personal data.
      if (latestOrder.erased && request.note) throw conflict(apiMessages.erasedTakesNoNote);
      const restock = restockChoiceOf(request);
      const restockLines = restock === "all" ? restockablePieces(latestOrder) : restock;
      const refusal =
        partsRefusal(latestOrder, request) ??
        restockLinesRefusal(latestOrder, { restockLines }) ??
        restockedTicketsRefusal(toOrder(latestOrder), { lines: request.lines, restockLines });
      if (refusal) throw conflict(refusal);
      const change = refundByAdmin(
        latestOrder,
        { ...request, restock, restockLines, reason: givenReason(request) },
        { by: admin, now },
      );
      if (change === "free") throw conflict(apiMessages.freeParts);
      if (change === "too-much") {
        throw conflict(`At most ${formatMoney(toDollars(refundableCents(latestOrder)))} can be refunded.`);
      }
      return change;
    },
    { now, version: request.version, initialOrder: order },
  );
  return toOrder(changedOrder);
}
