import * as z from "zod/mini";
import type { PaymentAction } from "../../infra/local/stripe/actions.ts";
import type { FaultState } from "../../infra/local/faults.ts";
import type { ClockMode } from "../../infra/local/queues/queue-clock.ts";
import { adminApi } from "../../shared/api-admin.ts";
import { publicApi } from "../../shared/api-public.ts";
import type { BodyInput, Endpoint } from "../../shared/endpoint.ts";
import type { OrderData } from "../../shared/order-data.ts";
import type { ProductInput } from "../../shared/product-input.ts";
import type { Product } from "../../shared/product.ts";
import { ADMIN_ACCOUNT } from "./admin-session.ts";
import type { CartEntry } from "./fixtures.ts";
import { orderData } from "./fixtures.ts";
import {
  callEndpoint,
  sendRequest,
  type RequestOptions,
  type EndpointResponse,
  type EndpointRequest,
} from "./http-client.ts";
import { signInAs } from "./sign-in.ts";
import type { Item } from "./table.ts";
import { waitUntil } from "./wait-until.ts";

const Responses = {
  mails: z.object({
    mails: z.array(
      z.object({
        to: z.array(z.string()),
        replyTo: z.nullish(z.union([z.string(), z.array(z.string())])),
        subject: z.string(),
        text: z.string(),
        html: z.string(),
      }),
    ),
  }),
  events: z.object({
    events: z.array(
      z.object({ source: z.string(), detailType: z.string(), detail: z.record(z.string(), z.unknown()) }),
    ),
  }),
  payments: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        status: z.nullable(z.string()),
        payment_status: z.string(),
        metadata: z.nullable(z.record(z.string(), z.string())),
      }),
    ),
  }),
  deadLetters: z.object({
    deadLetters: z.array(
      z.object({ queue: z.string(), id: z.string(), body: z.string(), receiveCount: z.number() }),
    ),
  }),
  table: z.object({ items: z.array(z.record(z.string(), z.unknown())) }),
  pending: z.object({
    messages: z.array(
      z.object({ queue: z.string(), receives: z.number(), handled: z.boolean(), seconds: z.number() }),
    ),
  }),
  waiting: z.object({ queues: z.record(z.string(), z.number()), webhooks: z.number(), events: z.number() }),
};

const SHIRT: ProductInput = {
  name: "Angel's Share Tee",
  description: "Cotton.",
  price: 25,
  category: "shirts",
  stock: 10,
  featured: false,
  imageUrls: ["/media/products/angels-share-tee.webp"],
  details: [],
};

/** The data of an order as the checkout page sends it, with an email address that no other order has. */
export function newOrder(...entries: CartEntry[]): OrderData {
  const data = orderData(entries);
  return { ...data, bill: { ...data.bill, email: `${data.oId}@example.com` } };
}

