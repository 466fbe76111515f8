import Stripe from "stripe";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { publicApi } from "../../shared/api-public.ts";
import { SECRETS } from "../support/mock-aws.ts";
import type { HttpHandler } from "../support/invoke.ts";
import { call } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";

let shop: Shop;
let handler: HttpHandler;
const stripe = new Stripe("sk_test_123");
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
      metadata: { orderId: "ord_1", name: "kept" },
      customer_email: "grace@example.com",
      customer_details: { name: "Grace Hopper", address: { line1: "12 Barrel Rd" } },
      payment_intent: {
        id: "pi_1",
        charges: [
          { id: "ch_1", billing_details: { phone: "502-555-0101" }, receipt_email: "grace@example.com" },
        ],
      },
    },
  },
};
/** The attributes that the shop uses. */
const handedOn = {
  ...event,
  data: {
    object: {
      id: "cs_1",
      amount_total: 2500,
      payment_status: "paid",
      metadata: { orderId: "ord_1", name: "kept" },
      payment_intent: { id: "pi_1", charges: [{ id: "ch_1" }] },
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

const signed = (options: { secret?: string; ageSeconds?: number } = {}) =>
  stripe.webhooks.generateTestHeaderString({
    payload,
    secret: options.secret ?? SECRETS.webhook,
    timestamp: Math.floor(Date.now() / 1000) - (options.ageSeconds ?? 0),
  });
const post = (header: string | undefined, raw = payload) =>
  call(handler, publicApi.stripeWebhook, { raw, headers: { "stripe-signature": header } });

describe("Stripe's webhook", () => {
  test("puts what Stripe signed on the bus, without contact data, and then says so", async () => {
    const answer = await post(signed());
    expect([answer.status, answer.data]).toEqual([200, { received: true }]);
    expect(shop.bus).toEqual([
      { source: "stripe", detailType: "checkout.session.completed", detail: handedOn },
    ]);
  });

  test("does not say 2xx before the bus has it, so that Stripe tries again", async () => {
    shop.faults.bus = () => true;
    expect((await post(signed())).status).toBe(503);
    expect(shop.logs.join()).toContain("evt_1: ThrottlingException");
    shop.faults.bus = true;
    expect((await post(signed())).status).toBe(503);
    expect(shop.bus).toEqual([]);
  });

  test.each([
    ["missing", () => undefined],
    ["garbage", () => "hello, world"],
    ["of another secret", () => signed({ secret: "whsec_other" })],
    ["older than five minutes", () => signed({ ageSeconds: 301 })],
    ["from the future", () => signed({ ageSeconds: -310 })],
    ["of scheme v0 only", () => signed().replace("v1=", "v0=")],
  ])("is 400 with a signature that is %s, and nothing goes on the bus", async (_, header) => {
    const answer = await post(header());
    expect([answer.status, answer.error.code]).toEqual([400, "invalid-argument"]);
    expect(shop.bus).toEqual([]);
  });

  test("is 400 when the body was changed", async () => {
    expect((await post(signed(), payload.replace("evt_1", "evt_2"))).status).toBe(400);
    expect(shop.bus).toEqual([]);
  });

  test("is 403 around the edge, signed or not", async () => {
    const headers = { "stripe-signature": signed(), "x-origin-secret": "guess" };
    expect((await call(handler, publicApi.stripeWebhook, { raw: payload, headers })).status).toBe(403);
  });
});
