import * as z from "zod/mini";
import type { OrderEvent } from "../../shared/events.ts";
import { ShopEvent } from "../../shared/events.ts";
import { log } from "../lib/log.ts";
import type { Mailbox } from "./send-mail.ts";
import { mailboxOf, sendMail, teamMailbox, UndeliverableError } from "./send-mail.ts";
import { claimMail, releaseClaim, recordMail } from "./sent-mail-table.ts";
import type { OrderMail } from "./order-mails.ts";
import { mailsFor } from "./order-mails.ts";
import { getOrder } from "../orders/order-table.ts";

/** `teamSet`: SES's configuration set for mail to the team. */
export type Addresses = { sender: string; team: string; teamSet: string; origin: string };

/**
 * Sends the mails of an order's event, each once however often the event is delivered: claimed, sent, recorded. A crash
 * between sending and recording repeats a mail. Addresses that take no mail are skipped. Throws when another mail failed,
 * so that the queue retries.
 */
export async function sendOrderMails(detail: unknown, addresses: Addresses): Promise<void> {
  const event = z.parse(ShopEvent, detail);
  if (event.type === "StockLow") return;
  const order = await getOrder(event.orderId);
  if (!order) throw new Error(`Order ${event.orderId} of event ${event.id} is not there`);
  const failures: unknown[] = [];
  for (const mail of mailsFor(event, order, addresses.origin)) {
    const { team, teamSet, sender: from } = addresses;
    const customer = order.billingInfo?.email;
    // A failed mail must not stop the others.
    try {
      if (mail.to === "team")
        await sendOnce(event, mail, { from, to: teamMailbox(team, teamSet), replyTo: customer });
      else if (customer) {
        const to = await customerMailbox(customer, event.orderId, mail.kind);
        if (to) await sendOnce(event, mail, { from, to, replyTo: team });
      }
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new Error(`Mails of event ${event.id} did not go out: ${failures.map(reason).join(", ")}`);
}

/** The message of our own errors, else the error's name: SES's message may contain the customer's address. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return error.name === "Error" ? error.message : error.name;
}

/** Undefined when the address takes no mail. */
async function customerMailbox(
  address: string,
  orderId: string,
  kind: OrderMail["kind"],
): Promise<Mailbox | undefined> {
  try {
    return await mailboxOf(address);
  } catch (error) {
    if (!(error instanceof UndeliverableError)) throw error;
    log.warn("A mail was not sent: its address takes none", { kind, orderId });
    return undefined;
  }
}

async function sendOnce(
  event: OrderEvent,
  { kind, content }: OrderMail,
  envelope: { from: string; to: Mailbox; replyTo: string | undefined },
): Promise<void> {
  // A claim starts now, because the mail before this one may have taken seconds.
  const claim = await claimMail(event.orderId, kind, event.id, new Date());
  if (claim === "sent") return;
  if (claim === "busy") throw new Error(`Mail ${kind} of event ${event.id} is being sent by another`);
  try {
    await sendMail({ ...envelope, kind }, content);
  } catch (error) {
    await releaseClaim(event.orderId, kind, event.id);
    throw error;
  }
  await recordMail(event.orderId, kind, event.id, new Date());
}
