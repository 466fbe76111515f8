/** Pure: the mails about what a customer asked for on the order's page. */
import type { OrderEvent } from "../../shared/events.ts";
import type { MailedOrder } from "../../shared/mails/order-details.ts";
import {
  customerRequestMail,
  requestAnswerMail,
  requestReceivedMail,
} from "../../shared/mails/order-page-mails.ts";
import type { OrderMail } from "./event-mails.ts";

/**
 * A request is mailed to the team and confirmed to the customer; an answer is mailed to the customer. A
 * cancellation that needs no admin is mailed to the team only, because the customer gets the mail about the
 * status. No mails if the order's data was erased in the meantime, or about a new request that the team has decided about in
 * the meantime: the customer gets the mail about the decision.
 */
export function requestMails(
  { id, requestId, state }: Extract<OrderEvent, { type: "OrderRequestUpdated" }>,
  order: MailedOrder,
  origin: string,
): OrderMail[] {
  const request = order.requests?.find((candidate) => candidate.requestId === requestId);
  if (!request || (state === "open" && request.state !== "open")) return [];
  if (state === "answered" || state === "declined")
    return [
      {
        kind: "request-answer",
        to: "customer",
        cause: id,
        content: requestAnswerMail(order, request, origin),
      },
    ];
  const toTeam: OrderMail = {
    kind: "customer-request",
    to: "team",
    cause: id,
    content: customerRequestMail(order, request, origin),
  };
  if (request.kind === "cancel" && state === "accepted") return [toTeam];
  const content = requestReceivedMail(order, request, origin);
  return [toTeam, { kind: "request-received", to: "customer", cause: id, content }];
}
