import { Duration } from "aws-cdk-lib";
import { Construct } from "constructs";
import type { Env as NoteEnv } from "../lambdas/note-undelivered.ts";
import type { Env as OrderEmailEnv } from "../lambdas/send-order-email.ts";
import { EVENT_SOURCE, type ShopEvent } from "../shared/events.ts";
import type { Events } from "./events.ts";
import { shopFunction, value, type CommonProps } from "./function.ts";
import type { Mail } from "./mail.ts";
import { retryText, Subscription } from "./queue.ts";
import type { ShopTable } from "./table.ts";

type OrderNotificationsProps = CommonProps & {
  mail: Mail;
  table: ShopTable;
  events: Events;
  siteOrigin: string;
};

/** Mails to customers and the team about orders, and the record of addresses that cannot receive mail. */
export class OrderNotifications extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { mail, table, events, siteOrigin, ...common }: OrderNotificationsProps,
  ) {
    super(scope, id);
    const { teamEmail, mailSender, alarmEmail } = common.settings;
    const sendOrderEmail = shopFunction<OrderEmailEnv>(this, "send-order-email", {
      ...common,
      environment: {
        TABLE_NAME: table.limitedTo({
          GetItem: ["ORDER#", "MAILBOX#"],
          PutItem: ["ORDER#"],
          UpdateItem: ["ORDER#"],
          DeleteItem: ["ORDER#"],
        }),
        MAIL_SENDER: mail.send(),
        TEAM_EMAIL: value(teamEmail),
        TEAM_CONFIGURATION_SET: mail.teamConfigurationSet(),
        SITE_ORIGIN: value(siteOrigin),
      },
      timeout: Duration.seconds(30),
      failureAlarm:
        "Customers get no receipt and the team no note of new orders; the orders are safe. " +
        `${retryText} See SES's account dashboard.`,
    });
    new Subscription(this, "OrderEmail", {
      ...common,
      bus: events.bus,
      pattern: {
        source: [EVENT_SOURCE],
        detailType: [
          "OrderPaid",
          "OrderStatusChanged",
          "OrderCancelled",
          "RefundRequested",
          "OrderRefunded",
          "RefundFailed",
        ] satisfies ShopEvent["type"][],
      },
      to: sendOrderEmail,
      deadLetterAlarm:
        "A customer got no mail about their order, or the team no note of it; the order is safe.",
    });
    const noteUndelivered = shopFunction<NoteEnv>(this, "note-undelivered", {
      ...common,
      environment: {
        TABLE_NAME: table.limitedTo({ UpdateItem: ["MAILBOX#"] }),
        OWN_MAILBOXES: value(JSON.stringify([teamEmail, mailSender, alarmEmail])),
      },
      timeout: Duration.seconds(15),
      failureAlarm:
        "Mail goes on to addresses that it came back from, which in the end costs the sender its good name. " +
        retryText,
    });
    new Subscription(this, "Undelivered", {
      ...common,
      pattern: mail.undelivered(),
      to: noteUndelivered,
      deadLetterAlarm: "An address that mail came back from is not noted, and the shop writes to it again.",
    });
    mail.watchTeamMail(sendOrderEmail);
    mail.watchTeamMail(noteUndelivered);
  }
}
