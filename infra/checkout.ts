import { Duration } from "aws-cdk-lib";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { Env as CheckoutEnv } from "../lambdas/checkout-api.ts";
import type { Env as ExpireEnv } from "../lambdas/expire-session.ts";
import type { Env as RecordTaxEnv } from "../lambdas/record-tax.ts";
import type { Env as RefundEnv } from "../lambdas/refund-payment.ts";
import type { Env as SettleEnv } from "../lambdas/settle-payment.ts";
import type { Env as WebhookEnv } from "../lambdas/stripe-webhook.ts";
import type { Env as BooksEnv } from "../lambdas/reconcile-books.ts";
import type { Env as ReconcileEnv } from "../lambdas/reconcile-checkouts.ts";
import { EVENT_SOURCE, STRIPE_SOURCE, type ShopEvent } from "../shared/events.ts";
import { settlingEvents } from "../shared/stripe-events.ts";
import { ruleDescription } from "./consumers/rule-description.ts";
import type { Events } from "./events.ts";
import { type CommonProps, createShopFunction, plainVariable } from "./function.ts";
import type { Mail } from "./mail.ts";
import { Subscription } from "./queue.ts";
import { ScheduledFunction } from "./schedule.ts";
import { ShopSecret } from "./secrets.ts";
import type { StageSettings } from "./stage-settings.ts";
import type { ShopTable } from "./table.ts";

type CheckoutProps = CommonProps & {
  table: ShopTable;
  events: Events;
  mail: Mail;
  originSecret: ShopSecret;
  siteOrigin: string;
};

const recordsTax = ({ tax }: Pick<StageSettings, "tax">): boolean =>
  tax === "stripe" || tax === "record-only";

/**
 * The functions for checkout, payment, refunds and sales tax. Schedules run `reconcile-checkouts`, which ends unpaid checkouts
 * and finishes what was interrupted, and `reconcile-books`, which compares orders with Stripe, stock and analytics.
 */
export class Checkout extends Construct {
  readonly checkoutApi: LambdaFunction;
  readonly stripeWebhook: LambdaFunction;
  readonly stripeKey: ShopSecret;
  readonly webhookSecret: ShopSecret;

