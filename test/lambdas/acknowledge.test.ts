import { beforeEach, describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import { orderOf } from "../support/invariants.ts";
import { call } from "../support/invoke.ts";
import { alarmCauses } from "../support/alarms.ts";
import { openOrderShop } from "../support/order-shop.ts";
import { stripeEvents } from "../support/stripe-events.ts";

const { shop, driver, office, tee } = await openOrderShop();

beforeEach(() => void (shop.logs.length = 0));

const readOrder = (orderId: string) => orderOf(shop.table, orderId);
const { act } = stripeEvents(() => shop.payments);
const alarmCausesOf = (orderId: string) => alarmCauses(shop.logs, orderId);
const buyAndPay = () => driver.buyAndPay([[tee, 1]]);

describe("an acknowledgement", () => {
  const acknowledge = async (orderId: string, version?: number) =>
    call(office.handler, adminApi.acknowledge, {
      params: { id: orderId },
      body: { version: version ?? (await readOrder(orderId)).version },
    });

  test("of a lost dispute makes the order 'refunded' once, and the history names the admin and the cause", async () => {
    const { orderId, sessionId } = await buyAndPay();
    await driver.settleAndListFailures(await act(sessionId, "dispute"));
    await driver.settleAndListFailures(await act(sessionId, "dispute-lose"));
    const { status, data } = await acknowledge(orderId);
    expect([status, data.paymentStatus, data.attention]).toEqual([200, "refunded", []]);
    expect(data.history.at(-1)).toMatchObject({ by: "ada", what: "acknowledged", to: "A dispute was lost" });
    expect((await acknowledge(orderId)).data.version).toBe(data.version);
  });

  test("of an open dispute makes the order paid again, and losing the dispute raises another alarm", async () => {
    const { orderId, sessionId } = await buyAndPay();
    await driver.settleAndListFailures(await act(sessionId, "dispute"));
    expect((await acknowledge(orderId)).data.paymentStatus).toBe("paid");
    await driver.settleAndListFailures(await act(sessionId, "dispute-lose"));
    expect((await readOrder(orderId)).attention).toMatchObject([{ cause: "dispute-lost" }]);
    expect(alarmCausesOf(orderId)).toEqual(["disputed", "dispute-lost"]);
  });

  test("gets 409 with the version from before a new cause, 404 for an unknown order, and 400 without a version", async () => {
    const { orderId, sessionId } = await buyAndPay();
    await driver.settleAndListFailures(await act(sessionId, "dispute"));
    const { version } = await readOrder(orderId);
    await driver.settleAndListFailures(await act(sessionId, "dispute-lose"));
    expect((await acknowledge(orderId, version)).status).toBe(409);
    expect((await readOrder(orderId)).paymentStatus).toBe("needs-attention");
    expect((await acknowledge("ord_none", 1)).status).toBe(404);
    expect(
      (await call(office.handler, adminApi.acknowledge, { params: { id: orderId }, body: {} })).status,
    ).toBe(400);
  });
});
