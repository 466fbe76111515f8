import { Duration } from "aws-cdk-lib";
import { Construct } from "constructs";
import type { Env as UndeliveredEnv } from "../lambdas/note-undelivered.ts";
import type { HoldEnd } from "../lambdas/orders/payment-rules.ts";
import type { Env as OrderEmailEnv } from "../lambdas/send-order-email.ts";
import { EVENT_SOURCE, type ShopEvent } from "../shared/events.ts";
import { LINK_REQUESTED, LINK_SOURCE } from "../shared/order-link.ts";
import { STATUS_MAIL_DELAY_SECONDS } from "../shared/status-mail.ts";
import type { Events } from "./events.ts";
import { createShopFunction, plainVariable, type CommonProps } from "./function.ts";
import type { Mail } from "./mail.ts";
import { Subscription } from "./queue.ts";
import type { ShopTable } from "./table.ts";
import type { TicketKeys } from "./tickets.ts";

type OrderNotificationsProps = CommonProps & {
  mail: Mail;
  table: ShopTable;
  events: Events;
  siteOrigin: string;
  /** Undefined in a stage that issues no tickets. */
  ticketKeys: TicketKeys | undefined;
};

const ENDS_WITHOUT_MAIL = ["expired", "released", "refused"] satisfies HoldEnd[];

/** The functions that mail customers and the team about orders, and that note addresses that cannot receive mail. */
export class OrderNotifications extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { mail, table, events, siteOrigin, ticketKeys, ...common }: OrderNotificationsProps,
  ) {
    super(scope, id);
    const { teamEmail, mailSender, alarmEmail } = common.settings;
    const sendOrderEmail = createShopFunction<OrderEmailEnv>(this, "send-order-email", {
      ...common,
      environment: {
        TABLE_NAME: table.nameWithAccess({
          GetItem: ["ORDER#", "MAILBOX#"],
          // The current dates of the events that tickets are for.
          Query: ["PRODUCT#"],
          UpdateItem: ["ORDER#"],
          DeleteItem: ["ORDER#"],
          // The pick-up code of an order, and the link token of an old order.
          PutItem: ["ORDER#"],
        }),
        MAIL_SENDER: mail.senderWithAccess(),
        TEAM_EMAIL: plainVariable(teamEmail),
        CONFIGURATION_SET: mail.configurationSetWithAccess(),
        TEAM_CONFIGURATION_SET: mail.teamConfigurationSetWithAccess(),
        SITE_ORIGIN: plainVariable(siteOrigin),
        ...(ticketKeys && { TICKET_KEYS_ARN: ticketKeys.arnWithReadAccess() }),
      },
      // A payment causes three mails, one after the other. A slow SES takes more than ten seconds for each.
      timeout: Duration.seconds(60),
    });
    new Subscription(this, "OrderEmail", {
      ...common,
      bus: events.bus,
      pattern: {
        source: [EVENT_SOURCE, LINK_SOURCE],
        detailType: [
          "OrderPaid",
          "OrderCancelled",
          "OrderMailRequested",
          "OrderRequestUpdated",
          "RefundRequested",
          "OrderRefunded",
          "RefundFailed",
          "CheckoutExpired",
          LINK_REQUESTED,
        ] satisfies (ShopEvent["type"] | typeof LINK_REQUESTED)[],
        // An unpaid checkout ends without a mail, except after a failed payment. The `reason` of RefundRequested is a text for
        // people, which the pattern lets through.
        detail: { reason: [{ exists: false }, { "anything-but": ENDS_WITHOUT_MAIL }] },
      },
      consumer: sendOrderEmail,
    });
    // The delay lets an admin undo a change before the customer gets a mail about it.
    new Subscription(this, "StatusEmail", {
      ...common,
      bus: events.bus,
      pattern: {
        source: [EVENT_SOURCE],
        detailType: [
          "OrderStatusChanged",
          "OrderReadyForPickup",
          "FulfilmentHoldChanged",
        ] satisfies ShopEvent["type"][],
      },
      consumer: sendOrderEmail,
      deliveryDelay: Duration.seconds(STATUS_MAIL_DELAY_SECONDS),
    });
    const noteUndelivered = createShopFunction<UndeliveredEnv>(this, "note-undelivered", {
      ...common,
      environment: {
        TABLE_NAME: table.nameWithAccess({ UpdateItem: ["MAILBOX#"] }),
        OWN_MAILBOXES: plainVariable(JSON.stringify([teamEmail, mailSender, alarmEmail])),
      },
      timeout: Duration.seconds(15),
    });
    new Subscription(this, "Undelivered", {
      ...common,
      pattern: mail.undeliveredPattern(),
      consumer: noteUndelivered,
    });
  }
}
