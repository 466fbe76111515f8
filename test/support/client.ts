import * as z from "zod/mini";
import type { Action } from "../../infra/local/stripe/actions.ts";
import type { FaultState } from "../../infra/local/faults.ts";
import type { ClockMode } from "../../infra/local/queues/queue-clock.ts";
import { adminApi } from "../../shared/api-admin.ts";
import { publicApi } from "../../shared/api-public.ts";
import type { BodyInput, Endpoint } from "../../shared/endpoint.ts";
import type { OrderData } from "../../shared/order-data.ts";
import type { ProductInput } from "../../shared/product-input.ts";
import type { Product } from "../../shared/product.ts";
import type { Pick } from "./fixtures.ts";
import { orderData } from "./fixtures.ts";
import { callOver, send, type Ask, type EndpointAnswer, type EndpointAsk } from "./http-answer.ts";
import { signInAs } from "./sign-in.ts";
import type { Item } from "./table.ts";
import { until } from "./until.ts";

const Seen = {
  mails: z.object({
    mails: z.array(
      z.object({ to: z.array(z.string()), subject: z.string(), text: z.string(), html: z.string() }),
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
  waiting: z.object({ queues: z.record(z.string(), z.number()), webhooks: z.number() }),
};

const ADMIN = { email: "admin@bourbonvipers.example", password: "Rickhouse-9!" };
const SHIRT: ProductInput = {
  name: "Angel's Share Tee",
  description: "Cotton.",
  price: 25,
  category: "shirts",
  stock: 10,
  featured: false,
  imageUrls: ["/media/products/tee.webp"],
  details: [],
};

/** An order as the page sends it, of a customer with an address of their own. */
export function newOrder(...picks: Pick[]): OrderData {
  const data = orderData(picks);
  return { ...data, bill: { ...data.bill, email: `${data.oId}@example.com` } };
}

/** What visitors, Stripe, the admin and whoever breaks things do to a running shop, over HTTP. */
export function createClient(stack: { readonly url: string }) {
  const call = <E extends Endpoint>(endpoint: E, ask: EndpointAsk<E> = {}): Promise<EndpointAnswer<E>> =>
    callOver(stack.url, endpoint, ask);
  const local = async <S extends z.core.$ZodType>(schema: S, path: string, body?: unknown) => {
    const answer = await send(stack.url, `/_local/${path}`, body === undefined ? {} : { body });
    if (answer.status !== 200) throw new Error(`/_local/${path}: ${answer.status} ${answer.text}`);
    return z.parse(schema, JSON.parse(answer.text));
  };
  let token: Promise<string> | undefined;
  const admin = (): Promise<string> =>
    (token ??= signInAs(stack.url, ADMIN.email, ADMIN.password).then(({ access }) => access));
  const items = async (): Promise<Item[]> => (await local(Seen.table, "table.json")).items;
  const sessions = async () => (await local(Seen.payments, "payments.json")).sessions;
  const isQuiet = async (): Promise<boolean> => {
    const { queues, webhooks } = await local(Seen.waiting, "waiting.json");
    const outbox = (await items()).filter(({ duePk }) => String(duePk).startsWith("OUTBOX#")).length;
    return webhooks + outbox + Object.values(queues).reduce((sum, count) => sum + count, 0) === 0;
  };

  return {
    call,
    /** A request that keeps to no contract. */
    raw: (path: string, ask: Ask = {}) => send(stack.url, path, ask),
    /** A checkout of this order as the page sends it. */
    checkout: (
      data: OrderData,
      ask: Omit<EndpointAsk<typeof publicApi.createCheckoutSession>, "body"> = {},
    ) => call(publicApi.createCheckoutSession, { ...ask, body: { orderData: data } }),
    /** A checkout that works: its order and session, and the address that its customer gave. */
    async buy(...picks: Pick[]) {
      const data = newOrder(...picks);
      return { ...(await this.checkout(data)).data, data, email: data.bill.email };
    },
    verify: (sessionId: string) => call(publicApi.verifyPayment, { body: { sessionId } }),
    release: (sessionId: string) => call(publicApi.releaseCheckoutSession, { params: { sessionId } }),
    contact: (body: object, ask: Ask = {}) =>
      call(publicApi.contact, {
        ...ask,
        body: {
          user_name: "Grace Hopper",
          user_email: "grace@example.com",
          subject: "other",
          message: "When is the next bottling?",
          ...body,
        },
      }),
    /** A press of a button on the hosted payment page, or something else that happens to a payment. */
    act: (sessionId: string, action: Action) => local(z.object({}), `payments/${sessionId}`, { action }),

    admin,
    async stockUp(given: Partial<ProductInput> = {}): Promise<Product> {
      return (await call(adminApi.createProduct, { token: await admin(), body: { ...SHIRT, ...given } }))
        .data;
    },
    async order(orderId: string) {
      return (await call(adminApi.getOrder, { token: await admin(), params: { id: orderId } })).data;
    },

    refund: async (orderId: string, body: BodyInput<typeof adminApi.requestRefund>) =>
      call(adminApi.requestRefund, { token: await admin(), params: { id: orderId }, body }),

    faults: (change: Partial<FaultState>) => local(z.object({}), "faults", change),
    mails: async () => (await local(Seen.mails, "mails.json")).mails,
    mailsTo: async (email: string) =>
      (await local(Seen.mails, "mails.json")).mails.filter(({ to }) => to.includes(email)),
    events: async () => (await local(Seen.events, "events.json")).events,
    /** What consumers were told about an order, by type, repeats included. */
    eventsOf: async (orderId: string) =>
      (await local(Seen.events, "events.json")).events
        .filter(({ source, detail }) => source === "shop.orders" && detail["orderId"] === orderId)
        .map(({ detailType }) => detailType),
    sessions,
    sessionsOf: async (orderId: string) =>
      (await sessions()).filter(({ metadata }) => metadata?.["orderId"] === orderId),
    deadLetters: async () => (await local(Seen.deadLetters, "dead-letters.json")).deadLetters,
    redrive: () => local(z.object({ redriven: z.number() }), "dead-letters/redrive", {}),
    /** Sets the clock by which messages wait, or moves it on. */
    queueClock: async (change: { mode?: ClockMode; advanceSeconds?: number }) =>
      (await local(Seen.pending, "queue-clock", change)).messages,
    putUser: (user: { email: string; password: string; groups: string[] }) =>
      local(z.object({}), "users", user),
    /** The table, past all faults. */
    table: {
      items,
      partition: async (pk: string) => (await items()).filter((item) => item["pk"] === pk),
    },
    /** Waits until no webhook, queue or outbox has anything left to do. */
    quiet: (within?: number) =>
      until("the shop has nothing left to do", async () => (await isQuiet()) && (await isQuiet()), within),
  };
}
export type Client = ReturnType<typeof createClient>;
