import { Duration } from "aws-cdk-lib";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { Env as ApiEnv } from "../lambdas/back-in-stock-api.ts";
import type { Env as MailEnv } from "../lambdas/mail-back-in-stock.ts";
import type { Env as ReconcileEnv } from "../lambdas/reconcile-back-in-stock.ts";
import { EVENT_SOURCE, type ShopEvent } from "../shared/events.ts";
import type { Events } from "./events.ts";
import { type CommonProps, createShopFunction, plainVariable } from "./function.ts";
import type { Mail } from "./mail.ts";
import { Subscription } from "./queue.ts";
import { ScheduledFunction } from "./schedule.ts";
import type { ShopSecret } from "./secrets.ts";
import type { ShopTable } from "./table.ts";

type BackInStockProps = CommonProps & {
  table: ShopTable;
  events: Events;
  mail: Mail;
  originSecret: ShopSecret;
  siteOrigin: string;
};

/** How the partition keys of waiting lists (WAITING) and of the requests in them (WAITING#…) begin. */
const KEY_PREFIXES = ["WAITING"] as const;
/**
 * The most mails that one run sends in a second. Three runs may work at the same time: two of `mail-back-in-stock` and one of
 * `reconcile-back-in-stock`. SES allows 14 mails in a second to a new account in production, so at least eight remain for
 * other mails. In the sandbox SES allows one mail in a second.
 * https://docs.aws.amazon.com/ses/latest/dg/manage-sending-quotas.html
 */
const MAILS_PER_SECOND = 2;

/**
 * Mails about sold-out products that are back: a function takes visitors' requests, and one sends the mails. A scheduled
 * function sends the mails that an earlier run has not sent, and deletes requests for products that cannot come back.
 */
export class BackInStock extends Construct {
  readonly api: LambdaFunction;

  constructor(
    scope: Construct,
    id: string,
    { table, events, mail, originSecret, siteOrigin, ...common }: BackInStockProps,
  ) {
    super(scope, id);
    const { teamEmail, limits, mailSandbox } = common.settings;
    const mailVariables = () => ({
      MAIL_SENDER: mail.senderWithAccess(),
      TEAM_EMAIL: plainVariable(teamEmail),
      CONFIGURATION_SET: mail.configurationSetWithAccess(),
      SITE_ORIGIN: plainVariable(siteOrigin),
    });
    this.api = createShopFunction<ApiEnv>(this, "back-in-stock-api", {
      ...common,
      environment: {
        TABLE_NAME: table.nameWithAccess({
          GetItem: [...KEY_PREFIXES, "MAILBOX#"],
          Query: ["PRODUCT#"],
          PutItem: KEY_PREFIXES,
          UpdateItem: [...KEY_PREFIXES, "LIMIT#"],
          DeleteItem: KEY_PREFIXES,
        }),
        ORIGIN_SECRET_ARN: originSecret.arnWithReadAccess(),
        LIMITS: plainVariable(JSON.stringify(limits)),
        ...mailVariables(),
      },
      timeout: Duration.seconds(20),
    });
    const mailerEnvironment = () => ({
      TABLE_NAME: table.nameWithAccess({
        GetItem: [...KEY_PREFIXES, "MAILBOX#"],
        Query: [...KEY_PREFIXES, "PRODUCT#"],
        UpdateItem: KEY_PREFIXES,
        DeleteItem: KEY_PREFIXES,
      }),
      ...mailVariables(),
      MAILS_PER_SECOND: plainVariable(String(mailSandbox ? 1 : MAILS_PER_SECOND)),
    });
    const mailBackInStock = createShopFunction<MailEnv>(this, "mail-back-in-stock", {
      ...common,
      environment: mailerEnvironment(),
      // After 20 s the function begins no further mail, but the last one may still be on its way to SES.
      timeout: Duration.seconds(40),
    });
    new Subscription(this, "Mail", {
      ...common,
      bus: events.bus,
      pattern: { source: [EVENT_SOURCE], detailType: ["StockBack"] satisfies ShopEvent["type"][] },
      consumer: mailBackInStock,
      // Events in one batch would be handled at the same time, so one run would send more than MAILS_PER_SECOND.
      batchSize: 1,
    });
    const reconcile = createShopFunction<ReconcileEnv>(this, "reconcile-back-in-stock", {
      ...common,
      environment: mailerEnvironment(),
      timeout: Duration.seconds(58),
    });
    new ScheduledFunction(this, "ReconcileSchedule", { ...common, every: "minute", fn: reconcile });
  }
}
