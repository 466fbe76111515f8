import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import { eventSamples } from "../../shared/event-samples.ts";
import type { ShopEvent } from "../../shared/events.ts";
import { httpFunction } from "../../lambdas/lib/http.ts";
import { isSignedByStripe } from "../../lambdas/lib/stripe-signature.ts";
import { updateItem } from "../../lambdas/lib/update-item.ts";
import { deliveryKey } from "../../lambdas/webhooks/delivery-table.ts";
import { claimDelivery } from "../../lambdas/webhooks/delivery-tries-table.ts";
import { getWebhook, recordTryOutcome, replaceSecret } from "../../lambdas/webhooks/endpoint-table.ts";
import { webhookRoutes } from "../../lambdas/webhooks/routes.ts";
import { newSecret } from "../../lambdas/webhooks/signature.ts";
import {
  call,
  deliver,
  runScheduled,
  toBusEvent,
  type HttpHandler,
  type QueueHandler,
} from "../support/invoke.ts";
import { serveUntilClosed, type ClosableServer } from "../support/serve.ts";
import { advanceClock, openShop, type Shop } from "../support/shop.ts";

const HOUR_MS = 3_600_000;
type Received = { path: string; body: string; signature: string };

let shop: Shop;
let receiver: ClosableServer;
let api: HttpHandler;
let handlers: { events: QueueHandler; retry: () => Promise<void> };
const received: Received[] = [];
/** How the receiver answers each request. */
let respond = (res: ServerResponse): void => void res.end("thanks");
const startFailing = () => (respond = (res) => void res.writeHead(500).end("out of order"));
const stopFailing = () => (respond = (res) => void res.end("thanks"));

beforeAll(async () => {
  shop = await openShop();
  process.env["CALLS_TO_LOCALHOST"] = "yes";
  receiver = await serveUntilClosed(async (req, res) => {
    const signature = String(req.headers["shop-signature"]);
    received.push({ path: req.url ?? "", body: await text(req), signature });
    respond(res);
  });
  const { handler: retry } = await import("../../lambdas/retry-webhooks.ts");
  ({ handler: api } = await import("../../lambdas/admin-api.ts"));
  const { handler: events } = await import("../../lambdas/deliver-webhooks.ts");
  handlers = { events, retry: () => runScheduled(retry) };
});
afterAll(() => receiver.close());
beforeEach(async () => {
  await shop.table.clear();
  received.length = 0;
  stopFailing();
});

let eventCount = 0;
/** A sample event with a new id. */
const eventOf = <T extends keyof typeof eventSamples>(type: T, changes: object = {}) =>
  ({ ...eventSamples[type], id: `evt_${String(eventCount++).padStart(6, "0")}`, ...changes }) as ShopEvent;
const publish = async (...events: ShopEvent[]) =>
  expect(await deliver(handlers.events, events.map(toBusEvent))).toEqual([]);
const createWebhook = async (types: string[], path = "/in") =>
  (
    await call(api, adminApi.createWebhook, {
      body: { requestId: randomUUID(), url: receiver.url + path, description: "Books", types },
    })
  ).data;
const listDeliveries = async (id: string) =>
  (await call(api, adminApi.listDeliveries, { params: { id } })).data.deliveries;
const readWebhook = async (id: string) =>
  (await call(api, adminApi.listWebhooks)).data.webhooks.find((found) => found.id === id);
const receivedIds = () => received.map(({ body }) => (JSON.parse(body) as { id: string }).id);

