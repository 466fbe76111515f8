/** Pure: the mails about what a customer asked for on the order's page. */
import type { OrderEvent } from "../../shared/events.ts";
import type { MailedOrder } from "../../shared/mails/order-details.ts";
import { customerRequestMail, requestAnswerMail } from "../../shared/mails/order-page-mails.ts";
import type { OrderMail } from "./event-mails.ts";

/** A request is mailed to the team, an answer to the customer. None if the order's data was erased in the meantime. */
export function requestMails(
  { id, requestId, state }: Extract<OrderEvent, { type: "OrderRequestUpdated" }>,
  order: MailedOrder,
  origin: string,
): OrderMail[] {
  const request = order.requests?.find((each) => each.requestId === requestId);
  if (!request) return [];
  if (state === "answered" || state === "declined")
    return [
      {
        ...{ kind: "request-answer", to: "customer", cause: id },
        content: requestAnswerMail(order, request, origin),
      },
    ];
  const content = customerRequestMail(order, request, origin);
  return [{ kind: "customer-request", to: "team", cause: id, content }];
}
