import type { Body } from "../../shared/endpoint.ts";
import type { ordersApi } from "../../shared/api-orders.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import type { LinkRequested, OrderLink } from "../../shared/order-link.ts";
import { LINK_REQUESTED, LINK_SOURCE } from "../../shared/order-link.ts";
import { parseOrderNumber } from "../../shared/order-number.ts";
import { putEvents } from "../lib/bus.ts";
import { conflict, unavailable } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { findUndeliverable, mailboxPk } from "../mail/undeliverable-table.ts";
import { createGrant, requireOrderOfLink, accessRefused } from "./access.ts";
import { tryConfirmationCode } from "./code-table.ts";

/**
 * Publishes an event for `send-order-email`, which mails the link to an order, and a code that confirms the customer's address.
 * `target` names the order: by its id, or by mailbox and order number as a visitor entered them. The event has no email address:
 * `mailbox` is a hash of the address. Throws 503 if the bus refuses the event.
 */
async function publishRequest(busName: string, target: LinkRequested["of"], now: Date): Promise<void> {
  const detail: LinkRequested = { id: newId("lnk", +now), time: now.toISOString(), of: target };
  const [refusal] = await putEvents(busName, [
    { source: LINK_SOURCE, detailType: LINK_REQUESTED, detail, time: now },
  ]);
  if (refusal !== undefined) throw unavailable(new Error(`The bus refused the request: ${refusal}`));
}

/**
 * Requests the mail with the link to an order. Reads no order, so that the response and its duration do not reveal
 * whether the order exists. Throws 503 if the bus refuses the event.
 */
export const requestOrderLink = (
  { email, orderNumber }: Body<typeof ordersApi.findOrder>,
  busName: string,
  now: Date,
): Promise<void> => {
  // The request is published even with an invalid number, which finds no order, so that the response is always the same.
  const normalizedNumber = parseOrderNumber(orderNumber) ?? "";
  return publishRequest(busName, { mailbox: mailboxPk(email), orderNumber: normalizedNumber }, now);
};

/**
 * Requests the mail with a new code to the customer of an order. Throws 404 as `requireOrderOfLink`; 409 if the address is
 * undeliverable; 503 if the bus refuses the event.
 */
export async function requestConfirmationCode(link: OrderLink, busName: string, now: Date): Promise<void> {
  const { orderId, billingInfo } = await requireOrderOfLink(link);
  if (!billingInfo) throw accessRefused();
  const undeliverable = await findUndeliverable(billingInfo.email);
  if (undeliverable) throw conflict(apiMessages.addressUndeliverable[undeliverable.reason]);
  await publishRequest(busName, { orderId }, now);
}

/**
 * Exchanges a valid code for a grant: a token that proves for an hour that the customer has confirmed the email
 * address. Throws 404, with the same message for a wrong link, a wrong code and an expired code.
 */
export async function exchangeConfirmationCode(
  { code, ...link }: OrderLink & { code: string },
  secretArn: string,
  now: Date,
): Promise<string> {
  const order = await requireOrderOfLink(link);
  if (!(await tryConfirmationCode(order.orderId, code.replaceAll(/\s/g, ""), now))) throw accessRefused();
  return createGrant(order, secretArn, now);
}