describe("an event", () => {
  test("is sent once, signed, to each endpoint that takes it", async () => {
    const paidWebhook = await createWebhook(["OrderPaid"], "/paid");
    await createWebhook(["StockLow"], "/stock");
    const event = eventOf("OrderPaid");
    await publish(event, eventOf("OrderPlaced"));
    await publish(event);
    expect(received.map(({ path }) => path)).toEqual(["/paid"]);
    const [{ body, signature } = { body: "", signature: "" }] = received;
    expect(JSON.parse(body)).toEqual(event);
    expect(isSignedByStripe(body, signature, paidWebhook.secret, new Date())).toBe(true);
    expect(await listDeliveries(paidWebhook.webhook.id)).toEqual([
      expect.objectContaining({
        ...{ id: event.id, type: "OrderPaid", orderId: eventSamples.OrderPaid.orderId },
        ...{ state: "delivered", tries: 1, canSendAgain: true },
        lastTry: expect.objectContaining({ status: 200, answer: "thanks" }) as object,
      }),
    ]);
    await handlers.retry();
    expect(received).toHaveLength(1);
  });

  test("that fails is tried again for a day, with a new signature each time, and then given up with an alarm", async () => {
    const { webhook: created, secret } = await createWebhook(["OrderPaid"]);
    startFailing();
    const event = eventOf("OrderPaid");
    await publish(event);
    const [first] = await listDeliveries(created.id);
    expect(first).toMatchObject({
      ...{ state: "waiting", tries: 1 },
      lastTry: { status: 500, answer: "out of order" },
    });
    await handlers.retry();
    expect(received).toHaveLength(1);
    for (const minutes of [1, 4, 25, 90, 240, 360, 360, 360]) {
      advanceClock(minutes * 60_000 + 1000);
      await handlers.retry();
    }
    expect(receivedIds()).toEqual(Array.from({ length: 9 }, () => event.id));
    const { body, signature } = received.at(-1) ?? { body: "", signature: "" };
    expect(isSignedByStripe(body, signature, secret, new Date())).toBe(true);
    expect(await listDeliveries(created.id)).toMatchObject([{ state: "failed", tries: 9 }]);
    expect((await listDeliveries(created.id))[0]?.nextTryAt).toBeUndefined();
    expect(shop.logs.filter((line) => /"alarm":\s*"webhook"/.test(line))).toHaveLength(1);
    expect(await readWebhook(created.id)).toMatchObject({ state: "active" });
  });

  test("waits for the schedule while its endpoint fails; the schedule sends an order's events in their sequence", async () => {
    const { webhook: created } = await createWebhook(["OrderPlaced", "OrderPaid", "OrderRefunded"]);
    startFailing();
    const events = (["OrderRefunded", "OrderPaid", "OrderPlaced"] as const).map((type) => eventOf(type));
    for (const event of events) await publish(event);
    expect(received).toHaveLength(1);
    stopFailing();
    advanceClock(HOUR_MS);
    await handlers.retry();
    expect(receivedIds().slice(1)).toEqual(events.map(({ id }) => id).reverse());
    expect((await readWebhook(created.id))?.failingSince).toBeUndefined();
  });

  test("waits for the schedule while its endpoint is slow", async () => {
    const { webhook: created } = await createWebhook(["OrderPaid"]);
    await recordTryOutcome(created.id, { isDelivered: true, isSlow: true }, new Date());
    await publish(eventOf("OrderPaid"));
    expect(received).toHaveLength(0);
    advanceClock(1000);
    await handlers.retry();
    await publish(eventOf("OrderPaid"));
    expect(received).toHaveLength(2);
  });

  test("is not sent by a try that another function has claimed", async () => {
    await createWebhook(["OrderPaid"]);
    startFailing();
    await publish(eventOf("OrderPaid"));
    advanceClock(HOUR_MS);
    await Promise.all([handlers.retry(), handlers.retry(), handlers.retry()]);
    expect(received).toHaveLength(2);
  });

  test("that cannot be sent is logged, and does not delay the others", async () => {
    const { webhook: created } = await createWebhook(["OrderPaid"]);
    startFailing();
    const [invalidEvent, validEvent] = [eventOf("OrderPaid"), eventOf("OrderPaid")];
    await publish(invalidEvent, validEvent);
    await updateItem({
      Key: deliveryKey(created.id, invalidEvent.id),
      UpdateExpression: "SET tries = :text",
      ExpressionAttributeValues: { ":text": "many" },
    });
    stopFailing();
    advanceClock(HOUR_MS);
    received.length = 0;
    await handlers.retry();
    expect(receivedIds()).toEqual([validEvent.id]);
    expect(shop.logs.join("\n")).toContain("A webhook could not be tried");
  });

  test("whose tries are interrupted is tried again by the schedule, and is given up after a day", async () => {
    const { webhook: created } = await createWebhook(["OrderPaid"]);
    startFailing();
    const event = eventOf("OrderPaid");
    await publish(event);
    const claim = () => claimDelivery(created.id, { id: event.id }, { now: new Date(), mustBeDue: false });
    await claim();
    advanceClock(2 * 60_000);
    received.length = 0;
    await handlers.retry();
    expect(received).toEqual([]);
    const [interruptedDelivery] = await listDeliveries(created.id);
    expect(interruptedDelivery).toMatchObject({ state: "waiting", tries: 2 });
    expect(interruptedDelivery?.lastTry?.answer).toContain("interrupted");
    advanceClock(25 * HOUR_MS);
    await claim();
    advanceClock(60_000);
    await handlers.retry();
    expect(await listDeliveries(created.id)).toMatchObject([{ state: "failed", tries: 3 }]);
  });

  test("whose endpoint does not answer makes the run leave the endpoint's other events to the next run", async () => {
    await createWebhook(["OrderPaid"]);
    respond = (res) => void res.destroy();
    for (let i = 0; i < 6; i += 1) await publish(eventOf("OrderPaid"));
    advanceClock(HOUR_MS);
    received.length = 0;
    await handlers.retry();
    expect(received).toHaveLength(3);
    await handlers.retry();
    expect(received).toHaveLength(6);
  });
});

