import * as z from "zod/mini";
import { isOrderEvent, mayBeOfUnpaidOrder } from "../../shared/event-kinds.ts";
import { ShopEvent } from "../../shared/events.ts";
import type { Sender } from "./send-mail.ts";
import { teamMailbox } from "./send-mail.ts";
import { findMailbox, sendOnce } from "./send-once.ts";
import { unsubscribePostUrlOf } from "./newsletter-links.ts";
import { mailsFor, EVENTS_WITH_PICK_UP_CODE } from "./event-mails.ts";
import { ensurePickUpCodeForMail } from "./pick-up-code.ts";
import { withCurrentEventsOfLines } from "../tickets/current-event-table.ts";
import { toEpochSeconds } from "../lib/epoch-seconds.ts";
import { getOrder, KEEP_UNPAID_SECONDS } from "../orders/order-table.ts";

/** `teamSender` sends the mails to the team, whose address is `teamEmail`. */
export type MailSettings = {
  sender: Sender;
  teamSender: Sender;
  teamEmail: string;
  origin: string;
  /** Undefined in a stage that issues no tickets. */
  ticketKeysArn: string | undefined;
};

/**
 * Sends the mails for an order's event. Each mail is claimed and recorded under its kind and cause, so that a repeated
 * event sends nothing again (`OrderMail` in event-mails.ts explains the cause). `sendOnce` says when a mail is sent twice. If
 * SES never answers, a mail is sent at most three times before the queue's message becomes a dead letter. Skips
 * undeliverable addresses. Throws when a mail failed, so that the queue retries.
 */
export async function sendOrderMails(detail: unknown, settings: MailSettings): Promise<void> {
  const event = z.parse(ShopEvent, detail);
  if (!isOrderEvent(event)) return;
  const storedOrder = await getOrder(event.orderId);
  if (!storedOrder && mayBeOfUnpaidOrder(event)) return;
  if (!storedOrder) throw new Error(`Order ${event.orderId} of event ${event.id} does not exist`);
  // The mails show the current dates, like the calendar files that they link to.
  const order = { ...storedOrder, items: await withCurrentEventsOfLines(storedOrder.items) };
  const failures: unknown[] = [];
  const subjectId = event.orderId;
  const pickUpCode = EVENTS_WITH_PICK_UP_CODE.includes(event.type)
    ? await ensurePickUpCodeForMail(order, settings.ticketKeysArn)
    : undefined;
  const isPaid = order.payment.paidSessionId !== undefined;
  const keepUntil = isPaid ? undefined : toEpochSeconds(new Date()) + KEEP_UNPAID_SECONDS;
  const issuesTickets = settings.ticketKeysArn !== undefined;
  for (const mail of mailsFor(event, order, settings.origin, { pickUpCode, issuesTickets })) {
    const { teamEmail, teamSender, sender } = settings;
    const customerEmail = order.billingInfo?.email;
    const unsubscribe = unsubscribePostUrlOf(order, settings.origin);
    // A failed mail must not stop the event's other mails.
    try {
      if (mail.to === "team")
        await sendOnce(
          { ...mail, subjectId, keepUntil },
          { from: teamSender, to: teamMailbox(teamEmail), replyTo: customerEmail },
        );
      else if (customerEmail) {
        const to = await findMailbox(customerEmail, subjectId, mail.kind);
        if (to)
          await sendOnce(
            { ...mail, subjectId, keepUntil },
            { from: sender, to, replyTo: teamEmail, unsubscribe },
          );
      }
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new Error(`Mails of event ${event.id} were not sent: ${failures.map(loggableReason).join(", ")}`);
}

/**
 * The message of the shop's own errors, and the name of other errors, because their messages may contain the customer's
 * address.
 */
function loggableReason(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return error.name === "Error" ? error.message : error.name;
}
