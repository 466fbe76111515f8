import * as z from "zod/mini";
import type { OrderEvent } from "../../shared/events.ts";
import { isOrderEvent, ShopEvent } from "../../shared/events.ts";
import { log } from "../lib/log.ts";
import { NoAnswerError } from "../lib/ses.ts";
import type { Mailbox, Sender } from "./send-mail.ts";
import { mailboxOf, sendMail, teamMailbox, UndeliverableError } from "./send-mail.ts";
import { claimMail, extendClaim, releaseClaim, recordMail } from "./sent-mail-table.ts";
import { unsubscribeUrlOf } from "./news-link.ts";
import type { OrderMail } from "./event-mails.ts";
import { mailsFor } from "./event-mails.ts";
import { getOrder } from "../orders/order-table.ts";

/** `teamSender` sends the mails to the team, whose address is `team`. */
export type MailSettings = { sender: Sender; teamSender: Sender; team: string; origin: string };

/**
 * Sends the mails for an order's event. Each mail is claimed and recorded under its kind and cause (the event or request
 * that it is about), so that a repeated event sends nothing again. A mail can be sent twice in two cases: the function
 * crashed between sending and recording, or SES sent it but did not answer (then at most three times in all, before the
 * queue's message becomes a dead letter). Skips addresses that take no mail. Throws
 * when a mail failed, so that the queue retries.
 */
export async function sendOrderMails(detail: unknown, settings: MailSettings): Promise<void> {
  const event = z.parse(ShopEvent, detail);
  if (!isOrderEvent(event)) return;
  const order = await getOrder(event.orderId);
  if (!order) throw new Error(`Order ${event.orderId} of event ${event.id} does not exist`);
  const failures: unknown[] = [];
  for (const mail of mailsFor(event, order, settings.origin)) {
    const { team, teamSender, sender } = settings;
    const customer = order.billingInfo?.email;
    const unsubscribe = unsubscribeUrlOf(order, settings.origin);
    // A failed mail must not stop the event's other mails.
    try {
      if (mail.to === "team")
        await sendOnce(event, mail, { from: teamSender, to: teamMailbox(team), replyTo: customer });
      else if (customer) {
        const to = await customerMailbox(customer, event.orderId, mail.kind);
        if (to) await sendOnce(event, mail, { from: sender, to, replyTo: team, unsubscribe });
      }
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new Error(`Mails of event ${event.id} did not go out: ${failures.map(loggableReason).join(", ")}`);
}

/** The message of our own errors, else the name: other messages may contain the customer's address. */
function loggableReason(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return error.name === "Error" ? error.message : error.name;
}

/** The customer's mailbox; undefined when the address takes no mail. */
async function customerMailbox(
  address: string,
  orderId: string,
  kind: OrderMail["kind"],
): Promise<Mailbox | undefined> {
  try {
    return await mailboxOf(address);
  } catch (error) {
    if (!(error instanceof UndeliverableError)) throw error;
    log.warn("A mail was not sent: its address takes no mail", { kind, orderId });
    return undefined;
  }
}

async function sendOnce(
  { orderId, id }: OrderEvent,
  { kind, cause, content }: OrderMail,
  envelope: { from: Sender; to: Mailbox; replyTo: string | undefined; unsubscribe?: string | undefined },
): Promise<void> {
  // The time now, not when this function began: the mails before this one may have taken seconds.
  const claim = await claimMail(orderId, kind, cause, new Date());
  if (claim.state === "sent") return;
  if (claim.state === "busy")
    throw new Error(`Mail ${kind} of event ${id} is being sent, or waits because SES did not answer`);
  try {
    await sendMail({ ...envelope, kind }, content);
  } catch (error) {
    if (error instanceof NoAnswerError)
      await extendClaim(orderId, kind, cause, claim.unanswered + 1, new Date());
    else await releaseClaim(orderId, kind, cause);
    throw error;
  }
  await recordMail(orderId, kind, cause, new Date());
}