describe("an endpoint", () => {
  test("is paused after three days of failures, gets nothing more, and can be resumed", async () => {
    const { webhook: created } = await createWebhook(["OrderPaid"]);
    startFailing();
    await publish(eventOf("OrderPaid"));
    advanceClock(2.5 * 24 * HOUR_MS);
    await handlers.retry();
    await publish(eventOf("OrderPaid"));
    advanceClock(25 * HOUR_MS);
    await handlers.retry();
    expect(await readWebhook(created.id)).toMatchObject({ state: "paused", pausedBy: "shop" });
    received.length = 0;
    await publish(eventOf("OrderPaid"));
    expect(received).toEqual([]);
    stopFailing();
    const resumeResponse = await call(api, adminApi.changeWebhookState, {
      params: { id: created.id },
      body: { state: "active" },
    });
    expect(resumeResponse.data.pausedBy).toBeUndefined();
    await publish(eventOf("OrderPaid"));
    expect(received).toHaveLength(1);
  });

  test("gets a test event and a repeated event immediately, also while it is paused", async () => {
    const { webhook: created } = await createWebhook(["OrderPaid"]);
    const params = { id: created.id };
    startFailing();
    const event = eventOf("OrderPaid");
    await publish(event);
    await call(api, adminApi.changeWebhookState, { params, body: { state: "paused" } });
    expect((await readWebhook(created.id))?.pausedBy).toBeTruthy();
    const failedTest = await call(api, adminApi.testWebhook, { params });
    expect(failedTest.data).toMatchObject({ type: "WebhookTest", state: "failed", lastTry: { status: 500 } });
    const sendAgain = () =>
      call(api, adminApi.sendDeliveryAgain, { params: { ...params, deliveryId: event.id } });
    expect((await sendAgain()).data).toMatchObject({ state: "waiting", tries: 2 });
    stopFailing();
    expect((await sendAgain()).data).toMatchObject({ state: "delivered", tries: 3 });
    expect((await sendAgain()).data).toMatchObject({ state: "delivered", tries: 4 });
    const unknownDelivery = { params: { ...params, deliveryId: "evt_unknown" } };
    expect((await call(api, adminApi.sendDeliveryAgain, unknownDelivery)).status).toBe(404);
  });

  test("that gets another address or is removed during a run gets no more events at the old address", async () => {
    const { webhook: created } = await createWebhook(["OrderPaid"]);
    const params = { id: created.id };
    startFailing();
    await publish(...[1, 2, 3, 4].map(() => eventOf("OrderPaid")));
    advanceClock(HOUR_MS);
    received.length = 0;
    const body = { url: `${receiver.url}/moved`, description: "", types: ["OrderPaid"] };
    const changes = [
      () => call(api, adminApi.updateWebhook, { params, body }),
      () => call(api, adminApi.deleteWebhook, { params }),
    ];
    respond = (res) =>
      void changes
        .shift()?.()
        .then(() => res.end("ok"));
    await handlers.retry();
    expect(received.map(({ path }) => path)).toEqual(["/in", "/moved"]);
  });

  test("has a secret that only the answer to its creation contains; after a renewal, the previous secret also signs for a day", async () => {
    const { webhook: created, secret: oldSecret } = await createWebhook(["OrderPaid"]);
    const renewalResponse = await call(api, adminApi.renewWebhookSecret, { params: { id: created.id } });
    const { secret } = renewalResponse.data;
    expect(JSON.stringify(renewalResponse.data.webhook)).not.toContain("whsec_");
    const isNextEventSignedWith = async (key: string) => {
      await publish(eventOf("OrderPaid"));
      const { body, signature } = received.at(-1) ?? { body: "", signature: "" };
      return isSignedByStripe(body, signature, key, new Date());
    };
    expect([await isNextEventSignedWith(secret), await isNextEventSignedWith(oldSecret)]).toEqual([
      true,
      true,
    ]);
    advanceClock(25 * HOUR_MS);
    expect([await isNextEventSignedWith(secret), await isNextEventSignedWith(oldSecret)]).toEqual([
      true,
      false,
    ]);
    const listResponse = await call(api, adminApi.listWebhooks);
    expect(listResponse.data).toMatchObject({
      isOn: true,
      webhooks: [{ id: created.id, url: `${receiver.url}/in` }],
    });
    expect(listResponse.body + shop.logs.join("\n")).not.toContain("whsec_");
  });

  test("whose secret is renewed twice also signs with the first secret for a day; one of two simultaneous renewals is refused", async () => {
    const { webhook: created, secret } = await createWebhook(["OrderPaid"]);
    const renew = () => call(api, adminApi.renewWebhookSecret, { params: { id: created.id } });
    const before = await getWebhook(created.id);
    await renew();
    const by = { admin: "ada", now: new Date() };
    await expect(replaceSecret(before, newSecret(), by)).rejects.toMatchObject({
      status: 409,
    });
    const lastRenewal = await renew();
    await publish(eventOf("OrderPaid"));
    const { body, signature } = received.at(-1) ?? { body: "", signature: "" };
    for (const valid of [secret, lastRenewal.data.secret])
      expect(isSignedByStripe(body, signature, valid, new Date())).toBe(true);
  });

  test("can be changed and removed; a removed endpoint gets no events", async () => {
    const { webhook: created } = await createWebhook(["OrderPaid"]);
    const params = { id: created.id };
    const body = { url: `${receiver.url}/new`, description: "Mailing list", types: ["OrderPlaced"] };
    expect(created).toMatchObject({
      changedBy: expect.stringMatching(/./) as string,
      changedAt: created.createdAt,
    });
    advanceClock(1000);
    const changedWebhook = (await call(api, adminApi.updateWebhook, { params, body })).data;
    expect(changedWebhook).toMatchObject({ ...body, changedBy: created.changedBy });
    expect(Date.parse(changedWebhook.changedAt ?? "")).toBeGreaterThan(Date.parse(created.createdAt));
    await publish(eventOf("OrderPlaced"), eventOf("OrderPaid"));
    expect(received.map(({ path }) => path)).toEqual(["/new"]);
    await call(api, adminApi.deleteWebhook, { params });
    const loggedChanges = shop.logs.filter(
      (line) => line.includes(created.id) && line.includes(created.changedBy ?? ""),
    );
    for (const change of ["added", "changed", "removed"])
      expect(loggedChanges.join("\n")).toContain(`A webhook endpoint was ${change}`);
    await publish(eventOf("OrderPlaced"));
    expect(received).toHaveLength(1);
    for (const endpoint of [
      adminApi.updateWebhook,
      adminApi.testWebhook,
      adminApi.renewWebhookSecret,
      adminApi.deleteWebhook,
    ])
      expect((await call(api, endpoint, { params, body })).status).toBe(404);
  });

  test("with an address that the shop does not send to is refused, with the error at the field", async () => {
    for (const [url, message] of [
      ["nonsense", "Not a web address such as https://example.org/hooks"],
      ["ftp://example.org", "The address must begin with https://"],
    ]) {
      const refusedResponse = await call(api, adminApi.createWebhook, {
        body: { requestId: randomUUID(), url, description: "", types: ["OrderPaid"] },
      });
      expect([refusedResponse.status, refusedResponse.error.fields]).toEqual([400, { url: message }]);
    }
  });
});

