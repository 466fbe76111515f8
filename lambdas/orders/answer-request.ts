import type { Order } from "../../shared/order.ts";
import { conflict, notFound } from "../lib/errors.ts";
import { applyChange } from "./apply-change.ts";
import { withClosedRequest } from "./closed-request.ts";
import type { Actor, Change } from "./change.ts";
import { withHistory } from "./change.ts";
import type { StoredOrder } from "./stored-order.ts";
import { toOrder } from "./stored-order.ts";

/**
 * Pure: declines a request to cancel, or answers a request of another kind. Undefined for a repeated answer. Throws 404 for an
 * unknown request; 409 if it is no longer open.
 */
function applyAnswer(order: StoredOrder, requestId: string, text: string, actor: Actor): Change | undefined {
  const request = order.requests?.find((candidate) => candidate.requestId === requestId);
  if (!request) throw notFound();
  if (request.answer?.text === text && request.answer.by === actor.by) return undefined;
  if (request.state !== "open") throw conflict("This was answered already.");
  const { kind } = request;
  const state = kind === "cancel" ? "declined" : "answered";
  const at = actor.now.toISOString();
  const closedRequest = { ...request, state, answer: { at, by: actor.by, text } } as const;
  const what = kind === "cancel" ? "cancellation declined" : "customer answered";
  return {
    order: withHistory(withClosedRequest(order, closedRequest), actor, { what }),
    events: [{ type: "OrderRequestUpdated", requestId, kind, state }],
  };
}

/**
 * Answers a customer's request, whichever version the order has. The answer is mailed. Throws 404 for an unknown order or
 * request; 409 if the request is no longer open.
 */
export async function answerRequest(
  orderId: string,
  requestId: string,
  text: string,
  admin: string,
  now: Date,
): Promise<Order> {
  const changedOrder = await applyChange(
    orderId,
    (order) => applyAnswer(order, requestId, text, { by: admin, now }),
    {
      now,
    },
  );
  return toOrder(changedOrder);
}
