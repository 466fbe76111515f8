import { ActionRefused } from "../../infra/local/stripe/transitions.ts";
import { StripeApiError } from "../../infra/local/stripe/errors.ts";
import type { Action } from "../../infra/local/stripe/actions.ts";
import { adminApi } from "../../shared/api-admin.ts";
import type { Order } from "../../shared/order.ts";
import { newOrder } from "../support/client.ts";
import type { CartEntry } from "../support/fixtures.ts";
import type { Random } from "./random.ts";
import type { SoakShop } from "./shop.ts";
import type { Warehouse } from "./warehouse.ts";

/** What customers do with a payment page, and how often. */
const AT_THE_PAYMENT_PAGE = {
  pay: 70,
  "pay after a decline": 6,
  "pay later": 6,
  leave: 5,
  "leave and come back": 3,
  abandon: 6,
  expire: 6,
} as const;

/** What happens to an earlier order. */
const AFTERWARDS = {
  "refund a part": 10,
  "refund all": 4,
  "refund at Stripe": 4,
  "refund fails": 2,
  "refund settles": 4,
  dispute: 4,
  "dispute-inquiry": 1,
  "dispute-escalate": 1,
  "dispute-win": 2,
  "dispute-lose": 2,
  "dispute-close": 1,
  settle: 3,
  "fail-later": 2,
  cancel: 6,
  complete: 8,
  reopen: 2,
  ready: 2,
  "edit stock": 4,
  verify: 6,
} as const;

const TRIES = 12;

export type Purchase = { orderId: string; sessionId: string };

