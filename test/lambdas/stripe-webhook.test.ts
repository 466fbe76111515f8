import Stripe from "stripe";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { publicApi } from "../../shared/api-public.ts";
import { SECRETS } from "../support/secrets.ts";
import type { HttpHandler } from "../support/invoke.ts";
import { call } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";

let shop: Shop;
let handler: HttpHandler;
const stripe = new Stripe("sk_test_123");
const ORDER_ID = "ord_01ARZ3NDEKTSV4RRFFQ69G5FAV";
const event = {
  id: "evt_1",
  object: "event",
  type: "checkout.session.completed",
  created: 1_795_000_000,
  data: {
    object: {
      id: "cs_1",
      amount_total: 2500,
      payment_status: "paid",
      metadata: { orderId: ORDER_ID, name: "kept" },
      customer_email: "grace@example.com",
      customer_details: { name: "Grace Hopper", address: { line1: "12 Barrel Rd" } },
      payment_intent: {
        id: "pi_1",
        refunds: [
          {
            id: "re_1",
            instructions_email: "grace@example.com",
            next_action: { display_details: { email_sent: { email_sent_to: "grace@example.com" } } },
          },
        ],
        charges: [
          { id: "ch_1", billing_details: { phone: "502-555-0101" }, receipt_email: "grace@example.com" },
        ],
      },
    },
  },
};
/** The event without personal data, as the shop publishes it. */
const publishedEvent = {
  ...event,
  data: {
    object: {
      id: "cs_1",
      amount_total: 2500,
      payment_status: "paid",
      metadata: { orderId: ORDER_ID, name: "kept" },
      payment_intent: {
        id: "pi_1",
        refunds: [{ id: "re_1", next_action: { display_details: { email_sent: {} } } }],
        charges: [{ id: "ch_1" }],
      },
    },
  },
};
const payload = JSON.stringify(event);

beforeAll(async () => {
  shop = await openShop();
  ({ handler } = await import("../../lambdas/stripe-webhook.ts"));
});
afterEach(() => {
  shop.faults.bus = false;
  shop.bus.length = 0;
});

const sign = (options: { secret?: string; ageSeconds?: number } = {}) =>
  stripe.webhooks.generateTestHeaderString({
    payload,
    secret: options.secret ?? SECRETS.webhook,
    timestamp: Math.floor(Date.now() / 1000) - (options.ageSeconds ?? 0),
  });
const post = (header: string | undefined, raw = payload) =>
  call(handler, publicApi.stripeWebhook, { raw, headers: { "stripe-signature": header } });

describe("Stripe's webhook", () => {
  test("publishes an event that Stripe signed, without personal data, and answers 200 afterwards", async () => {
    const response = await post(sign());
    expect([response.status, response.data]).toEqual([200, { received: true }]);
    expect(shop.bus).toEqual([
      { source: "stripe", detailType: "checkout.session.completed", detail: publishedEvent },
    ]);
    expect(shop.logs.at(-1)).toMatch(new RegExp(`"requestId": *"[^"]+".*"orderId": *"${ORDER_ID}"`, "s"));
  });

  test("answers 503 when the bus refuses the event, so that Stripe tries again", async () => {
    shop.faults.bus = () => true;
    expect((await post(sign())).status).toBe(503);
    expect(shop.logs.join()).toContain("evt_1: ThrottlingException");
    shop.faults.bus = true;
    expect((await post(sign())).status).toBe(503);
    expect(shop.bus).toEqual([]);
  });

  test.each([
    ["missing", () => undefined],
    ["garbage", () => "hello, world"],
    ["made with another secret", () => sign({ secret: "whsec_other" })],
    ["older than five minutes", () => sign({ ageSeconds: 301 })],
    ["from the future", () => sign({ ageSeconds: -310 })],
    ["of scheme v0 only", () => sign().replace("v1=", "v0=")],
  ])("answers 400 when the signature is %s, and publishes nothing", async (_, header) => {
    const response = await post(header());
    expect([response.status, response.error.code]).toEqual([400, "invalid-argument"]);
    expect(shop.bus).toEqual([]);
  });

  test("answers 400 when the body was changed", async () => {
    expect((await post(sign(), payload.replace("evt_1", "evt_2"))).status).toBe(400);
    expect(shop.bus).toEqual([]);
  });

  test("answers 403 to a signed request that bypasses the edge", async () => {
    const headers = { "stripe-signature": sign(), "x-origin-secret": "guess" };
    expect((await call(handler, publicApi.stripeWebhook, { raw: payload, headers })).status).toBe(403);
  });
});
