import { StripeApiError } from "../../infra/local/stripe/errors.ts";
import { ActionRefused } from "../../infra/local/stripe/transitions.ts";
import type { Action } from "../../infra/local/stripe/actions.ts";
import type { OrderData } from "../../shared/order-data.ts";
import type { Product } from "../../shared/product.ts";
import type { BackOffice } from "./back-office.ts";
import type { BusEvent } from "./aws.ts";
import type { Counter } from "./counter.ts";
import type { Death, Deed, Life, WeatherFault } from "./deeds.ts";
import { orderData } from "./fixtures.ts";
import { deliver } from "./invoke.ts";
import type { Shop } from "./shop.ts";
import { later, TEAM } from "./shop.ts";

/** A little world: does deeds to the shop, and throws when it answers what it never should. */
export function world(shop: Shop, counter: Counter, office: BackOffice, products: readonly Product[]) {
  const attempts: { data: OrderData; orderId?: string; sessionId?: string }[] = [];
  let queue: Awaited<ReturnType<Shop["payments"]["events"]>> = [];
  /** Events on the bus that the function for mails has not had yet. */
  let posted: BusEvent[] = [];
  let crashedMails = 0;
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
    Object.assign(shop.faults, { mail: false, bus: false });
  };
  const harm = (fault: WeatherFault) => {
    calm();
    if (fault === "throttled" || fault === "conflict") shop.tableFaults.set({ table: fault });
    else if (fault === "error-replayed" || fault === "rate-limited")
      shop.payments.faults.set({ stripe: fault });
    else if (fault === "mail-down") shop.faults.mail = true;
    else if (fault === "team-mail-down") shop.faults.mail = (to) => to === TEAM;
    else if (fault === "bus-down") shop.faults.bus = true;
    else if (fault === "bus-choosy") shop.faults.bus = (_, i) => i % 2 === 1;
  };
  const sendMails = async (events: readonly BusEvent[]) => {
    const failed = await deliver(counter.mail, events);
    posted.push(...events.filter((_, i) => failed.includes(i)));
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
    if (deed.do === "mail") crashedMails++;
    if (stripe && deed.do !== "deliver") shop.payments.way.cut = "after";
    else shop.tableFaults.get = () => (left-- > 0 ? whole() : { ...whole(), table: "down" });
    await live(deed);
    shop.tableFaults.get = whole;
    shop.payments.way.cut = "none";
  }

  async function live(deed: Life): Promise<void> {
    if (deed.do === "wait") {
      later(deed.minutes * 60_000);
      return counter.reconcile().catch(() => undefined);
    }
    if (deed.do === "break") return harm(deed.fault);
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
    if (deed.do === "mail") {
      posted.push(...shop.bus.splice(0));
      const taken = posted.splice(deed.which % Math.max(1, posted.length), deed.count).reverse();
      return sendMails(deed.twice ? [...taken, ...taken] : taken);
    }
    const attempt = at(deed.which);
    if (deed.do === "again") return attempt && send(attempt);
    const { orderId, sessionId } = attempt ?? {};
    if (!orderId || !sessionId) return;
    switch (deed.do) {
      case "at-stripe":
        return void atStripe(sessionId, deed.action);
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

  /** Whether it was possible in the state that the payment was in. */
  function atStripe(sessionId: string, action: Action): boolean {
    try {
      shop.payments.act(sessionId, action);
      return true;
    } catch (error) {
      if (!(error instanceof ActionRefused || error instanceof StripeApiError)) throw error;
      return false;
    }
  }

  return {
    act,
    /** How many times the function for mails died: each may have sent its mails once more. */
    crashedMails: () => crashedMails,
    /** Everything works again: slow payments are decided, every event arrives, every refund is made, holds run out, every mail goes out. */
    async calmDown(): Promise<void> {
      calm();
      for (const { sessionId } of attempts)
        for (const action of ["settle", "dispute-win"] as const) if (sessionId) atStripe(sessionId, action);
      for (const minutes of [45, 1500, 1500]) {
        await fetchEvents();
        const events = queue;
        queue = [];
        await settle(events);
        for (const orderId of await this.orderIds())
          await counter.handOn("refund", orderId, "RefundRequested");
        for (const { sessionId } of attempts)
          for (let left = 10; left > 0 && sessionId && atStripe(sessionId, "refund-settle"); left--);
        later(minutes * 60_000);
        await counter.reconcile();
      }
      for (let rounds = 0; rounds < 3; rounds++) {
        later(2 * 60_000);
        await counter.reconcile();
        const events = [...posted, ...shop.bus.splice(0)];
        posted = [];
        await sendMails(events);
      }
      if (posted.length > 0) throw new Error(`${posted.length} events still wait for their mails`);
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
