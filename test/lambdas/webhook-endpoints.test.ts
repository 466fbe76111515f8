import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import { httpFunction } from "../../lambdas/lib/http.ts";
import { getWebhook, replaceSecret } from "../../lambdas/webhooks/endpoint-table.ts";
import { webhookRoutes } from "../../lambdas/webhooks/routes.ts";
import { newSecret } from "../../lambdas/webhooks/signature.ts";
import { call, type HttpHandler } from "../support/invoke.ts";
import { withLostAnswer } from "../support/lose-answer.ts";
import { advanceClock } from "../support/shop.ts";
import { isSignedWith, newEvent, openWebhookShop } from "../support/webhook-shop.ts";

const HOUR_MS = 3_600_000;
const { shop, receiver, api, publish, runSchedule, createWebhook, readWebhook } = await openWebhookShop();

describe("an endpoint", () => {
  test("is paused after three days of failures, gets no events while it is paused, and can be resumed", async () => {
    const { webhook } = await createWebhook(["OrderPaid"]);
    receiver.startFailing();
    await publish(newEvent("OrderPaid"));
    advanceClock(2.5 * 24 * HOUR_MS);
    await runSchedule();
    await publish(newEvent("OrderPaid"));
    advanceClock(25 * HOUR_MS);
    await runSchedule();
    expect(await readWebhook(webhook.id)).toMatchObject({ state: "paused", pausedBy: "shop" });
    receiver.forgetRequests();
    await publish(newEvent("OrderPaid"));
    expect(receiver.requests).toEqual([]);
    receiver.stopFailing();
    const resumeResponse = await call(api, adminApi.changeWebhookState, {
      params: { id: webhook.id },
      body: { state: "active" },
    });
    expect(resumeResponse.data.pausedBy).toBeUndefined();
    await publish(newEvent("OrderPaid"));
    expect(receiver.requests).toHaveLength(1);
  });

  test("immediately gets a test event and an event that an admin sends again, even while it is paused", async () => {
    const { webhook } = await createWebhook(["OrderPaid"]);
    const params = { id: webhook.id };
    receiver.startFailing();
    const event = newEvent("OrderPaid");
    await publish(event);
    await call(api, adminApi.changeWebhookState, { params, body: { state: "paused" } });
    expect((await readWebhook(webhook.id))?.pausedBy).toBeTruthy();
    const testResponse = await call(api, adminApi.testWebhook, { params });
    expect(testResponse.data).toMatchObject({
      type: "WebhookTest",
      state: "failed",
      lastTry: { status: 500 },
    });
    const sendAgain = () =>
      call(api, adminApi.sendDeliveryAgain, { params: { ...params, deliveryId: event.id } });
    expect((await sendAgain()).data).toMatchObject({ state: "waiting", tries: 2 });
    receiver.stopFailing();
    expect((await sendAgain()).data).toMatchObject({ state: "delivered", tries: 3 });
    expect((await sendAgain()).data).toMatchObject({ state: "delivered", tries: 4 });
    const unknownDelivery = { params: { ...params, deliveryId: "evt_unknown" } };
    expect((await call(api, adminApi.sendDeliveryAgain, unknownDelivery)).status).toBe(404);
  });

  test("that gets another address or is removed during a run gets no more events at the old address", async () => {
    const { webhook } = await createWebhook(["OrderPaid"]);
    const params = { id: webhook.id };
    receiver.startFailing();
    await publish(...[1, 2, 3, 4].map(() => newEvent("OrderPaid")));
    advanceClock(HOUR_MS);
    receiver.forgetRequests();
    const body = { url: `${receiver.url}/moved`, description: "", types: ["OrderPaid"] };
    const remainingChanges = [
      () => call(api, adminApi.updateWebhook, { params, body }),
      () => call(api, adminApi.deleteWebhook, { params }),
    ];
    receiver.respondBy((res) => {
      const applyNextChange = remainingChanges.shift();
      void applyNextChange?.().then(() => res.end("ok"));
    });
    await runSchedule();
    expect(receiver.paths()).toEqual(["/in", "/moved"]);
  });

  test("has a secret that only the creation and a renewal return; after a renewal, events are also signed with the old secret for a day", async () => {
    const { webhook, secret: oldSecret } = await createWebhook(["OrderPaid"]);
    const renewalResponse = await call(api, adminApi.renewWebhookSecret, {
      params: { id: webhook.id },
      body: { requestId: crypto.randomUUID() },
    });
    const { secret } = renewalResponse.data;
    expect(JSON.stringify(renewalResponse.data.webhook)).not.toContain("whsec_");
    const findSecretsOfNextEvent = async () => {
      await publish(newEvent("OrderPaid"));
      return [secret, oldSecret].filter((key) => isSignedWith(receiver.lastRequest(), key));
    };
    expect(await findSecretsOfNextEvent()).toEqual([secret, oldSecret]);
    advanceClock(25 * HOUR_MS);
    expect(await findSecretsOfNextEvent()).toEqual([secret]);
    const listResponse = await call(api, adminApi.listWebhooks);
    expect(listResponse.data).toMatchObject({
      isOn: true,
      webhooks: [{ id: webhook.id, url: `${receiver.url}/in` }],
    });
    expect(listResponse.body + shop.logs.join("\n")).not.toContain("whsec_");
  });

  test("whose secret is renewed twice gets events that are also signed with the first secret; one of two simultaneous renewals is refused", async () => {
    const { webhook, secret } = await createWebhook(["OrderPaid"]);
    const renew = (requestId: string = crypto.randomUUID()) =>
      call(api, adminApi.renewWebhookSecret, { params: { id: webhook.id }, body: { requestId } });
    const webhookBefore = await getWebhook(webhook.id);
    await renew();
    // A renewal that read the endpoint before the first renewal.
    const actor = { admin: "ada", now: new Date() };
    const staleRenewal = { secret: newSecret(), requestId: crypto.randomUUID() };
    await expect(replaceSecret(webhookBefore, staleRenewal, actor)).rejects.toMatchObject({ status: 409 });
    const requestId = crypto.randomUUID();
    const lastRenewal = await renew(requestId);
    // A repetition after a lost answer makes no other secret.
    expect((await renew(requestId)).data.secret).toBe(lastRenewal.data.secret);
    // A page that was opened before requests had ids sends no body.
    const renewWithoutId = () =>
      call(api, adminApi.renewWebhookSecret, { params: { id: webhook.id }, raw: "" });
    const renewals = [await renewWithoutId(), await renewWithoutId()];
    expect(new Set(renewals.map(({ data }) => data.secret)).size).toBe(2);
    await publish(newEvent("OrderPaid"));
    for (const validSecret of [secret, lastRenewal.data.secret])
      expect(isSignedWith(receiver.lastRequest(), validSecret)).toBe(true);
  });

  test("renewed again and again signs its events with the newest secret and the ten before it", async () => {
    const { webhook, secret } = await createWebhook(["OrderPaid"]);
    const renewedSecrets: (string | undefined)[] = [];
    for (let renewal = 1; renewal <= 11; renewal++) {
      const body = { requestId: randomUUID() };
      const { data } = await call(api, adminApi.renewWebhookSecret, { params: { id: webhook.id }, body });
      renewedSecrets.push(data.secret);
    }
    await publish(newEvent("OrderPaid"));
    const signingSecrets = [secret, ...renewedSecrets].filter(
      (candidate) => candidate !== undefined && isSignedWith(receiver.lastRequest(), candidate),
    );
    expect(signingSecrets).toEqual(renewedSecrets);
  });

  test("gets one new secret from a request that the SDK or the page sends again before it has an answer", async () => {
    const { webhook } = await createWebhook(["OrderPaid"]);
    const renew = (requestId: string) =>
      call(api, adminApi.renewWebhookSecret, { params: { id: webhook.id }, body: { requestId } });
    const renewal = await withLostAnswer("UpdateItem", () => renew(randomUUID()));
    expect(renewal).toMatchObject({ status: 201, data: { secret: (await getWebhook(webhook.id)).secret } });
    // A request that read the endpoint before the first request changed it.
    const webhookBefore = await getWebhook(webhook.id);
    const actor = { admin: "ada", now: new Date() };
    const requestId = randomUUID();
    const { data } = await renew(requestId);
    const replacement = await replaceSecret(webhookBefore, { secret: newSecret(), requestId }, actor);
    expect(replacement.secret).toBe(data.secret);
  });

  test("can be changed and removed by an admin, whose name is stored and logged; a removed endpoint gets no events", async () => {
    const { webhook } = await createWebhook(["OrderPaid"]);
    const params = { id: webhook.id };
    const body = { url: `${receiver.url}/new`, description: "Mailing list", types: ["OrderPlaced"] };
    expect(webhook).toMatchObject({
      changedBy: expect.stringMatching(/./) as string,
      changedAt: webhook.createdAt,
    });
    advanceClock(1000);
    const changedWebhook = (await call(api, adminApi.updateWebhook, { params, body })).data;
    expect(changedWebhook).toMatchObject({ ...body, changedBy: webhook.changedBy });
    expect(Date.parse(changedWebhook.changedAt ?? "")).toBeGreaterThan(Date.parse(webhook.createdAt));
    await publish(newEvent("OrderPlaced"), newEvent("OrderPaid"));
    expect(receiver.paths()).toEqual(["/new"]);
    await call(api, adminApi.deleteWebhook, { params });
    const loggedChanges = shop.logs.filter(
      (line) => line.includes(webhook.id) && line.includes(webhook.changedBy ?? ""),
    );
    for (const change of ["added", "changed", "removed"])
      expect(loggedChanges.join("\n")).toContain(`A webhook endpoint was ${change}`);
    await publish(newEvent("OrderPlaced"));
    expect(receiver.requests).toHaveLength(1);
    const bodyForEachEndpoint = { ...body, requestId: crypto.randomUUID() };
    for (const endpoint of [
      adminApi.updateWebhook,
      adminApi.testWebhook,
      adminApi.renewWebhookSecret,
      adminApi.deleteWebhook,
    ])
      expect(await call(api, endpoint, { params, body: bodyForEachEndpoint })).toMatchObject({
        status: 404,
        error: { message: apiMessages.webhookRemoved },
      });
  });

  test("keeps the first of two changes that were begun with the same values; a repeated change is accepted", async () => {
    const { webhook } = await createWebhook(["OrderPaid"]);
    const { id, url, description, types } = webhook;
    const change = (newDescription: string) =>
      call(api, adminApi.updateWebhook, {
        params: { id },
        body: { url, types, description: newDescription, shown: { url, description, types } },
      });
    expect((await change("First")).status).toBe(200);
    expect((await change("Second")).status).toBe(409);
    expect((await change("First")).data.description).toBe("First");
  });

  test("is refused with an error at the field if its address is not a URL with https", async () => {
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

  test("adds no second endpoint and gets the same secret, even if it arrives at the same time as the first request", async () => {
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

  test("of deliveries has pages of 30, newest first, and refuses a forged cursor", async () => {
    const { webhook } = await createWebhook(["StockLow"]);
    const events = Array.from({ length: 32 }, () => newEvent("StockLow"));
    await publish(...events);
    const params = { id: webhook.id };
    const firstPage = (await call(api, adminApi.listDeliveries, { params })).data;
    expect(firstPage.deliveries).toHaveLength(30);
    const query = { before: firstPage.next ?? "" };
    const secondPage = (await call(api, adminApi.listDeliveries, { params, query })).data;
    expect(secondPage.next).toBeUndefined();
    const forgedCursor = { params, query: { before: "~" } };
    expect((await call(api, adminApi.listDeliveries, forgedCursor)).status).toBe(400);
    expect([...firstPage.deliveries, ...secondPage.deliveries].map(({ id }) => id)).toEqual(
      events.map(({ id }) => id).reverse(),
    );
  });

  const requestEndpoint = (handler: HttpHandler) =>
    call(handler, adminApi.createWebhook, {
      body: { requestId: randomUUID(), url: receiver.url, description: "", types: ["StockLow"] },
    });

  test("of endpoints has at most 20", async () => {
    for (let i = 0; i < 20; i += 1) await createWebhook(["StockLow"]);
    const { status, error } = await requestEndpoint(api);
    expect([status, error.message]).toEqual([409, "There can be at most 20 endpoints."]);
  });

  test("of endpoints says that a stage sends no webhooks if webhooks are off, and no endpoint can be added", async () => {
    const routes = webhookRoutes(() => Promise.resolve("ada"), { isOn: false, allowsLocalhost: true });
    const apiWithoutWebhooks = httpFunction("origin", routes);
    expect((await call(apiWithoutWebhooks, adminApi.listWebhooks)).data.isOn).toBe(false);
    const { status, error } = await requestEndpoint(apiWithoutWebhooks);
    expect([status, error.message]).toEqual([409, "This stage sends no webhooks."]);
  });
});