describe("a repeated request for an endpoint", () => {
  const send = async (requestId: string, changes: object = {}) => {
    const body = { requestId, url: `${receiver.url}/in`, description: "Books", types: ["OrderPaid"] };
    return call(api, adminApi.createWebhook, { body: { ...body, ...changes } });
  };
  const countEndpoints = async () => (await call(api, adminApi.listWebhooks)).data.webhooks.length;

  test("adds nothing, and gets the same secret, also at the same time", async () => {
    const requestId = randomUUID();
    const [first, second] = await Promise.all([send(requestId), send(requestId)]);
    expect([first.status, second.status, second.data]).toEqual([201, 201, first.data]);
    expect((await send(requestId)).data).toEqual(first.data);
    expect(await countEndpoints()).toBe(1);
  });

  test.each([
    ["another address", { url: "http://localhost:9/other" }],
    ["another description", { description: "Mails" }],
    ["other events", { types: ["StockLow"] }],
  ])("with %s is refused", async (_, changes) => {
    const requestId = randomUUID();
    await send(requestId);
    const { status, error } = await send(requestId, changes);
    expect([status, error.message]).toEqual([409, apiMessages.webhookRequestReused]);
    expect(await countEndpoints()).toBe(1);
  });
});

describe("the list", () => {
  test("of endpoints begins with the oldest", async () => {
    const paths = ["/1", "/2", "/3", "/4"];
    for (const path of paths) {
      await createWebhook(["StockLow"], path);
      advanceClock(1000);
    }
    const { webhooks } = (await call(api, adminApi.listWebhooks)).data;
    expect(webhooks.map(({ url }) => new URL(url).pathname)).toEqual(paths);
  });

  test("of deliveries has pages of 30, newest first", async () => {
    const { webhook: created } = await createWebhook(["StockLow"]);
    const events = Array.from({ length: 32 }, () => eventOf("StockLow"));
    await publish(...events);
    const params = { id: created.id };
    const first = (await call(api, adminApi.listDeliveries, { params })).data;
    expect(first.deliveries).toHaveLength(30);
    const query = { before: first.next ?? "" };
    const second = (await call(api, adminApi.listDeliveries, { params, query })).data;
    expect(second.next).toBeUndefined();
    const forgedCursor = { params, query: { before: "~" } };
    expect((await call(api, adminApi.listDeliveries, forgedCursor)).status).toBe(400);
    expect([...first.deliveries, ...second.deliveries].map(({ id }) => id)).toEqual(
      events.map(({ id }) => id).reverse(),
    );
  });

  test("of endpoints has at most 20; a stage without webhooks adds none", async () => {
    for (let i = 0; i < 20; i += 1) await createWebhook(["StockLow"]);
    const body = { requestId: randomUUID(), url: receiver.url, description: "", types: ["StockLow"] };
    const limitResponse = await call(api, adminApi.createWebhook, { body });
    expect([limitResponse.status, limitResponse.error.message]).toEqual([
      409,
      "There can be at most 20 endpoints.",
    ]);
    const routes = webhookRoutes(() => Promise.resolve("ada"), { isOn: false, allowsLocalhost: true });
    const offApi = httpFunction("origin", routes);
    expect((await call(offApi, adminApi.listWebhooks)).data.isOn).toBe(false);
    const refusedResponse = await call(offApi, adminApi.createWebhook, { body });
    expect([refusedResponse.status, refusedResponse.error.message]).toEqual([
      409,
      "This stage sends no webhooks.",
    ]);
  });
});