  constructor(
    scope: Construct,
    id: string,
    { table, events, mail, originSecret, siteOrigin, ...common }: CheckoutProps,
  ) {
    super(scope, id);
    this.stripeKey = new ShopSecret(this, "StripeApiKey", "Stripe's secret key, sk_…", common.settings);
    this.webhookSecret = new ShopSecret(
      this,
      "StripeWebhookSecret",
      "Stripe's signing secret, whsec_…",
      common.settings,
    );

    this.checkoutApi = createShopFunction<CheckoutEnv>(this, "checkout-api", {
      ...common,
      environment: {
        TABLE_NAME: table.nameWithReadWriteAccess(),
        ORIGIN_SECRET_ARN: originSecret.arnWithReadAccess(),
        STRIPE_SECRET_ARN: this.stripeKey.arnWithReadAccess(),
        SITE_ORIGIN: plainVariable(siteOrigin),
        MAIL_SENDER: mail.senderWithAccess(),
        CONFIGURATION_SET: mail.configurationSetWithAccess(),
        TEAM_EMAIL: plainVariable(common.settings.teamEmail),
        LIMITS: plainVariable(JSON.stringify(common.settings.limits)),
        TICKETS: plainVariable(common.settings.tickets ? "on" : "off"),
        CONFIRM_NEWS: plainVariable(common.settings.confirmNews ? "on" : "off"),
        DISCOUNTS: plainVariable(common.settings.discounts ? "on" : "off"),
        TAX: plainVariable(common.settings.tax === "stripe" ? "stripe" : "off"),
        ...(common.settings.shipping && {
          SHIPPING: plainVariable(JSON.stringify(common.settings.shipping)),
        }),
      },
      timeout: Duration.seconds(29),
      memorySize: 1024,
    });
    this.stripeWebhook = createShopFunction<WebhookEnv>(this, "stripe-webhook", {
      ...common,
      environment: {
        ORIGIN_SECRET_ARN: originSecret.arnWithReadAccess(),
        STRIPE_WEBHOOK_SECRET_ARN: this.webhookSecret.arnWithReadAccess(),
        BUS_NAME: events.busNameWithPublishAccess(STRIPE_SOURCE),
      },
      timeout: Duration.seconds(10),
    });
    const settlePayment = createShopFunction<SettleEnv>(this, "settle-payment", {
      ...common,
      environment: { TABLE_NAME: table.nameWithReadWriteAccess(), SITE_ORIGIN: plainVariable(siteOrigin) },
      timeout: Duration.seconds(30),
    });
    const refundPayment = createShopFunction<RefundEnv>(this, "refund-payment", {
      ...common,
      environment: {
        TABLE_NAME: table.nameWithReadWriteAccess(),
        STRIPE_SECRET_ARN: this.stripeKey.arnWithReadAccess(),
      },
      timeout: Duration.seconds(60),
    });
    const expireSession = createShopFunction<ExpireEnv>(this, "expire-session", {
      ...common,
      environment: { STRIPE_SECRET_ARN: this.stripeKey.arnWithReadAccess() },
      timeout: Duration.seconds(30),
    });
    const reconcileCheckouts = createShopFunction<ReconcileEnv>(this, "reconcile-checkouts", {
      ...common,
      environment: {
        TABLE_NAME: table.nameWithReadWriteAccess(),
        STRIPE_SECRET_ARN: this.stripeKey.arnWithReadAccess(),
        BUS_NAME: events.busNameWithPublishAccess(EVENT_SOURCE),
        DISCOUNTS: plainVariable(common.settings.discounts ? "on" : "off"),
      },
      timeout: Duration.seconds(55),
    });

    const reconcileBooks = createShopFunction<BooksEnv>(this, "reconcile-books", {
      ...common,
      environment: {
        TABLE_NAME: table.nameWithReadWriteAccess(),
        STRIPE_SECRET_ARN: this.stripeKey.arnWithReadAccess(),
        SITE_ORIGIN: plainVariable(siteOrigin),
        DISCOUNTS: plainVariable(common.settings.discounts ? "on" : "off"),
        TAX: plainVariable(recordsTax(common.settings) ? "stripe" : "off"),
      },
      timeout: Duration.minutes(10),
    });

    const settleSubscription = new Subscription(this, "Settle", {
      ...common,
      bus: events.stripeBus,
      pattern: { source: [STRIPE_SOURCE], detailType: [...settlingEvents] },
      consumer: settlePayment,
    });
    new Subscription(this, "Refund", {
      ...common,
      bus: events.bus,
      pattern: { source: [EVENT_SOURCE], detailType: ["RefundRequested"] satisfies ShopEvent["type"][] },
      consumer: refundPayment,
    });
    if (recordsTax(common.settings)) {
      const recordTax = createShopFunction<RecordTaxEnv>(this, "record-tax", {
        ...common,
        environment: {
          TABLE_NAME: table.nameWithAccess({ GetItem: ["ORDER#"], PutItem: ["ORDER#"] }),
          STRIPE_SECRET_ARN: this.stripeKey.arnWithReadAccess(),
        },
        timeout: Duration.seconds(60),
      });
      new Subscription(this, "SalesTax", {
        ...common,
        bus: events.bus,
        // `npm run events:replay` finds the rule by this description.
        description: ruleDescription("record-tax"),
        pattern: {
          source: [EVENT_SOURCE],
          detailType: ["OrderPaid", "OrderRefunded", "RefundFailed"] satisfies ShopEvent["type"][],
        },
        consumer: recordTax,
      });
    }
    new Subscription(this, "Expire", {
      ...common,
      bus: events.bus,
      pattern: {
        source: [EVENT_SOURCE],
        detailType: ["OrderCancelled"] satisfies ShopEvent["type"][],
        // OrderCancelled has `stripeSessionId` only for an unpaid order.
        detail: { stripeSessionId: [{ exists: true }] },
      },
      consumer: expireSession,
    });
    new ScheduledFunction(this, "ReconcileCheckoutsSchedule", {
      ...common,
      every: "minute",
      fn: reconcileCheckouts,
    });
    new ScheduledFunction(this, "ReconcileBooksSchedule", { ...common, every: "hour", fn: reconcileBooks });
    common.alarms.create(this, "PaymentsLate", {
      metric: settleSubscription.queue.metricApproximateAgeOfOldestMessage({
        period: Duration.minutes(1),
        statistic: "Maximum",
      }),
      threshold: OLD_MESSAGE_AGE.toSeconds(),
      text:
        "Stripe's events have waited for five minutes: paid orders stay pending and get no receipt. Read settle-payment's log. " +
        "If it does not run, read its Throttles metric, and raise the account's concurrency.",
    });
  }
}

/** More than the sum of the first three retry delays, so that a message whose fourth try succeeds raises no alarm. */
const OLD_MESSAGE_AGE = Duration.minutes(5);
