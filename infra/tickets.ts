import { Duration } from "aws-cdk-lib";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { Env as IssueEnv } from "../lambdas/issue-tickets.ts";
import type { Env as TicketEnv } from "../lambdas/ticket-api.ts";
import { EVENT_SOURCE, type ShopEvent } from "../shared/events.ts";
import type { AdminSignIn } from "./admin-sign-in.ts";
import { ruleDescription } from "./consumers/rule-description.ts";
import type { Events } from "./events.ts";
import { shopFunction, value, type CommonProps } from "./function.ts";
import type { Mail } from "./mail.ts";
import { Subscription } from "./queue.ts";
import { ShopSecret } from "./secrets.ts";
import type { ShopTable } from "./table.ts";

/** The keys that sign the codes of tickets. Other constructs need them too, so the stack creates them first. */
export class TicketKeys extends ShopSecret {
  constructor(scope: Construct, id: string, settings: CommonProps["settings"]) {
    super(scope, id, "The keys of tickets, made by npm run tickets:key", settings);
  }
}

type TicketsProps = CommonProps & {
  table: ShopTable;
  events: Events;
  mail: Mail;
  signIn: AdminSignIn;
  originSecret: ShopSecret;
  siteOrigin: string;
  /** Undefined in a stage that issues no tickets. */
  keys: TicketKeys | undefined;
};

/** The functions that issue tickets, show them, pass them on, and list them for the back office. */
export class Tickets extends Construct {
  /** A stage without tickets has it too: it answers that there are none. It costs nothing while nobody calls it. */
  readonly ticketApi: LambdaFunction;

  constructor(
    scope: Construct,
    id: string,
    { table, events, mail, signIn, originSecret, siteOrigin, keys, ...common }: TicketsProps,
  ) {
    super(scope, id);
    const { teamEmail, limits } = common.settings;
    const mailEnvironment = () => ({
      MAIL_SENDER: mail.sendAccess(),
      TEAM_EMAIL: value(teamEmail),
      CONFIGURATION_SET: mail.configurationSet(),
      SITE_ORIGIN: value(siteOrigin),
    });
    this.ticketApi = shopFunction<TicketEnv>(this, "ticket-api", {
      ...common,
      environment: {
        // A ticket's partition also has its events and the record of its mails.
        TABLE_NAME: table.limitedAccess(
          keys
            ? {
                GetItem: ["TICKET#", "MAILBOX#"],
                BatchGetItem: ["TICKET#", "PRODUCT#"],
                Query: ["TICKETS#", "PRODUCT#", "CATALOGUE#"],
                PutItem: ["TICKET#"],
                UpdateItem: ["TICKET#", "LIMIT#"],
                DeleteItem: ["TICKET#"],
              }
            : {},
        ),
        ORIGIN_SECRET_ARN: originSecret.readAccess(),
        USER_POOL_ID: signIn.groupReadAccess(),
        LIMITS: value(JSON.stringify(limits)),
        ...mailEnvironment(),
        ...(keys && { TICKET_KEYS_ARN: keys.readAccess() }),
      },
      timeout: Duration.seconds(29),
      memorySize: 1024,
    });
    common.alarms.countLines(this.ticketApi, "mail", "secret");
    if (!keys) return;

    const issueTickets = shopFunction<IssueEnv>(this, "issue-tickets", {
      ...common,
      environment: {
        // In an order's partition it writes the code for the pick-up and the record of mails.
        TABLE_NAME: table.limitedAccess({
          GetItem: ["ORDER#", "TICKET#", "MAILBOX#"],
          BatchGetItem: ["TICKET#"],
          PutItem: ["TICKET#", "ORDER#"],
          UpdateItem: ["ORDER#", "TICKET#"],
          DeleteItem: ["ORDER#", "TICKET#"],
        }),
        TICKET_KEYS_ARN: keys.readAccess(),
        ...mailEnvironment(),
      },
      // An order can have several hundred tickets, each with a transaction of its own.
      timeout: Duration.seconds(60),
    });
    common.alarms.countLines(issueTickets, "mail", "secret");
    new Subscription(this, "Issue", {
      ...common,
      bus: events.bus,
      // By this name `npm run events:replay` finds the rule.
      description: ruleDescription("tickets"),
      pattern: {
        source: [EVENT_SOURCE],
        detailType: [
          "OrderPaid",
          "OrderStatusChanged",
          "OrderCancelled",
          "RefundRequested",
          "OrderRefunded",
          "RefundFailed",
          "DisputeUpdated",
          "OrderErased",
          "TicketIssued",
        ] satisfies ShopEvent["type"][],
      },
      consumer: issueTickets,
    });
  }
}