/** An HTTP client for the API of a running shop and for the local console below `/_local/`. */
export function createClient(stack: { readonly url: string }) {
  const call = <E extends Endpoint>(
    endpoint: E,
    request: EndpointRequest<E> = {},
  ): Promise<EndpointResponse<E>> => callEndpoint(stack.url, endpoint, request);
  const callConsole = async <S extends z.core.$ZodType>(schema: S, path: string, body?: unknown) => {
    const response = await sendRequest(stack.url, `/_local/${path}`, body === undefined ? {} : { body });
    if (response.status !== 200) throw new Error(`/_local/${path}: ${response.status} ${response.text}`);
    return z.parse(schema, JSON.parse(response.text));
  };
  let token: Promise<string> | undefined;
  /** The access token of the seeded admin, who signs in at the first call. */
  const adminToken = (): Promise<string> =>
    (token ??= signInAs(stack.url, ADMIN_ACCOUNT.email, ADMIN_ACCOUNT.password).then(({ access }) => access));
  const items = async (): Promise<Item[]> => (await callConsole(Responses.table, "table.json")).items;
  const sessions = async () => (await callConsole(Responses.payments, "payments.json")).sessions;
  const waiting = () => callConsole(Responses.waiting, "waiting.json");
  const isIdle = async (): Promise<boolean> => {
    const { queues, webhooks, events } = await waiting();
    return webhooks + events + Object.values(queues).reduce((sum, count) => sum + count, 0) === 0;
  };

  return {
    call,
    /** Sends a request without the checks of the API's contract. */
    sendRaw: (path: string, options: RequestOptions = {}) => sendRequest(stack.url, path, options),
    /** Sends a checkout as the page does. */
    checkout: (
      data: OrderData,
      options: Omit<EndpointRequest<typeof publicApi.createCheckoutSession>, "body"> = {},
    ) => call(publicApi.createCheckoutSession, { ...options, body: { orderData: data } }),
    /** Sends a checkout that must succeed, without a payment; returns the order with its session and email address. */
    async openCheckout(...entries: CartEntry[]) {
      const data = newOrder(...entries);
      return { ...(await this.checkout(data)).data, data, email: data.bill.email };
    },
    verifyPayment: (sessionId: string) => call(publicApi.verifyPayment, { body: { sessionId } }),
    release: (sessionId: string) => call(publicApi.releaseCheckoutSession, { params: { sessionId } }),
    contact: (body: object, options: RequestOptions = {}) =>
      call(publicApi.contact, {
        ...options,
        body: {
          user_name: "Grace Hopper",
          user_email: "grace@example.com",
          subject: "other",
          message: "When is the next bottling?",
          ...body,
        },
      }),
    /** Performs an action on a payment, such as a button of the payment page or a refund at Stripe. */
    act: (sessionId: string, action: PaymentAction) =>
      callConsole(z.object({}), `payments/${sessionId}`, { action }),

    adminToken,
    async createProduct(changes: Partial<ProductInput> = {}): Promise<Product> {
      return (
        await call(adminApi.createProduct, { token: await adminToken(), body: { ...SHIRT, ...changes } })
      ).data;
    },
    async order(orderId: string) {
      return (await call(adminApi.getOrder, { token: await adminToken(), params: { id: orderId } })).data;
    },
    waitUntilPaid(orderId: string) {
      return waitUntil("the order is paid", async () => (await this.order(orderId)).paymentStatus === "paid");
    },
    refund: async (orderId: string, body: BodyInput<typeof adminApi.requestRefund>) =>
      call(adminApi.requestRefund, { token: await adminToken(), params: { id: orderId }, body }),

    setFaults: (change: Partial<FaultState>) => callConsole(z.object({}), "faults", change),
    mails: async () => (await callConsole(Responses.mails, "mails.json")).mails,
    mailsTo: async (email: string) =>
      (await callConsole(Responses.mails, "mails.json")).mails.filter(({ to }) => to.includes(email)),
    events: async () => (await callConsole(Responses.events, "events.json")).events,
    /** The types of the latest events about an order on the buses. An event that was published twice is listed twice. */
    eventTypesOf: async (orderId: string) =>
      (await callConsole(Responses.events, "events.json")).events
        .filter(({ source, detail }) => source === "shop.orders" && detail["orderId"] === orderId)
        .map(({ detailType }) => detailType),
    sessions,
    sessionsOf: async (orderId: string) =>
      (await sessions()).filter(({ metadata }) => metadata?.["orderId"] === orderId),
    deadLetters: async () => (await callConsole(Responses.deadLetters, "dead-letters.json")).deadLetters,
    redrive: () => callConsole(z.object({ redriven: z.number() }), "dead-letters/redrive", {}),
    /** Sets the mode of the queues' clock or advances the clock; returns the messages that wait. */
    updateQueueClock: async (change: { mode?: ClockMode; advanceSeconds?: number }) =>
      (await callConsole(Responses.pending, "queue-clock", change)).messages,
    putUser: (user: { email: string; password: string; groups: string[] }) =>
      callConsole(z.object({}), "users", user),
    /** The numbers of messages in queues, of pending webhooks, and of events that are not yet published. */
    waiting,
    /** Reads the table directly, so simulated table faults have no effect. */
    table: {
      items,
      partition: async (pk: string): Promise<Item[]> =>
        (await callConsole(Responses.table, `table.json?pk=${encodeURIComponent(pk)}`)).items,
    },
    /**
     * Waits until webhooks, queues and the outbox are empty. Checks twice in a row, because work can move
     * from one of them to another during a check.
     */
    waitUntilIdle: (timeoutMs?: number) =>
      waitUntil("the shop has no pending work", async () => (await isIdle()) && (await isIdle()), timeoutMs),
  };
}
export type Client = ReturnType<typeof createClient>;
