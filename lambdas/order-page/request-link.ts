import type { Body } from "../../shared/endpoint.ts";
import type { ordersApi } from "../../shared/api-orders.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import type { LinkRequested, OrderLink } from "../../shared/order-link.ts";
import { LINK_REQUESTED, LINK_SOURCE } from "../../shared/order-link.ts";
import { readOrderNumber } from "../../shared/order-number.ts";
import { putEvents } from "../lib/bus.ts";
import { conflict, unavailable } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { findUndeliverable, mailboxPk } from "../mail/undeliverable-table.ts";
import { openOrder, refused } from "./access.ts";
import { newGrant } from "./access.ts";
import { tryCode } from "./code-table.ts";

/** Asks `send-order-email` for the mail. The event has no address, only its hash. */
async function request(busName: string, of: LinkRequested["of"], now: Date): Promise<void> {
  const detail: LinkRequested = { id: newId("lnk", +now), time: now.toISOString(), of };
  const [refusal] = await putEvents(busName, [
    { source: LINK_SOURCE, detailType: LINK_REQUESTED, detail, time: now },
  ]);
  if (refusal !== undefined) throw unavailable(new Error(`The bus refused the request: ${refusal}`));
}

/**
 * Asks for the link to an order. Reads no order, so that the answer and its time are the same whether the order exists or
 * not.
 */
export const findOrder = (
  { email, orderNumber }: Body<typeof ordersApi.findOrder>,
  busName: string,
  now: Date,
): Promise<void> => {
  const name = readOrderNumber(orderNumber) ?? "";
  return request(busName, { mailbox: mailboxPk(email), orderNumber: name }, now);
};

/** Asks for a code for the customer of a link's order. Throws 404; 409 when the address takes no mail. */
export async function requestCode(link: OrderLink, busName: string, now: Date): Promise<void> {
  const { orderId, billingInfo } = await openOrder(link);
  if (!billingInfo) throw refused();
  if (await findUndeliverable(billingInfo.email)) throw conflict(apiMessages.receiptUndeliverable);
  await request(busName, { orderId }, now);
}

/** The grant for a code. Throws 404, with the same words for a wrong link, a wrong code, and one whose time is over. */
export async function confirmCode(
  { code, ...link }: OrderLink & { code: string },
  secretArn: string,
  now: Date,
): Promise<string> {
  const order = await openOrder(link);
  if (!(await tryCode(order.orderId, code.replaceAll(/\s/g, ""), now))) throw refused();
  return newGrant(order, secretArn, now);
}
