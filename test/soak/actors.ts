import type { PaymentAction } from "../../infra/local/stripe/actions.ts";
import { StripeApiError } from "../../infra/local/stripe/errors.ts";
import { ActionRefused } from "../../infra/local/stripe/transitions.ts";
import type { Client } from "../support/client.ts";
import { buy } from "./customers.ts";
import type { Discounts } from "./discounts.ts";
import { followUp } from "./follow-ups.ts";
import { createRandom } from "./random.ts";
import type { SoakShop } from "./shop.ts";
import type { StockAdmin } from "./stock-admin.ts";

/** The maximum number of times that a request is sent, while the shop answers 5xx. */
const MAX_TRIES = 12;
/** The number of refunds of one payment that may be pending. */
const MAX_PENDING_REFUNDS = 10;

type Purchase = { orderId: string; sessionId: string };
type Response = { status: number; text: string };

/** What customers, banks and the admin share. */
export type Context = {
  stockAdmin: StockAdmin;
  discounts: Discounts;
  purchases: Purchase[];
  /** The ids of sessions on which `followUp` has acted, such as with a refund or a dispute. */
  changedSessionIds: string[];
  client: () => Client;
  count: (what: string) => void;
  /** Sends a request. Sends it again, as pages do, while the shop answers 5xx: a function was killed or a service refuses. */
  sendWithRetries: <T extends Response>(send: () => Promise<T>) => Promise<T>;
  /** Performs an action at Stripe; returns whether the payment's state allowed it. */
  actAtStripe: (sessionId: string, action: PaymentAction) => boolean;
};

/** Customers, their banks and an admin, who act at random. */
export function createActors(
  shop: SoakShop,
  seed: number,
  { stockAdmin, discounts }: Pick<Context, "stockAdmin" | "discounts">,
) {
  const purchases: Purchase[] = [];
  const counts = new Map<string, number>();
  let client = shop.newClient();
  let lastSeed = seed;
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);

  async function sendWithRetries<T extends Response>(send: () => Promise<T>): Promise<T> {
    let response = await send();
    for (let i = 1; i < MAX_TRIES && response.status >= 500; i++) {
      count("request repeated");
      response = await send();
    }
    return response;
  }

  function actAtStripe(sessionId: string, action: PaymentAction): boolean {
    try {
      shop.payments.act(sessionId, action);
      count(action);
      return true;
    } catch (error) {
      if (!(error instanceof ActionRefused || error instanceof StripeApiError)) throw error;
      return false;
    }
  }

  const common = { stockAdmin, discounts, purchases, count, sendWithRetries, actAtStripe };
  const context: Context = { ...common, changedSessionIds: [], client: () => client };
  return {
    purchases,
    counts,
    /** Signs in again, because the token has expired when the clock was set ahead. */
    async signIn(): Promise<void> {
      client = shop.newClient();
      await client.adminToken();
    },
    /** Places orders with `buyerCount` buyers at once. Half of the orders are followed by a change of an earlier order. */
    async placeOrders(orderCount: number, buyerCount: number): Promise<void> {
      const endCount = purchases.length + orderCount;
      const shopUntilEnd = async (): Promise<void> => {
        const random = createRandom(++lastSeed);
        while (purchases.length < endCount) {
          await buy(context, random);
          if (random.chance(0.5)) await followUp(context, random);
        }
      };
      await Promise.all(Array.from({ length: buyerCount }, shopUntilEnd));
    },
    /** Banks decide about delayed payments, and pending refunds succeed. */
    finishAtStripe(): void {
      const random = createRandom(++lastSeed);
      for (const { id } of shop.payments.sessions()) {
        actAtStripe(id, random.chance(0.5) ? "settle" : "fail-later");
        for (let i = 0; i < MAX_PENDING_REFUNDS && actAtStripe(id, "refund-settle"); i++);
      }
    },
  };
}
