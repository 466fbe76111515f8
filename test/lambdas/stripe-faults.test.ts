import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { checkInvariants, eventsOf, orderOf, stockOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { orderData, shirt, stockUp } from "../support/fixtures.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
const tee = shirt({ stock: 100 });

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  await stockUp(shop.table, tee);
});
afterEach(async () => {
  shop.payments.faults.set({ stripe: "normal" });
  shop.payments.connection.cut = "none";
  await checkInvariants(shop.table);
});

const orders = async () => (await shop.table.items()).filter(({ sk }) => sk === "ORDER").length;

describe("when Stripe fails while a checkout opens its payment page", () => {
  test("no answer after it made the session: 503, and the retry finds that very session", async () => {
    const data = orderData([[tee, 1]]);
    const [sessions, had] = [shop.payments.sessions().length, await orders()];
    shop.payments.connection.cut = "after";
    const lost = await driver.send(data);
    expect([lost.status, lost.error.code, lost.headers["retry-after"]]).toEqual([503, "unavailable", "5"]);
    shop.payments.connection.cut = "none";
    const { sessionId } = (await driver.send(data)).data;
    expect(shop.payments.sessions().length).toBe(sessions + 1);
    expect(shop.payments.sessions().at(-1)?.id).toBe(sessionId);
    expect(await orders()).toBe(had + 1);
  });

  test("a 500 that it replays under its key: the next key gets a session, for the same order", async () => {
    const data = orderData([[tee, 1]]);
    const had = await orders();
    shop.payments.faults.set({ stripe: "error-replayed" });
    const refused = await driver.send(data);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "5"]);
    shop.payments.faults.set({ stripe: "normal" });
    const { orderId } = (await driver.send(data)).data;
    expect(await orders()).toBe(had + 1);
    expect((await orderOf(shop.table, orderId)).payment.n).toBeGreaterThan(1);
    expect((await eventsOf(shop.table, orderId)).map(({ type }) => type)).toEqual(["OrderPlaced"]);
  });

  test("refused: the hold ends at once, and the inside is not told", async () => {
    const before = await stockOf(shop.table, tee);
    shop.payments.connection.refusal = {
      code: "url_invalid",
      param: "line_items",
      message: "Not a valid Stripe URL",
    };
    const refused = await driver.send(orderData([[tee, 1]]));
    shop.payments.connection.refusal = undefined;
    expect(refused.status).toBe(500);
    expect(refused.body).not.toMatch(/stripe|url|line_items/i);
    expect(await stockOf(shop.table, tee)).toEqual(before);
  });

  test("an e-mail address that only Stripe finds wrong: 400 names the field, and nothing is held", async () => {
    const before = await stockOf(shop.table, tee);
    shop.payments.connection.refusal = {
      code: "email_invalid",
      param: "customer_email",
      message: "Invalid email",
    };
    const { status, error } = await driver.send(orderData([[tee, 1]]));
    shop.payments.connection.refusal = undefined;
    expect([status, error.fields]).toEqual([400, { "orderData.bill.email": "Email format is invalid" }]);
    expect(await stockOf(shop.table, tee)).toEqual(before);
  });

  test("too many requests: 503 with Retry-After, nothing held, and the same attempt works later", async () => {
    const before = await stockOf(shop.table, tee);
    const data = orderData([[tee, 1]]);
    shop.payments.faults.set({ stripe: "rate-limited" });
    const refused = await driver.send(data);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "5"]);
    expect(await stockOf(shop.table, tee)).toEqual(before);
    shop.payments.faults.set({ stripe: "normal" });
    expect((await driver.send(data)).status).toBe(200);
  });

  test("not reached for minutes: the same attempt then gets a payment page that can still be paid", async () => {
    const data = orderData([[tee, 1]]);
    shop.payments.connection.cut = "before";
    expect((await driver.send(data)).status).toBe(503);
    shop.payments.connection.cut = "none";
    advanceClock(5 * 60_000);
    const { sessionId } = (await driver.send(data)).data;
    const session = await shop.payments.sdk.checkout.sessions.retrieve(sessionId);
    expect(session.expires_at * 1000 - Date.now()).toBeGreaterThan(30 * 60_000);
  });
});
