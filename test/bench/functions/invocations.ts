// The functions of `npm run bench:functions`, and an event for each run. An event is used once.
import { randomUUID } from "node:crypto";
import { marshall } from "@aws-sdk/util-dynamodb";
import type { APIGatewayProxyEventV2, Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import Stripe from "stripe";
import * as z from "zod/mini";
import { adminApi } from "../../../shared/api-admin.ts";
import { publicApi } from "../../../shared/api-public.ts";
import type { Endpoint } from "../../../shared/endpoint.ts";
import { ShopEvent } from "../../../shared/events.ts";
import { ORDER_STATUS } from "../../../shared/order-status.ts";
import { orderData, testProduct, stockUp } from "../../support/fixtures.ts";
import { call, CONTEXT, deliver, type CallOptions } from "../../support/invoke.ts";
import type { TestTable } from "../../support/table.ts";

type Handler = (event: never, context: Context) => Promise<unknown>;
/** A function, and what makes an event for one run. */
export type Invocation = { name: string; handler: Handler; nextEvent: () => Promise<unknown> };

/** As many as a shop has: a stock item has an attribute for each open checkout. */
const PRODUCTS = 50;
/** So many pieces that the stock is never low or sold out. */
const STOCK = 100_000;

/** The event that API Gateway would send. */
async function requestOf(endpoint: Endpoint, options: CallOptions = {}): Promise<APIGatewayProxyEventV2> {
  const events: APIGatewayProxyEventV2[] = [];
  const keepEvent = (event: APIGatewayProxyEventV2) => {
    events.push(event);
    return Promise.resolve({ statusCode: 204 });
  };
  await call(keepEvent, endpoint, options);
  return events[0] ?? Promise.reject(new Error("No event"));
}

/** The event that a queue with one message would send. */
async function messageOf(source: string, detailType: string, detail: unknown): Promise<SQSEvent> {
  const events: SQSEvent[] = [];
  const keepEvent = (event: SQSEvent): Promise<SQSBatchResponse> => {
    events.push(event);
    return Promise.resolve({ batchItemFailures: [] });
  };
  await deliver(keepEvent, [{ source, detailType, detail }]);
  return events[0] ?? Promise.reject(new Error("No event"));
}

const randomAddress = () => `198.51.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`;

/** Calls of the functions for the catalog, a sale and its mails, and of some schedules and the back office. Others are not measured. */
export async function invocations(table: TestTable): Promise<Invocation[]> {
  const load = async (name: string): Promise<Handler> =>
    ((await import(`../../../lambdas/${name}.ts`)) as { handler: Handler }).handler;
  const products = Array.from({ length: PRODUCTS }, () => testProduct({ stock: STOCK }));
  await stockUp(table, ...products);
  const checkoutApi = await load("checkout-api");
  const settlePayment = await load("settle-payment");
  const adminApiHandler = await load("admin-api");
  let count = 0;

  const run = (handler: Handler, event: unknown) => handler(event as never, CONTEXT);
  const checkoutRequest = () => {
    const product = products[count++ % PRODUCTS] ?? testProduct();
    const email = `customer${count}@example.com`;
    const data = orderData([[product, 1]], { oId: randomUUID() });
    const body = { orderData: { ...data, bill: { ...data.bill, email } } };
    return requestOf(publicApi.createCheckoutSession, { body, from: randomAddress() });
  };
  const checkOut = async () => {
    const { body } = (await run(checkoutApi, await checkoutRequest())) as { body: string };
    return z.parse(publicApi.createCheckoutSession.output, JSON.parse(body));
  };
  const paymentMessage = async ({ orderId, sessionId }: Awaited<ReturnType<typeof checkOut>>) => {
    const session = {
      id: sessionId,
      status: "complete",
      payment_status: "paid",
      payment_intent: `pi_${sessionId}`,
      amount_total: 2500,
      currency: "usd",
      metadata: { orderId },
    };
    const event = { id: `evt_${sessionId}`, created: 1, data: { object: session } };
    const type = "checkout.session.completed";
    return messageOf("stripe", type, { ...event, type });
  };
  /** A paid order and its events. */
  const buy = async () => {
    const session = await checkOut();
    await run(settlePayment, await paymentMessage(session));
    return { ...session, items: await outboxOf(session.orderId) };
  };
  const outboxOf = async (orderId: string) =>
    (await table.partition(`ORDER#${orderId}`)).filter(({ sk }) => String(sk).startsWith("OUTBOX#"));
  const eventMessage = async (
    items: readonly Record<string, unknown>[],
    type: ShopEvent["type"],
  ): Promise<SQSEvent> => {
    const event = items.map((item) => z.parse(ShopEvent, item["event"])).find((item) => item.type === type);
    if (!event) throw new Error(`The order has no event ${type}`);
    return messageOf("shop.orders", type, event);
  };
  const refundMessage = async () => {
    const { orderId } = await buy();
    const order = (await table.partition(`ORDER#${orderId}`)).find(({ sk }) => sk === "ORDER");
    const body = { refundId: randomUUID(), version: Number(order?.["version"]) };
    await run(adminApiHandler, await requestOf(adminApi.requestRefund, { params: { id: orderId }, body }));
    return eventMessage(await outboxOf(orderId), "RefundRequested");
  };
  const signedWebhook = () => {
    const payload = JSON.stringify({
      ...{ id: `evt_${++count}`, object: "event", type: "checkout.session.completed", created: 1 },
      data: { object: { id: "cs_1", payment_status: "paid", metadata: {} } },
    });
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret: "webhook" });
    return requestOf(publicApi.stripeWebhook, { raw: payload, headers: { "stripe-signature": header } });
  };
  const bounceOf = (emailAddress: string) => ({
    eventType: "Bounce",
    bounce: {
      bounceType: "Permanent",
      bouncedRecipients: [{ emailAddress }],
      timestamp: new Date().toISOString(),
    },
  });
  const streamOf = (items: readonly Record<string, unknown>[]) => ({
    Records: items.map((item, i) => ({
      dynamodb: { SequenceNumber: String(i), NewImage: marshall(item, { removeUndefinedValues: true }) },
    })),
  });
  const productId = products[0]?.id ?? "";
  const paid = await buy();

  const events: Record<string, () => Promise<unknown>> = {
    // First, because the holds of the others are due minutes later.
    "reconcile-checkouts: nothing due": () => Promise.resolve({}),
    "remove-pictures: nothing due": () => Promise.resolve({}),
    "catalog-api: the list": () => requestOf(publicApi.listProducts),
    "catalog-api: one product": () => requestOf(publicApi.getProduct, { params: { id: productId } }),
    "checkout-api: create a checkout": checkoutRequest,
    "checkout-api: verify a payment": () =>
      requestOf(publicApi.verifyPayment, { body: { sessionId: paid.sessionId }, from: randomAddress() }),
    "stripe-webhook": signedWebhook,
    "settle-payment: a payment": async () => paymentMessage(await checkOut()),
    "publish-events": async () => streamOf((await buy()).items),
    "send-order-email: the receipt": async () => eventMessage((await buy()).items, "OrderPaid"),
    "count-sales": async () => eventMessage((await buy()).items, "OrderPaid"),
    "watch-stock": () => eventMessage(paid.items, "OrderPaid"),
    "refund-payment": refundMessage,
    "expire-session": () =>
      messageOf("shop.orders", "OrderCancelled", {
        ...{ type: "OrderCancelled", id: randomUUID(), version: 1, time: new Date().toISOString() },
        ...{
          orderId: paid.orderId,
          sequence: 9,
          from: ORDER_STATUS.pending,
          restocked: false,
          refundRequested: false,
        },
        stripeSessionId: paid.sessionId,
      }),
    "note-undelivered": () => messageOf("aws.ses", "Email Bounced", bounceOf(`gone${++count}@example.com`)),
    "contact-api": () =>
      requestOf(publicApi.contact, {
        body: {
          user_name: "Ada",
          subject: "podcast",
          user_email: `ada${++count}@example.com`,
          message: "A question ".repeat(20),
        },
        from: randomAddress(),
      }),
    "admin-api: one order": () => requestOf(adminApi.getOrder, { params: { id: paid.orderId } }),
  };
  return Promise.all(
    Object.entries(events).map(async ([name, nextEvent]) => ({
      name,
      handler: await load(name.replace(/:.*/, "")),
      nextEvent,
    })),
  );
}
