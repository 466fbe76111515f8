import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import type { ShopEvent } from "../../shared/events.ts";
import { call } from "../support/invoke.ts";
import { withLostAnswer } from "../support/lose-answer.ts";
import { advanceClock } from "../support/shop.ts";
import { newEvent, openWebhookShop } from "../support/webhook-shop.ts";

const HOUR_MS = 3_600_000;
const { shop, receiver, api, publish, runSchedule, createWebhook, listDeliveries } = await openWebhookShop();
/** Expects that no item of the table contains the email address in the sample of OrderContact. */
const expectNoContactStored = async () =>
  expect(JSON.stringify(await shop.table.items())).not.toContain("grace@example.com");

describe("personal data in a webhook", () => {
  test("that waits to be sent is deleted when an admin deselects OrderContact; other deselected events are not sent", async () => {
    const { webhook } = await createWebhook(["OrderContact", "OrderErased", "OrderPlaced", "OrderPaid"]);
    const params = { id: webhook.id };
    receiver.startFailing();
    const placedEvent = newEvent("OrderPlaced");
    const paidEvent = newEvent("OrderPaid");
    await publish(placedEvent);
    await publish(newEvent("OrderContact"), paidEvent);
    receiver.stopFailing();
    receiver.forgetRequests();
    const body = { url: `${receiver.url}/in`, description: "", types: ["OrderPaid"] };
    await call(api, adminApi.updateWebhook, { params, body });
    await expectNoContactStored();
    advanceClock(HOUR_MS);
    await runSchedule();
    expect(receiver.eventIds()).toEqual([paidEvent.id]);
    const deselectedDelivery = (await listDeliveries(webhook.id)).find(({ id }) => id === placedEvent.id);
    expect(deselectedDelivery).toMatchObject({ state: "failed", tries: 1 });
    expect(deselectedDelivery?.lastTry?.answer).toContain("no longer takes");
    const repeatedRequest = { params: { ...params, deliveryId: placedEvent.id } };
    expect((await call(api, adminApi.sendDeliveryAgain, repeatedRequest)).status).toBe(409);
  });

  test("that waits to be sent is deleted by the repetition of a change that failed after OrderContact was deselected", async () => {
    const { webhook } = await createWebhook(["OrderContact", "OrderErased"]);
    receiver.startFailing();
    await publish(newEvent("OrderContact"));
    const { documentClient } = await import("../../lambdas/lib/dynamodb.ts");
    const { url, description, types } = webhook;
    const change = () =>
      call(api, adminApi.updateWebhook, {
        params: { id: webhook.id },
        body: { url, description, types: ["OrderPaid"], shown: { url, description, types } },
      });
    documentClient().middlewareStack.add(
      (next, { commandName }) =>
        (args) =>
          commandName === "QueryCommand" ? Promise.reject(new Error("The table is down")) : next(args),
      { name: "failQuery" },
    );
    const { status } = await change();
    documentClient().middlewareStack.remove("failQuery");
    expect(status).toBe(500);
    expect((await change()).status).toBe(200);
    await expectNoContactStored();
  });

  test("that waits to be sent is deleted with its endpoint", async () => {
    const { webhook } = await createWebhook(["OrderContact", "OrderErased"]);
    receiver.startFailing();
    await publish(newEvent("OrderContact"));
    await call(api, adminApi.deleteWebhook, { params: { id: webhook.id } });
    await expectNoContactStored();
  });

  test("is deleted with its endpoint if DynamoDB's answer to the deletion is lost and the SDK repeats it", async () => {
    const { webhook } = await createWebhook(["OrderContact", "OrderErased"]);
    receiver.startFailing();
    await publish(newEvent("OrderContact"));
    const params = { id: webhook.id };
    const { status } = await withLostAnswer("DeleteItem", () =>
      call(api, adminApi.deleteWebhook, { params }),
    );
    await expectNoContactStored();
    expect(status).toBe(204);
    expect((await call(api, adminApi.deleteWebhook, { params })).status).toBe(404);
  });

  test("that waits to be sent is exported, except if its delivery is deleted during the export", async () => {
    const { webhook } = await createWebhook(["OrderContact", "OrderErased"]);
    receiver.startFailing();
    const event = newEvent("OrderContact");
    await publish(event);
    const { readContactsInUnsentDeliveries } = await import("../../lambdas/webhooks/contact-table.ts");
    const { documentClient, tableName } = await import("../../lambdas/lib/dynamodb.ts");
    const orderId = "orderId" in event ? event.orderId : "";
    expect(await readContactsInUnsentDeliveries(webhook.id, orderId)).toMatchObject([{ id: event.id }]);
    const client = documentClient();
    client.middlewareStack.add(
      (next, { commandName }) =>
        async (args) => {
          const response = await next(args);
          const Key = { pk: `WEBHOOK#${webhook.id}`, sk: `DELIVERY#${event.id}` };
          if (commandName === "QueryCommand")
            await client.send(new DeleteCommand({ TableName: tableName(), Key }));
          return response;
        },
      { name: "deleteAfterQuery" },
    );
    expect(await readContactsInUnsentDeliveries(webhook.id, orderId)).toEqual([]);
    client.middlewareStack.remove("deleteAfterQuery");
  });

  test("of an order that was erased before is neither stored nor sent", async () => {
    await createWebhook(["OrderContact", "OrderErased"]);
    const erasedEvent = newEvent("OrderErased");
    await publish(erasedEvent);
    await publish(newEvent("OrderContact"));
    expect(receiver.eventIds()).toEqual([erasedEvent.id]);
    await expectNoContactStored();
  });

  test("is followed by OrderErased once a pause has ended, even if OrderContact and OrderErased were deselected before", async () => {
    const { webhook } = await createWebhook(["OrderContact", "OrderErased"]);
    const params = { id: webhook.id };
    const body = { url: `${receiver.url}/in`, description: "", types: ["OrderPaid"] };
    await call(api, adminApi.updateWebhook, { params, body });
    await call(api, adminApi.changeWebhookState, { params, body: { state: "paused" } });
    const erasedEvent = newEvent("OrderErased");
    await publish(erasedEvent, newEvent("OrderPaid"));
    expect(receiver.requests).toEqual([]);
    expect(await listDeliveries(webhook.id)).toMatchObject([
      { type: "OrderErased", state: "waiting", tries: 0 },
    ]);
    await call(api, adminApi.changeWebhookState, { params, body: { state: "active" } });
    advanceClock(60_000);
    await runSchedule();
    expect(receiver.eventIds()).toEqual([erasedEvent.id]);
  });

  test("is followed by OrderErased, which is tried for a day after a paused endpoint is resumed", async () => {
    const { webhook } = await createWebhook(["OrderContact", "OrderErased"]);
    const changeState = (state: string) =>
      call(api, adminApi.changeWebhookState, { params: { id: webhook.id }, body: { state } });
    await changeState("paused");
    await publish(newEvent("OrderErased"));
    advanceClock(48 * HOUR_MS);
    await changeState("active");
    receiver.startFailing();
    for (const hours of [0, 0.1, 1, 6, 12]) {
      advanceClock(hours * HOUR_MS + 60_000);
      await runSchedule();
    }
    expect(await listDeliveries(webhook.id)).toMatchObject([{ state: "waiting", tries: 5 }]);
    advanceClock(6 * HOUR_MS);
    await runSchedule();
    expect(await listDeliveries(webhook.id)).toMatchObject([{ state: "failed", tries: 6 }]);
  });

  test("that has waited for more than two days is deleted, and neither the schedule nor an admin can send it", async () => {
    const { webhook } = await createWebhook(["OrderContact", "OrderErased"]);
    receiver.startFailing();
    const events = [newEvent("OrderContact"), newEvent("OrderContact")] as const;
    await publish(...events);
    const params = { id: webhook.id };
    await call(api, adminApi.changeWebhookState, { params, body: { state: "paused" } });
    receiver.stopFailing();
    receiver.forgetRequests();
    advanceClock(48 * HOUR_MS + 1000);
    const repeatedRequest = { params: { ...params, deliveryId: events[0].id } };
    expect((await call(api, adminApi.sendDeliveryAgain, repeatedRequest)).data).toMatchObject({
      state: "failed",
    });
    await call(api, adminApi.changeWebhookState, { params, body: { state: "active" } });
    await runSchedule();
    expect(receiver.requests).toEqual([]);
    const tooOld = {
      lastTry: { answer: "Not sent: the shop keeps a customer's data for this for two days" },
    };
    expect(await listDeliveries(webhook.id)).toMatchObject([
      { state: "failed", ...tooOld },
      { state: "failed", ...tooOld },
    ]);
    await expectNoContactStored();
  });

  test("is deleted when its delivery has succeeded, even from the stored answer, and cannot be sent again", async () => {
    const { webhook } = await createWebhook(["OrderContact", "OrderErased"]);
    receiver.respondBy((res) => void res.end(receiver.lastRequest().body.slice(-250)));
    const event = newEvent("OrderContact");
    await publish(event);
    expect(receiver.requests).toHaveLength(1);
    await expectNoContactStored();
    const params = { id: webhook.id, deliveryId: event.id };
    const secondResponse = await call(api, adminApi.sendDeliveryAgain, { params });
    expect([secondResponse.status, secondResponse.error.message]).toEqual([
      409,
      "The shop has deleted this event's personal data, so it cannot be sent again.",
    ]);
  });

  test("that waits to be sent is deleted and not sent when the customer's data is erased from the order", async () => {
    const { webhook } = await createWebhook(["OrderContact", "OrderErased", "OrderPaid"]);
    receiver.startFailing();
    await publish(newEvent("OrderPaid"));
    const otherContact = newEvent("OrderContact", { orderId: "ord_01KAFEXAMPLE00000000000009" });
    await publish(newEvent("OrderContact"), otherContact);
    await publish(newEvent("OrderErased"));
    receiver.stopFailing();
    advanceClock(HOUR_MS);
    receiver.forgetRequests();
    await runSchedule();
    expect(receiver.requests.map(({ body }) => (JSON.parse(body) as ShopEvent).type).sort()).toEqual([
      "OrderContact",
      "OrderErased",
      "OrderPaid",
    ]);
    expect(receiver.eventIds()).toContain(otherContact.id);
    expect((await listDeliveries(webhook.id)).filter(({ canSendAgain }) => !canSendAgain)).toHaveLength(2);
  });
});
