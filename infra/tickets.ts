import { Duration } from "aws-cdk-lib";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { Env as IssueEnv } from "../lambdas/issue-tickets.ts";
import type { Env as KeepEnv } from "../lambdas/keep-tickets.ts";
import type { Env as TicketEnv } from "../lambdas/ticket-api.ts";
import { EVENT_SOURCE, type ShopEvent } from "../shared/events.ts";
import type { AdminSignIn } from "./admin-sign-in.ts";
import { TICKETED_EVENT_KEY_PREFIXES } from "./catalog-keys.ts";
import { ruleDescription } from "./consumers/rule-description.ts";
import type { Events } from "./events.ts";
import { createShopFunction, plainVariable, type CommonProps } from "./function.ts";
import type { Mail } from "./mail.ts";
import { Subscription } from "./queue.ts";
import { ScheduledFunction } from "./schedule.ts";
import { ShopSecret } from "./secrets.ts";
import type { ShopTable } from "./table.ts";

/**
 * The secret with the keys that sign the codes of tickets. Other constructs need it too, so the stack creates it before
 * `Tickets`.
 */
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
  ticketKeys: TicketKeys | undefined;
};

/**
 * The functions that issue and show tickets, send them to other holders, and let admins manage them. Every hour `keep-tickets`
 * adapts the tickets' TTL to the present end of their event, which an admin may have postponed.
 */
export class Tickets extends Construct {
  /**
   * Exists also in a stage without tickets, where the function answers that there are no keys and no events, and 404 to other
   * calls. A function without calls costs nothing.
   */
  readonly ticketApi: LambdaFunction;

  constructor(
    scope: Construct,
    id: string,
    { table, events, mail, signIn, originSecret, siteOrigin, ticketKeys, ...common }: TicketsProps,
  ) {
    super(scope, id);
    const { teamEmail, limits } = common.settings;
    const mailVariables = () => ({
      MAIL_SENDER: mail.senderWithAccess(),
      TEAM_EMAIL: plainVariable(teamEmail),
      CONFIGURATION_SET: mail.configurationSetWithAccess(),
      SITE_ORIGIN: plainVariable(siteOrigin),
    });
    this.ticketApi = createShopFunction<TicketEnv>(this, "ticket-api", {
      ...common,
      environment: {
        // A ticket's partition also has its events in the outbox, and which mails were sent.
        TABLE_NAME: table.nameWithAccess(
          ticketKeys
            ? {
                GetItem: ["TICKET#", "MAILBOX#"],
                BatchGetItem: ["TICKET#", "PRODUCT#"],
                Query: TICKETED_EVENT_KEY_PREFIXES,
                PutItem: ["TICKET#"],
                UpdateItem: ["TICKET#", "LIMIT#"],
                DeleteItem: ["TICKET#"],
              }
            : {},
        ),
        ORIGIN_SECRET_ARN: originSecret.arnWithReadAccess(),
        USER_POOL_ID: signIn.poolIdWithGroupReadAccess(),
        LIMITS: plainVariable(JSON.stringify(limits)),
        ...mailVariables(),
        ...(ticketKeys && { TICKET_KEYS_ARN: ticketKeys.arnWithReadAccess() }),
      },
      timeout: Duration.seconds(29),
      memorySize: 1024,
    });
    if (!ticketKeys) return;

    const issueTickets = createShopFunction<IssueEnv>(this, "issue-tickets", {
      ...common,
      environment: {
        // The function writes into an order's partition the code for the pick-up, and which mails were sent.
        TABLE_NAME: table.nameWithAccess({
          GetItem: ["ORDER#", "TICKET#", "MAILBOX#"],
          BatchGetItem: ["TICKET#"],
          // The current dates of the events that tickets are for.
          Query: ["PRODUCT#"],
          PutItem: ["TICKET#", "ORDER#"],
          UpdateItem: ["ORDER#", "TICKET#"],
          DeleteItem: ["ORDER#", "TICKET#"],
        }),
        TICKET_KEYS_ARN: ticketKeys.arnWithReadAccess(),
        ...mailVariables(),
      },
      // An order can have several hundred tickets, each with a transaction of its own.
      timeout: Duration.seconds(60),
    });
    const keepTickets = createShopFunction<KeepEnv>(this, "keep-tickets", {
      ...common,
      environment: {
        TABLE_NAME: table.nameWithAccess({
          BatchGetItem: ["PRODUCT#"],
          Query: TICKETED_EVENT_KEY_PREFIXES,
          UpdateItem: ["TICKET#"],
        }),
      },
      timeout: Duration.minutes(5),
    });
    new ScheduledFunction(this, "KeepTicketsSchedule", { ...common, every: "hour", fn: keepTickets });
    new Subscription(this, "Issue", {
      ...common,
      bus: events.bus,
      // `npm run events:replay` finds the rule by this description.
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
          "TicketVoided",
        ] satisfies ShopEvent["type"][],
      },
      consumer: issueTickets,
    });
  }
}
