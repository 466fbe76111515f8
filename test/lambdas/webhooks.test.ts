import { describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import { eventSamples } from "../../shared/event-samples.ts";
import { updateItem } from "../../lambdas/lib/update-item.ts";
import { deliveryKey } from "../../lambdas/webhooks/delivery-table.ts";
import { claimDelivery } from "../../lambdas/webhooks/delivery-tries-table.ts";
import { recordTryOutcome } from "../../lambdas/webhooks/endpoint-table.ts";
import { call } from "../support/invoke.ts";
import { advanceClock } from "../support/shop.ts";
import { isSignedWith, newEvent, openWebhookShop } from "../support/webhook-shop.ts";

const HOUR_MS = 3_600_000;
const { shop, receiver, api, publish, runSchedule, createWebhook, readWebhook, listDeliveries } =
  await openWebhookShop();

describe("an event", () => {
  test("is sent once, with a valid signature, to each endpoint that takes its type", async () => {
    const paidWebhook = await createWebhook(["OrderPaid"], "/paid");
    await createWebhook(["StockLow"], "/stock");
    const event = newEvent("OrderPaid");
    await publish(event, newEvent("OrderPlaced"));
    await publish(event);
    expect(receiver.paths()).toEqual(["/paid"]);
    expect(JSON.parse(receiver.lastRequest().body)).toEqual(event);
    expect(isSignedWith(receiver.lastRequest(), paidWebhook.secret)).toBe(true);
    expect(await listDeliveries(paidWebhook.webhook.id)).toEqual([
      expect.objectContaining({
        id: event.id,
        type: "OrderPaid",
        orderId: eventSamples.OrderPaid.orderId,
        state: "delivered",
        tries: 1,
        canSendAgain: true,
        lastTry: expect.objectContaining({ status: 200, answer: "thanks" }) as object,
      }),
    ]);
    await runSchedule();
    expect(receiver.requests).toHaveLength(1);
  });

  test("that fails is tried again for a day, with a new signature each time, and then given up with an alarm", async () => {
    const { webhook, secret } = await createWebhook(["OrderPaid"]);
    receiver.startFailing();
    const event = newEvent("OrderPaid");
    await publish(event);
    expect(await listDeliveries(webhook.id)).toMatchObject([
      { state: "waiting", tries: 1, lastTry: { status: 500, answer: "out of order" } },
    ]);
    await runSchedule();
    expect(receiver.requests).toHaveLength(1);
    for (const minutesToNextTry of [1, 4, 25, 90, 240, 360, 360, 360]) {
      advanceClock(minutesToNextTry * 60_000 + 1000);
      await runSchedule();
    }
    expect(receiver.eventIds()).toEqual(Array.from({ length: 9 }, () => event.id));
    expect(isSignedWith(receiver.lastRequest(), secret)).toBe(true);
    expect(await listDeliveries(webhook.id)).toMatchObject([{ state: "failed", tries: 9 }]);
    expect((await listDeliveries(webhook.id))[0]?.nextTryAt).toBeUndefined();
    expect(shop.logs.filter((line) => /"alarm":\s*"webhook"/.test(line))).toHaveLength(1);
    expect(await readWebhook(webhook.id)).toMatchObject({ state: "active" });
  });

  test("is not sent immediately while its endpoint fails; the schedule sends an order's waiting events in their sequence", async () => {
    const { webhook } = await createWebhook(["OrderPlaced", "OrderPaid", "OrderRefunded"]);
    receiver.startFailing();
    const events = (["OrderRefunded", "OrderPaid", "OrderPlaced"] as const).map((type) => newEvent(type));
    for (const event of events) await publish(event);
    expect(receiver.requests).toHaveLength(1);
    receiver.stopFailing();
    advanceClock(HOUR_MS);
    await runSchedule();
    expect(receiver.eventIds().slice(1)).toEqual(events.map(({ id }) => id).reverse());
    expect((await readWebhook(webhook.id))?.failingSince).toBeUndefined();
  });

  test("waits for the next run of the schedule if its endpoint was slow at the last try", async () => {
    const { webhook } = await createWebhook(["OrderPaid"]);
    await recordTryOutcome(webhook.id, { isDelivered: true, isSlow: true }, new Date());
    await publish(newEvent("OrderPaid"));
    expect(receiver.requests).toHaveLength(0);
    advanceClock(1000);
    await runSchedule();
    await publish(newEvent("OrderPaid"));
    expect(receiver.requests).toHaveLength(2);
  });

  test("is sent once by three runs of the schedule at the same time, because one of them claims it", async () => {
    await createWebhook(["OrderPaid"]);
    receiver.startFailing();
    await publish(newEvent("OrderPaid"));
    advanceClock(HOUR_MS);
    receiver.forgetRequests();
    await Promise.all([runSchedule(), runSchedule(), runSchedule()]);
    expect(receiver.requests).toHaveLength(1);
  });

  test("whose stored delivery is invalid is logged, and does not delay other events", async () => {
    const { webhook } = await createWebhook(["OrderPaid"]);
    receiver.startFailing();
    const [invalidEvent, validEvent] = [newEvent("OrderPaid"), newEvent("OrderPaid")];
    await publish(invalidEvent, validEvent);
    await updateItem({
      Key: deliveryKey(webhook.id, invalidEvent.id),
      UpdateExpression: "SET tries = :text",
      ExpressionAttributeValues: { ":text": "many" },
    });
    receiver.stopFailing();
    advanceClock(HOUR_MS);
    receiver.forgetRequests();
    await runSchedule();
    expect(receiver.eventIds()).toEqual([validEvent.id]);
    expect(shop.logs.join("\n")).toContain("A webhook could not be tried");
  });

  test("whose try was interrupted gets its next try from the schedule, and is given up after a day", async () => {
    const { webhook } = await createWebhook(["OrderPaid"]);
    receiver.startFailing();
    const event = newEvent("OrderPaid");
    await publish(event);
    const claim = () => claimDelivery(webhook.id, { id: event.id }, { now: new Date(), mustBeDue: false });
    await claim();
    advanceClock(2 * 60_000);
    receiver.forgetRequests();
    await runSchedule();
    expect(receiver.requests).toEqual([]);
    const [interruptedDelivery] = await listDeliveries(webhook.id);
    expect(interruptedDelivery).toMatchObject({ state: "waiting", tries: 2 });
    expect(interruptedDelivery?.lastTry?.answer).toContain("interrupted");
    advanceClock(25 * HOUR_MS);
    await claim();
    advanceClock(60_000);
    await runSchedule();
    expect(await listDeliveries(webhook.id)).toMatchObject([{ state: "failed", tries: 3 }]);
  });

  test("is sent although the same run of the schedule gives up three events that its endpoint no longer takes", async () => {
    const { webhook } = await createWebhook(["OrderPlaced", "OrderPaid"]);
    receiver.startFailing();
    const paidEvent = newEvent("OrderPaid");
    await publish(newEvent("OrderPlaced"));
    await publish(newEvent("OrderPlaced"), newEvent("OrderPlaced"), paidEvent);
    const body = { url: `${receiver.url}/in`, description: "", types: ["OrderPaid"] };
    await call(api, adminApi.updateWebhook, { params: { id: webhook.id }, body });
    receiver.stopFailing();
    receiver.forgetRequests();
    advanceClock(HOUR_MS);
    await runSchedule();
    expect(receiver.eventIds()).toEqual([paidEvent.id]);
    expect((await listDeliveries(webhook.id)).filter(({ state }) => state === "failed")).toHaveLength(3);
  });

  test("waits for the next run of the schedule if three other events for its endpoint got no answer in the current run", async () => {
    await createWebhook(["OrderPaid"]);
    receiver.respondBy((res) => void res.destroy());
    for (let i = 0; i < 6; i += 1) await publish(newEvent("OrderPaid"));
    advanceClock(HOUR_MS);
    receiver.forgetRequests();
    await runSchedule();
    expect(receiver.requests).toHaveLength(3);
    await runSchedule();
    expect(receiver.requests).toHaveLength(6);
  });
});
