import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, expect } from "vitest";
import { isSignedByStripe } from "../../lambdas/lib/stripe-signature.ts";
import { adminApi } from "../../shared/api-admin.ts";
import { eventSamples } from "../../shared/event-samples.ts";
import type { ShopEvent } from "../../shared/events.ts";
import { call, deliver, runScheduled, toBusEvent } from "./invoke.ts";
import { serveUntilClosed } from "./serve.ts";
import { openShop } from "./shop.ts";

type WebhookRequest = { path: string; body: string; signature: string };

type Respond = (res: ServerResponse) => void;
const succeed: Respond = (res) => void res.end("thanks");
const fail: Respond = (res) => void res.writeHead(500).end("out of order");

/** Starts a server that receives the shop's webhooks. By default it answers 200. */
async function startReceiver() {
  const requests: WebhookRequest[] = [];
  let respond = succeed;
  const server = await serveUntilClosed(async (req, res) => {
    const signature = String(req.headers["shop-signature"]);
    requests.push({ path: req.url ?? "", body: await text(req), signature });
    respond(res);
  });
  return {
    url: server.url,
    close: () => server.close(),
    /** The requests since the start of the test or since `forgetRequests`, oldest first. */
    requests,
    forgetRequests: () => void (requests.length = 0),
    paths: () => requests.map(({ path }) => path),
    /** The id of the event in each request. */
    eventIds: () => requests.map(({ body }) => (JSON.parse(body) as { id: string }).id),
    lastRequest(): WebhookRequest {
      const request = requests.at(-1);
      if (!request) throw new Error("The receiver got no request");
      return request;
    },
    startFailing: () => void (respond = fail),
    stopFailing: () => void (respond = succeed),
    /** Makes the receiver answer each request by `newRespond`. */
    respondBy: (newRespond: Respond) => void (respond = newRespond),
  };
}

/** Whether a webhook has a valid signature by `secret`. The shop signs webhooks in Stripe's format. */
export const isSignedWith = ({ body, signature }: WebhookRequest, secret: string): boolean =>
  isSignedByStripe(body, signature, secret, new Date());

let eventCount = 0;
/** A sample event with a new id. */
export const newEvent = <T extends keyof typeof eventSamples>(type: T, changes: object = {}) =>
  ({ ...eventSamples[type], id: `evt_${String(eventCount++).padStart(6, "0")}`, ...changes }) as ShopEvent;

/** A shop and a receiver of its webhooks, for one test file. Before each test, the table is cleared and the receiver reset. */
export async function openWebhookShop() {
  const shop = await openShop();
  process.env["CALLS_TO_LOCALHOST"] = "yes";
  const receiver = await startReceiver();
  const { handler: retryHandler } = await import("../../lambdas/retry-webhooks.ts");
  const { handler: api } = await import("../../lambdas/admin-api.ts");
  const { handler: deliverHandler } = await import("../../lambdas/deliver-webhooks.ts");
  afterAll(() => receiver.close());
  beforeEach(async () => {
    await shop.table.clear();
    receiver.forgetRequests();
    receiver.stopFailing();
  });
  return {
    shop,
    receiver,
    api,
    /** Delivers events to `deliver-webhooks`, as the bus does, and expects that the function accepts them. */
    publish: async (...events: ShopEvent[]) =>
      expect(await deliver(deliverHandler, events.map(toBusEvent))).toEqual([]),
    /** Runs `retry-webhooks` once, as the schedule does. */
    runSchedule: () => runScheduled(retryHandler),
    /** Adds an endpoint at `path` of the receiver for events of these types. */
    createWebhook: async (types: string[], path = "/in") => {
      const body = { requestId: randomUUID(), url: receiver.url + path, description: "Books", types };
      return (await call(api, adminApi.createWebhook, { body })).data;
    },
    readWebhook: async (id: string) =>
      (await call(api, adminApi.listWebhooks)).data.webhooks.find((webhook) => webhook.id === id),
    /** The newest deliveries of an endpoint, newest first. */
    listDeliveries: async (id: string) =>
      (await call(api, adminApi.listDeliveries, { params: { id } })).data.deliveries,
  };
}
