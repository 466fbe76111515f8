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

/** Checkout, payment, refunds, and the schedule that ends unpaid checkouts. */
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
        TABLE_NAME: table.write(),
        ORIGIN_SECRET_ARN: originSecret.read(),
        STRIPE_SECRET_ARN: this.stripeKey.read(),
        SITE_ORIGIN: value(siteOrigin),
        MAIL_SENDER: mail.send(),
        TEAM_EMAIL: value(common.settings.teamEmail),
        LIMITS: value(JSON.stringify(common.settings.limits)),
      },
      timeout: Duration.seconds(29),
      memorySize: 1024,
      failureAlarm:
        "Nobody can pay. Read its log; see status.stripe.com; if a deployment came before it, deploy the commit before that one.",
    });
    this.stripeWebhook = shopFunction<WebhookEnv>(this, "stripe-webhook", {
      ...common,
      environment: {
        ORIGIN_SECRET_ARN: originSecret.read(),
        STRIPE_WEBHOOK_SECRET_ARN: this.webhookSecret.read(),
        BUS_NAME: events.busFor(STRIPE_SOURCE),
      },
      timeout: Duration.seconds(10),
      failureAlarm:
        "Payments are taken but orders stay pending. Stripe repeats for three days, so nothing is lost yet. Read its log; " +
        "when it works again, resend the failed deliveries in Stripe's dashboard under Webhooks.",
    });
    const settle = shopFunction<SettleEnv>(this, "settle-payment", {
      ...common,
      environment: { TABLE_NAME: table.write(), SITE_ORIGIN: value(siteOrigin) },
      timeout: Duration.seconds(30),
      failureAlarm: `Paid orders stay pending and get no receipt. ${retryText}`,
    });
    const refund = shopFunction<RefundEnv>(this, "refund-payment", {
      ...common,
      environment: { TABLE_NAME: table.write(), STRIPE_SECRET_ARN: this.stripeKey.read() },
      timeout: Duration.seconds(60),
      failureAlarm: `Customers wait for money that the shop has promised. ${retryText}`,
    });
    const expire = shopFunction<ExpireEnv>(this, "expire-session", {
      ...common,
      environment: { STRIPE_SECRET_ARN: this.stripeKey.read() },
      timeout: Duration.seconds(30),
      failureAlarm: `Customers can still pay for orders that were cancelled; such payments go back by themselves. ${retryText}`,
    });
    const reconcile = shopFunction<ReconcileEnv>(this, "reconcile-checkouts", {
      ...common,
      environment: {
        TABLE_NAME: table.write(),
        STRIPE_SECRET_ARN: this.stripeKey.read(),
        BUS_NAME: events.busFor(EVENT_SOURCE),
      },
      timeout: Duration.seconds(55),
      failureAlarm:
        "Stock that nobody paid for stays held, and events left behind stay unpublished. The next minute tries again; read its log.",
    });

    new Subscription(this, "Settle", {
      ...common,
      bus: events.stripeBus,
      pattern: { source: [STRIPE_SOURCE], detailType: [...settlingEvents] },
      to: settle,
      deadLetterAlarm:
        "A customer's payment or refund is not on their order: no receipt, or stock held for nothing.",
    });
    new Subscription(this, "Refund", {
      ...common,
      bus: events.bus,
      pattern: { source: [EVENT_SOURCE], detailType: ["RefundRequested"] satisfies ShopEvent["type"][] },
      to: refund,
      deadLetterAlarm: "A customer does not get their money back although the shop has promised it.",
    });
    new Subscription(this, "Expire", {
      ...common,
      bus: events.bus,
      pattern: {
        source: [EVENT_SOURCE],
        detailType: ["OrderCancelled"] satisfies ShopEvent["type"][],
        // Only an unpaid order's event has a session.
        detail: { stripeSessionId: [{ exists: true }] },
      },
      to: expire,
      deadLetterAlarm:
        "A customer can still pay for an order that was cancelled; such a payment goes back by itself.",
    });
    new ScheduledFunction(this, "ReconcileCheckoutsSchedule", {
      ...common,
      every: "minute",
      fn: reconcile,
      deadLetterAlarm:
        "reconcile-checkouts did not run or failed: stock that nobody paid for stays held. Read its log and mend the cause; " +
        "the next run does the work of those that failed, so purge this queue.",
    });
    this.watchForAttention(
      { Settling: settle, Refunding: refund, Verifying: this.checkoutApi, Reconciling: reconcile },
      common,
    );
  }

  /** Alarm on orders that need a person: paid but unavailable, paid another amount, disputed, or with a failed refund. */
  private watchForAttention(functions: Record<string, LambdaFunction>, { alarms }: CommonProps): void {
    const metric = { metricNamespace: Stack.of(this).stackName, metricName: "OrdersNeedingAttention" };
    for (const [name, fn] of Object.entries(functions))
      new MetricFilter(this, `Attention${name}`, {
        logGroup: fn.logGroup,
        filterPattern: FilterPattern.stringValue("$.alarm", "=", "needs-attention"),
        ...metric,
      });
    alarms.watch(this, "NeedsAttention", {
      metric: new Metric({
        namespace: metric.metricNamespace,
        metricName: metric.metricName,
        statistic: "Sum",
        period: Duration.minutes(5),
      }),
      text:
        "A customer has paid for what they cannot have, waits for money, or disputes a payment: the back office shows " +
        "the order as 'needs attention'. Open it there, do what it says, then press Acknowledge.",
    });
  }
}
