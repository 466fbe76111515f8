import { Duration, Stack } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { FilterPattern, MetricFilter } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { Env as CheckoutEnv } from "../lambdas/checkout-api.ts";
import type { Env as ExpireEnv } from "../lambdas/expire-session.ts";
import type { Env as RefundEnv } from "../lambdas/refund-payment.ts";
import type { Env as SettleEnv } from "../lambdas/settle-payment.ts";
import type { Env as WebhookEnv } from "../lambdas/stripe-webhook.ts";
import type { Env as ReconcileEnv } from "../lambdas/reconcile-checkouts.ts";
import { EVENT_SOURCE, STRIPE_SOURCE, type ShopEvent } from "../shared/events.ts";
import { settlingEvents } from "../shared/stripe-events.ts";
import type { Events } from "./events.ts";
import { type CommonProps, shopFunction, value } from "./function.ts";
import type { Mail } from "./mail.ts";
import { Subscription, retryText } from "./queue.ts";
import { ScheduledFunction } from "./schedule.ts";
import { ShopSecret } from "./secrets.ts";
import type { ShopTable } from "./table.ts";

type CheckoutProps = CommonProps & {
  table: ShopTable;
  events: Events;
  mail: Mail;
  originSecret: ShopSecret;
  siteOrigin: string;
};

/** The functions for checkout, payment and refunds, and the schedule that ends unpaid checkouts. */
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

    this.checkoutApi = shopFunction<CheckoutEnv>(this, "checkout-api", {
      ...common,
      environment: {
        TABLE_NAME: table.writeAccess(),
        ORIGIN_SECRET_ARN: originSecret.readAccess(),
        STRIPE_SECRET_ARN: this.stripeKey.readAccess(),
        SITE_ORIGIN: value(siteOrigin),
        MAIL_SENDER: mail.sendAccess(),
        CONFIGURATION_SET: mail.configurationSet(),
        TEAM_EMAIL: value(common.settings.teamEmail),
        LIMITS: value(JSON.stringify(common.settings.limits)),
      },
      timeout: Duration.seconds(29),
      memorySize: 1024,
      failureAlarm:
        "Customers cannot pay. Read the function's log, and status.stripe.com. If a deployment caused the " +
        "failure, deploy the previous commit.",
    });
    this.stripeWebhook = shopFunction<WebhookEnv>(this, "stripe-webhook", {
      ...common,
      environment: {
        ORIGIN_SECRET_ARN: originSecret.readAccess(),
        STRIPE_WEBHOOK_SECRET_ARN: this.webhookSecret.readAccess(),
        BUS_NAME: events.publishAccess(STRIPE_SOURCE),
      },
      timeout: Duration.seconds(10),
      failureAlarm:
        "Customers pay but their orders stay pending. Stripe retries for three days, so nothing is lost " +
        "yet. Read the function's log. After the repair, resend the failed deliveries in Stripe's " +
        "dashboard under Webhooks.",
    });
    const settlePayment = shopFunction<SettleEnv>(this, "settle-payment", {
      ...common,
      environment: { TABLE_NAME: table.writeAccess(), SITE_ORIGIN: value(siteOrigin) },
      timeout: Duration.seconds(30),
      failureAlarm: `Paid orders stay pending and get no receipt. ${retryText}`,
    });
    const refundPayment = shopFunction<RefundEnv>(this, "refund-payment", {
      ...common,
      environment: { TABLE_NAME: table.writeAccess(), STRIPE_SECRET_ARN: this.stripeKey.readAccess() },
      timeout: Duration.seconds(60),
      failureAlarm: `Customers wait for money that the shop has promised. ${retryText}`,
    });
    const expireSession = shopFunction<ExpireEnv>(this, "expire-session", {
      ...common,
      environment: { STRIPE_SECRET_ARN: this.stripeKey.readAccess() },
      timeout: Duration.seconds(30),
      failureAlarm:
        "Customers can still pay for orders that were cancelled; the shop refunds such payments " +
        `automatically. ${retryText}`,
    });
    const reconcileCheckouts = shopFunction<ReconcileEnv>(this, "reconcile-checkouts", {
      ...common,
      environment: {
        TABLE_NAME: table.writeAccess(),
        STRIPE_SECRET_ARN: this.stripeKey.readAccess(),
        BUS_NAME: events.publishAccess(EVENT_SOURCE),
      },
      timeout: Duration.seconds(55),
      failureAlarm:
        "Unpaid holds are not ended, and events that could not be published are late. The schedule tries " +
        "again every minute. Read the function's log.",
    });

    new Subscription(this, "Settle", {
      ...common,
      bus: events.stripeBus,
      pattern: { source: [STRIPE_SOURCE], detailType: [...settlingEvents] },
      consumer: settlePayment,
      deadLetterAlarm:
        "An order does not show its payment or refund: the customer has no receipt, or the pieces stay held.",
    });
    new Subscription(this, "Refund", {
      ...common,
      bus: events.bus,
      pattern: { source: [EVENT_SOURCE], detailType: ["RefundRequested"] satisfies ShopEvent["type"][] },
      consumer: refundPayment,
      deadLetterAlarm: "A customer does not get a refund that the shop has promised.",
    });
    new Subscription(this, "Expire", {
      ...common,
      bus: events.bus,
      pattern: {
        source: [EVENT_SOURCE],
        detailType: ["OrderCancelled"] satisfies ShopEvent["type"][],
        // Only the event of an unpaid order has a session.
        detail: { stripeSessionId: [{ exists: true }] },
      },
      consumer: expireSession,
      deadLetterAlarm:
        "A customer can still pay for an order that was cancelled; the shop refunds such a payment " +
        "automatically.",
    });
    new ScheduledFunction(this, "ReconcileCheckoutsSchedule", {
      ...common,
      every: "minute",
      fn: reconcileCheckouts,
      deadLetterAlarm:
        "reconcile-checkouts did not run or failed: unpaid holds are not ended. Read the function's log " +
        "and remove the cause. The next run does the work of the failed runs, so purge this queue.",
    });
    this.alarmOnAttention(
      {
        Settling: settlePayment,
        Refunding: refundPayment,
        Verifying: this.checkoutApi,
        Reconciling: reconcileCheckouts,
      },
      common,
    );
  }

  /** Alarm on orders with a new attention: paid but out of stock, wrong amount, dispute, or failed refund. */
  private alarmOnAttention(functions: Record<string, LambdaFunction>, { alarms }: CommonProps): void {
    const metric = { metricNamespace: Stack.of(this).stackName, metricName: "OrdersNeedingAttention" };
    for (const [name, fn] of Object.entries(functions))
      new MetricFilter(this, `Attention${name}`, {
        logGroup: fn.logGroup,
        filterPattern: FilterPattern.stringValue("$.alarm", "=", "needs-attention"),
        ...metric,
      });
    alarms.create(this, "NeedsAttention", {
      metric: new Metric({
        namespace: metric.metricNamespace,
        metricName: metric.metricName,
        statistic: "Sum",
        period: Duration.minutes(5),
      }),
      text:
        "A customer has paid for sold-out pieces, waits for a refund, or disputes a payment: the back " +
        "office shows the order as 'needs attention'. Open the order there, do what its top says, then " +
        "press Acknowledge.",
    });
  }
}
