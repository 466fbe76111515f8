import fc from "fast-check";
import { StripeFault } from "../../infra/local/stripe/errors.ts";
import { ActionRefused } from "../../infra/local/stripe/transitions.ts";
import type { Action } from "../../infra/local/stripe/actions.ts";
import type { OrderData } from "../../shared/order-data.ts";
import type { Product } from "../../shared/product.ts";
import type { BackOffice } from "./back-office.ts";
import type { Counter } from "./counter.ts";
import { orderData } from "./fixtures.ts";
import type { Shop } from "./shop.ts";
import { later } from "./shop.ts";

const which = fc.nat(7);
const PAYMENT = [
  "pay",
  "pay",
  "pay",
  "pay-later",
  "settle",
  "fail-later",
  "expire",
  "refund",
  "decline",
] as const;
const FAULTS = ["normal", "normal", "throttled", "conflict", "error-replayed", "rate-limited"] as const;

/** Something that a visitor, Stripe, an admin, the clock or bad luck does to the shop. */
export const anyDeed = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("buy" as const),
      which,
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("at-stripe" as const),
      which,
      action: fc.constantFrom(...PAYMENT),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("deliver" as const),
      which,
      count: fc.integer({ min: 1, max: 6 }),
      twice: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom("again", "release", "verify", "give-back", "reopen"), which }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("cancel" as const),
      which,
      refund: fc.boolean(),
      restock: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("refund" as const),
      which,
      amount: fc.integer({ min: 1, max: 60 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("wait" as const), minutes: fc.constantFrom(1, 20, 45, 1500) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("break" as const), fault: fc.constantFrom(...FAULTS) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("die" as const), calls: fc.nat(7), stripe: fc.boolean() }),
  },
);
export type Deed = typeof anyDeed extends fc.Arbitrary<infer D> ? D : never;
/** The function that does the next deed dies after so many calls of the table, or in the middle of one to Stripe. */
type Death = Extract<Deed, { do: "die" }>;
type Life = Exclude<Deed, Death>;

/** A little world: does deeds to the shop, and throws when it answers what it never should. */
export function world(shop: Shop, counter: Counter, office: BackOffice, products: readonly Product[]) {
  const attempts: { data: OrderData; orderId?: string; sessionId?: string }[] = [];
  let queue: Awaited<ReturnType<Shop["payments"]["events"]>> = [];
  let refunds = 0;
  let death: Death | undefined;
  const fetchEvents = async () => void queue.push(...(await shop.payments.events()));
  const at = (index: number) => attempts[index % Math.max(1, attempts.length)];
  const expectCalm = ({ status, body }: { status: number; body: string }) => {
    if (status >= 500 && status !== 503) throw new Error(`${status}: ${body}`);
  };
  const send = async (attempt: (typeof attempts)[number]) => {
    const answer = await counter.send(attempt.data);
    expectCalm(answer);
    if (answer.status === 200) Object.assign(attempt, answer.data);
  };
  const settle = async (events: typeof queue) => {
    const failed = await counter.settleEvents(events);
    queue.push(...events.filter((_, i) => failed.includes(i)));
  };
  const calm = () => {
    shop.tableFaults.set({ table: "normal" });
    shop.payments.faults.set({ stripe: "normal" });
  };

  async function act(deed: Deed): Promise<void> {
    if (deed.do === "die") return void (death = deed);
    const dies = death;
    death = undefined;
    return dies ? dying(dies, deed) : live(deed);
  }

  /** As if the process ended in the middle: nothing that it writes counts any more, or Stripe's answer never comes. */
  async function dying({ calls, stripe }: Death, deed: Life): Promise<void> {
    const whole = shop.tableFaults.get.bind(shop.tableFaults);
    let left = calls;
    if (stripe && deed.do !== "deliver") shop.payments.way.cut = "after";
    else shop.tableFaults.get = () => (left-- > 0 ? whole() : { ...whole(), table: "down" });
    await live(deed);
    shop.tableFaults.get = whole;
    shop.payments.way.cut = "none";
  }

  async function live(deed: Life): Promise<void> {
    if (deed.do === "wait") {
      later(deed.minutes * 60_000);
      return counter.tend().catch(() => undefined);
    }
    if (deed.do === "break") {
      calm();
      const { fault } = deed;
      if (fault === "throttled" || fault === "conflict") shop.tableFaults.set({ table: fault });
      else shop.payments.faults.set({ stripe: fault });
      return;
    }
    if (deed.do === "buy") {
      const product = products[deed.which % products.length];
      if (!product) return;
      const attempt = { data: orderData([[product, deed.quantity]]) };
      attempts.push(attempt);
      return send(attempt);
    }
    if (deed.do === "deliver") {
      await fetchEvents();
      const from = deed.which % Math.max(1, queue.length);
      const taken = queue.splice(from, deed.count).reverse();
      return settle(deed.twice ? [...taken, ...taken] : taken);
    }
    const attempt = at(deed.which);
    if (deed.do === "again") return attempt && send(attempt);
    const { orderId, sessionId } = attempt ?? {};
    if (!orderId || !sessionId) return;
    switch (deed.do) {
      case "at-stripe":
        return atStripe(sessionId, deed.action);
      case "release":
        return expectCalm(await counter.release(sessionId));
      case "verify":
        return expectCalm(await counter.verify(sessionId));
      case "give-back":
        return void (await counter.handOn("refund", orderId, "RefundRequested"));
      case "reopen":
        return expectCalm(await office.change(orderId, { orderStatus: 1 }));
      case "cancel":
        return expectCalm(
          await office.change(orderId, { orderStatus: 3, refund: deed.refund, restock: deed.restock }),
        );
      case "refund":
        return expectCalm(
          await office.refund(orderId, { refundId: `refund-${refunds++}`, amount: deed.amount }),
        );
    }
  }

  function atStripe(sessionId: string, action: Action): void {
    try {
      shop.payments.act(sessionId, action);
    } catch (error) {
      // Not possible in the state that the payment is in.
      if (!(error instanceof ActionRefused || error instanceof StripeFault)) throw error;
    }
  }

  return {
    act,
    /** Everything works again: slow payments are decided, every event arrives, every refund is made, holds run out. */
    async calmDown(): Promise<void> {
      calm();
      for (const { sessionId } of attempts) if (sessionId) atStripe(sessionId, "settle");
      for (const minutes of [45, 1500, 1500]) {
        await fetchEvents();
        const events = queue;
        queue = [];
        await settle(events);
        for (const orderId of await this.orderIds())
          await counter.handOn("refund", orderId, "RefundRequested");
        later(minutes * 60_000);
        await counter.tend();
      }
    },
    /** Every order of this world, those included whose answer got lost. */
    async orderIds(): Promise<string[]> {
      const ids = new Set(products.map(({ id }) => id));
      return (await shop.table.items())
        .filter(
          ({ sk, items }) =>
            sk === "ORDER" && (items as { productId: string }[]).some(({ productId }) => ids.has(productId)),
        )
        .map(({ orderId }) => String(orderId));
    },
  };
}