/** Customers, their banks and an admin, who act at random. Throws if the shop answers what it never should. */
export function createPeople(shop: SoakShop, random: Random, warehouse: Warehouse) {
  const purchases: Purchase[] = [];
  const counts = new Map<string, number>();
  let client = shop.newClient();
  let refundCount = 0;
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);

  /** Sends a request again, as pages do, while the shop answers 5xx or the function was killed. */
  async function repeat<T extends { status: number; text: string }>(send: () => Promise<T>): Promise<T> {
    let response = await send();
    for (let i = 1; i < TRIES && response.status >= 500; i++) {
      count("request repeated");
      response = await send();
    }
    return response;
  }

  function atStripe(sessionId: string, action: Action): void {
    try {
      shop.act(sessionId, action);
      count(action);
    } catch (error) {
      if (!(error instanceof ActionRefused || error instanceof StripeApiError)) throw error;
    }
  }

  async function buy(): Promise<void> {
    const lines: CartEntry[] = [];
    for (const product of new Set(
      Array.from({ length: random.int(1, 3) }, () => random.of(warehouse.products)),
    ))
      lines.push([
        product,
        random.int(1, 3),
        ...(product.variants ? [random.of(product.variants).id] : []),
      ] as CartEntry);
    const data = newOrder(...lines);
    const send = () => repeat(() => client.checkout(data));
    // A double click, or a second tab.
    const [response = await send()] = await Promise.all(random.chance(0.06) ? [send(), send()] : []);
    if (response.status === 409) return count("sold out");
    if (response.status >= 500) return count("gave up");
    const purchase = response.data;
    purchases.push(purchase);
    const { sessionId } = purchase;
    const choice = random.weighted(AT_THE_PAYMENT_PAGE);
    if (choice === "pay" || choice === "pay after a decline") {
      if (choice === "pay after a decline") atStripe(sessionId, "decline");
      atStripe(sessionId, "pay");
      // The success page asks until the order is paid; a visitor may have closed the page.
      if (random.chance(0.3)) await repeat(() => client.verify(sessionId));
    } else if (choice === "pay later") atStripe(sessionId, "pay-later");
    else if (choice === "expire") atStripe(sessionId, "expire");
    else if (choice === "leave" || choice === "leave and come back") {
      const release = repeat(() => client.release(sessionId));
      // Some pay in another tab at the same moment.
      if (random.chance(0.2)) atStripe(sessionId, "pay");
      await release;
      if (choice === "leave and come back") {
        const again = await send();
        if (again.status === 200) {
          purchases.push(again.data);
          atStripe(again.data.sessionId, "pay");
        }
      }
    }
    count(`customers: ${choice}`);
  }

  async function changeOrder(order: Order, change: object): Promise<void> {
    const token = await client.adminToken();
    const { status } = await repeat(() =>
      client.call(adminApi.changeOrder, {
        token,
        params: { id: order.orderId },
        body: { orderStatus: order.orderStatus, version: order.version, ...change },
      }),
    );
    count(status < 300 ? "admin: changed" : `admin: refused (${status})`);
  }

  async function refund(order: Order, isWhole: boolean): Promise<void> {
    const token = await client.adminToken();
    const line = random.int(0, order.items.length - 1);
    const item = order.items[line];
    if (!item) return;
    const quantity = random.int(1, item.quantity);
    const lines = [{ line, quantity }];
    const body = {
      refundId: `soak-refund-${refundCount++}`,
      version: order.version,
      ...(isWhole
        ? { restock: random.chance(0.5) }
        : random.chance(0.5)
          ? {
              amount: Math.round(item.priceEach * quantity * 100) / 100,
              lines,
              ...(random.chance(0.6) ? { restockLines: lines } : {}),
            }
          : { amount: random.int(1, Math.max(1, Math.floor(order.financialInfo.total * 100))) / 100 }),
    };
    const { status } = await repeat(() =>
      client.call(adminApi.requestRefund, { token, params: { id: order.orderId }, body }),
    );
    count(
      status < 300 ? `admin: refunded ${isWhole ? "all" : "a part"}` : `admin: refund refused (${status})`,
    );
  }

  async function followUp(): Promise<void> {
    // Recent orders more often, because their messages are still on their way.
    const recent = purchases.slice(-40);
    if (recent.length === 0) return;
    const { orderId, sessionId } = random.chance(0.7) ? random.of(recent) : random.of(purchases);
    const choice = random.weighted(AFTERWARDS);
    if (choice === "edit stock") return warehouse.editStock(client, repeat);
    if (choice === "verify") return void (await repeat(() => client.verify(sessionId)));
    if (choice === "refund at Stripe")
      return atStripe(sessionId, random.chance(0.5) ? "refund" : "refund-pending");
    if (choice === "refund fails") return atStripe(sessionId, "refund-fail");
    if (choice === "refund settles") return atStripe(sessionId, "refund-settle");
    if (choice in { settle: 1, "fail-later": 1 } || choice.startsWith("dispute"))
      return atStripe(sessionId, choice as Action);
    const token = await client.adminToken();
    const found = await repeat(() => client.call(adminApi.getOrder, { token, params: { id: orderId } }));
    if (found.status !== 200) return count(`admin: order not shown (${found.status})`);
    const order = found.data;
    if (choice === "refund a part" || choice === "refund all") return refund(order, choice === "refund all");
    if (choice === "cancel")
      return changeOrder(order, { orderStatus: 3, refund: random.chance(0.7), restock: random.chance(0.5) });
    if (choice === "complete")
      return changeOrder(order, { orderStatus: 2, ...(random.chance(0.3) ? { tracking: "1Z999" } : {}) });
    if (choice === "reopen") return changeOrder(order, { orderStatus: 1 });
    if (choice === "ready") return changeOrder(order, { ready: true });
  }

  return {
    purchases,
    counts,
    /** Signs in again, because the token has expired when the clock was set ahead. */
    async signIn(): Promise<void> {
      client = shop.newClient();
      await client.adminToken();
    },
    /** Places this many orders with `buyers` at once, each followed by changes of any orders. */
    async act(orders: number, buyers: number): Promise<void> {
      const end = purchases.length + orders;
      await Promise.all(
        Array.from({ length: buyers }, async () => {
          while (purchases.length < end) {
            await buy();
            if (random.chance(0.5)) await followUp();
          }
        }),
      );
    },
    /** Ends what banks have not decided yet: delayed payments and pending refunds. */
    finishAtStripe(): void {
      for (const { id } of shop.sessions()) {
        const possible = shop.possibleActions(id);
        if (possible.includes("settle")) atStripe(id, random.chance(0.5) ? "settle" : "fail-later");
        for (let i = 0; i < 10 && shop.possibleActions(id).includes("refund-settle"); i++)
          atStripe(id, "refund-settle");
      }
    },
  };
}
