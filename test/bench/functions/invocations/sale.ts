// A checkout, its payment, what follows from them, the order's pages, and the contact form.
import { randomUUID } from "node:crypto";
import Stripe from "stripe";
import { getOrder } from "../../../../lambdas/orders/order-table.ts";
import { adminApi } from "../../../../shared/api-admin.ts";
import { ordersApi } from "../../../../shared/api-orders.ts";
import { publicApi } from "../../../../shared/api-public.ts";
import { ORDER_STATUS } from "../../../../shared/order-status.ts";
import { loadHandler, runHandler, type BenchShop } from "./bench-shop.ts";
import { commonFields, messageOf, requestOf, shopMessage, streamOf, type MakeEvent } from "./events.ts";

const signedWebhook = () => {
  const payload = JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: "event",
    type: "checkout.session.completed",
    created: 1,
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

export async function saleEvents(shop: BenchShop): Promise<Record<string, MakeEvent>> {
  const adminApiHandler = await loadHandler("admin-api");
  const paidCheckout = await shop.buy();
  const paidEvent = async ({ orderId }: { orderId: string }) =>
    shopMessage(await shop.eventOf(orderId, "OrderPaid"));
  const linkTo = async ({ orderId }: { orderId: string }) => ({
    orderId,
    token: (await getOrder(orderId))?.linkToken,
  });
  const refundMessage = async () => {
    const { orderId } = await shop.buy();
    const body = { refundId: randomUUID(), version: (await getOrder(orderId))?.version };
    await runHandler(
      adminApiHandler,
      await requestOf(adminApi.requestRefund, { params: { id: orderId }, body }),
    );
    return shopMessage(await shop.eventOf(orderId, "RefundRequested"));
  };
  return {
    "checkout-api: create a checkout": shop.checkoutRequest,
    "checkout-api: verify a payment": () =>
      requestOf(publicApi.verifyPayment, { body: { sessionId: paidCheckout.sessionId } }),
    "stripe-webhook": signedWebhook,
    "settle-payment: a payment": async () => shop.paymentMessage(await shop.checkOut()),
    "publish-events": async () => streamOf(await shop.outboxOf((await shop.buy()).orderId)),
    "send-order-email: the receipt": async () => paidEvent(await shop.buy()),
    "count-sales": async () => paidEvent(await shop.buy()),
    "record-tax: a sale": async () => paidEvent(await shop.buyWithCode()),
    "watch-stock": () => paidEvent(paidCheckout),
    "refund-payment": refundMessage,
    "expire-session": () =>
      shopMessage({
        ...{ ...commonFields(), type: "OrderCancelled", orderId: paidCheckout.orderId, sequence: 9 },
        ...{ from: ORDER_STATUS.pending, restocked: false, refundRequested: false },
        stripeSessionId: paidCheckout.sessionId,
      }),
    "note-undelivered": () => messageOf("aws.ses", "Email Bounced", bounceOf(shop.uniqueEmail())),
    "contact-api": () =>
      requestOf(publicApi.contact, {
        body: {
          user_name: "Ada",
          subject: "podcast",
          user_email: shop.uniqueEmail(),
          message: "A question ".repeat(20),
        },
      }),
    "order-api: the order's page": async () =>
      requestOf(ordersApi.readOrderPage, { body: await linkTo(paidCheckout) }),
    "order-api: a message": async () => {
      const link = await linkTo(await shop.buy());
      const body = { ...link, requestId: randomUUID(), text: "A question ".repeat(20) };
      return requestOf(ordersApi.reportProblem, { body });
    },
    "admin-api: one order": () => requestOf(adminApi.getOrder, { params: { id: paidCheckout.orderId } }),
  };
}