describe("personal data", () => {
  test("that waits is deleted when OrderContact is deselected; other deselected events are not sent", async () => {
    const { webhook: created } = await createWebhook([
      "OrderContact",
      "OrderErased",
      "OrderPlaced",
      "OrderPaid",
    ]);
    const params = { id: created.id };
    startFailing();
    const placedEvent = eventOf("OrderPlaced");
    const paidEvent = eventOf("OrderPaid");
    await publish(placedEvent);
    await publish(eventOf("OrderContact"), paidEvent);
    stopFailing();
    received.length = 0;
    const body = { url: `${receiver.url}/in`, description: "", types: ["OrderPaid"] };
    await call(api, adminApi.updateWebhook, { params, body });
    expect(JSON.stringify(await shop.table.items())).not.toContain("grace@example.com");
    advanceClock(HOUR_MS);
    await handlers.retry();
    expect(receivedIds()).toEqual([paidEvent.id]);
    const deselectedDelivery = (await listDeliveries(created.id)).find(({ id }) => id === placedEvent.id);
    expect(deselectedDelivery).toMatchObject({ state: "failed", tries: 1 });
    expect(deselectedDelivery?.lastTry?.answer).toContain("no longer takes");
    const repeatedRequest = { params: { ...params, deliveryId: placedEvent.id } };
    expect((await call(api, adminApi.sendDeliveryAgain, repeatedRequest)).status).toBe(409);
  });

  test("that waits is deleted with its endpoint", async () => {
    const { webhook: created } = await createWebhook(["OrderContact", "OrderErased"]);
    startFailing();
    await publish(eventOf("OrderContact"));
    await call(api, adminApi.deleteWebhook, { params: { id: created.id } });
    expect(JSON.stringify(await shop.table.items())).not.toContain("grace@example.com");
  });

  test("that comes after its order's erasure is neither stored nor sent", async () => {
    await createWebhook(["OrderContact", "OrderErased"]);
    const erasedEvent = eventOf("OrderErased");
    await publish(erasedEvent);
    await publish(eventOf("OrderContact"));
    expect(receivedIds()).toEqual([erasedEvent.id]);
    expect(JSON.stringify(await shop.table.items())).not.toContain("grace@example.com");
  });

  test("is followed by OrderErased after a pause, even if the endpoint takes neither event any more", async () => {
    const { webhook: created } = await createWebhook(["OrderContact", "OrderErased"]);
    const params = { id: created.id };
    const body = { url: `${receiver.url}/in`, description: "", types: ["OrderPaid"] };
    await call(api, adminApi.updateWebhook, { params, body });
    await call(api, adminApi.changeWebhookState, { params, body: { state: "paused" } });
    const erasedEvent = eventOf("OrderErased");
    await publish(erasedEvent, eventOf("OrderPaid"));
    expect(received).toEqual([]);
    expect(await listDeliveries(created.id)).toMatchObject([
      { type: "OrderErased", state: "waiting", tries: 0 },
    ]);
    await call(api, adminApi.changeWebhookState, { params, body: { state: "active" } });
    advanceClock(60_000);
    await handlers.retry();
    expect(receivedIds()).toEqual([erasedEvent.id]);
  });

  test("is followed by OrderErased, which is tried for a day after the endpoint is resumed if it waited during a pause", async () => {
    const { webhook: created } = await createWebhook(["OrderContact", "OrderErased"]);
    const changeState = (name: string) =>
      call(api, adminApi.changeWebhookState, { params: { id: created.id }, body: { state: name } });
    await changeState("paused");
    await publish(eventOf("OrderErased"));
    advanceClock(48 * HOUR_MS);
    await changeState("active");
    startFailing();
    for (const hours of [0, 0.1, 1, 6, 12]) {
      advanceClock(hours * HOUR_MS + 60_000);
      await handlers.retry();
    }
    expect(await listDeliveries(created.id)).toMatchObject([{ state: "waiting", tries: 5 }]);
    advanceClock(6 * HOUR_MS);
    await handlers.retry();
    expect(await listDeliveries(created.id)).toMatchObject([{ state: "failed", tries: 6 }]);
  });

  test("that has waited for more than two days is deleted, and neither the schedule nor an admin can send it", async () => {
    const { webhook: created } = await createWebhook(["OrderContact", "OrderErased"]);
    startFailing();
    const events = [eventOf("OrderContact"), eventOf("OrderContact")] as const;
    await publish(...events);
    const params = { id: created.id };
    await call(api, adminApi.changeWebhookState, { params, body: { state: "paused" } });
    stopFailing();
    received.length = 0;
    advanceClock(48 * HOUR_MS + 1000);
    const repeatedRequest = { params: { ...params, deliveryId: events[0].id } };
    expect((await call(api, adminApi.sendDeliveryAgain, repeatedRequest)).data).toMatchObject({
      state: "failed",
    });
    await call(api, adminApi.changeWebhookState, { params, body: { state: "active" } });
    await handlers.retry();
    expect(received).toEqual([]);
    const tooOld = {
      lastTry: { answer: "Not sent: the shop keeps a customer's data for this for two days" },
    };
    expect(await listDeliveries(created.id)).toMatchObject([
      { state: "failed", ...tooOld },
      { state: "failed", ...tooOld },
    ]);
    expect(JSON.stringify(await shop.table.items())).not.toContain("grace@example.com");
  });

  test("is deleted when its delivery has succeeded, and cannot be sent again", async () => {
    const { webhook: created } = await createWebhook(["OrderContact", "OrderErased"]);
    respond = (res) => void res.end(received.at(-1)?.body.slice(-250));
    const event = eventOf("OrderContact");
    await publish(event);
    expect(received).toHaveLength(1);
    expect(JSON.stringify(await shop.table.items())).not.toContain("grace@example.com");
    const params = { id: created.id, deliveryId: event.id };
    const secondResponse = await call(api, adminApi.sendDeliveryAgain, { params });
    expect([secondResponse.status, secondResponse.error.message]).toEqual([
      409,
      "The shop has deleted this event's personal data, so it cannot be sent again.",
    ]);
  });

  test("that waits is deleted with the order's erasure, and is not sent any more", async () => {
    const { webhook: created } = await createWebhook(["OrderContact", "OrderErased", "OrderPaid"]);
    startFailing();
    await publish(eventOf("OrderPaid"));
    const otherContact = eventOf("OrderContact", { orderId: "ord_01KAFEXAMPLE00000000000009" });
    await publish(eventOf("OrderContact"), otherContact);
    await publish(eventOf("OrderErased"));
    stopFailing();
    advanceClock(HOUR_MS);
    received.length = 0;
    await handlers.retry();
    expect(received.map(({ body }) => (JSON.parse(body) as ShopEvent).type).sort()).toEqual([
      "OrderContact",
      "OrderErased",
      "OrderPaid",
    ]);
    expect(receivedIds()).toContain(otherContact.id);
    expect((await listDeliveries(created.id)).filter(({ canSendAgain }) => !canSendAgain)).toHaveLength(2);
  });
});
