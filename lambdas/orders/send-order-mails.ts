import { ShopEvent } from "../../shared/events.ts";
import * as z from "zod/mini";
import { sendMail } from "../lib/mail.ts";
import { claimMail, dropClaim, recordMail } from "./mail-table.ts";
import { mailsFor } from "./mails.ts";
import { getOrder } from "./order-table.ts";

export type Addresses = { sender: string; team: string; origin: string };

/**
 * The mails of an order's event, one for each cause however often the event comes: claimed, sent, recorded. Dying
 * between SES's yes and the record repeats a mail once. Throws when one did not go out, for the queue to try again.
 */
export async function sendOrderMails(detail: unknown, addresses: Addresses, now: Date): Promise<void> {
  const event = z.parse(ShopEvent, detail);
  if (event.type === "StockLow") return;
  const order = await getOrder(event.orderId);
  if (!order) throw new Error(`Order ${event.orderId} of event ${event.id} is not there`);
  for (const { kind, to, content } of mailsFor(event, order, addresses.origin, now)) {
    const address = to === "team" ? addresses.team : order.billingInfo?.email;
    if (!address) continue;
    const claim = await claimMail(order.orderId, kind, event.id, now);
    if (claim === "busy") throw new Error(`Mail ${kind} of event ${event.id} is being sent by another`);
    if (claim === "sent") continue;
    try {
      await sendMail({ from: addresses.sender, to: address, kind }, content);
    } catch (error) {
      await dropClaim(order.orderId, kind, event.id);
      throw error;
    }
    await recordMail(order.orderId, kind, event.id, now);
  }
}
