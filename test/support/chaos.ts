import { StripeApiError } from "../../infra/local/stripe/errors.ts";
import { ActionRefused } from "../../infra/local/stripe/transitions.ts";
import type { PaymentAction } from "../../infra/local/stripe/actions.ts";
import type { OrderData } from "../../shared/order-data.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import type { Product } from "../../shared/product.ts";
import type { BackOffice } from "./back-office.ts";
import type { BusEvent } from "./mock-aws.ts";
import type { CheckoutDriver } from "./checkout-driver.ts";
import type { ActionWithoutCrash, ChaosFault, Crash, RandomAction } from "./random-actions.ts";
import { orderData } from "./fixtures.ts";
import { deliver } from "./invoke.ts";
import type { ShopWithTableFaults } from "./shop.ts";
import { advanceClock, TEAM } from "./shop.ts";

/** Performs random actions on the shop. Throws when a response has a status of 500 or more, except 503. */
export function createChaos(
  shop: ShopWithTableFaults,
  driver: CheckoutDriver,
  office: BackOffice,
  products: readonly Product[],
) {
  const attempts: { data: OrderData; orderId?: string; sessionId?: string }[] = [];
  /** Stripe's events that the settlement function has not handled yet. */
  let stripeEvents: Awaited<ReturnType<ShopWithTableFaults["payments"]["takeNewEvents"]>> = [];
  /** Events from the bus that the mail function has not handled yet. */
  let mailEvents: BusEvent[] = [];
  let mailCrashCount = 0;
  let refundCount = 0;
  /** The crash that happens during the next action. */
  let crash: Crash | undefined;
  const piecesOfFirstLine = (quantity: number) => [{ line: 0, quantity }];
  const fetchEvents = async () => void stripeEvents.push(...(await shop.payments.takeNewEvents()));
  const attemptAt = (index: number) => attempts[index % Math.max(1, attempts.length)];
  const expectNoServerError = ({ status, body }: { status: number; body: string }) => {
    if (status >= 500 && status !== 503) throw new Error(`${status}: ${body}`);
  };
  const sendCheckout = async (attempt: (typeof attempts)[number]) => {
    const response = await driver.send(attempt.data);
    expectNoServerError(response);
    if (response.status === 200) Object.assign(attempt, response.data);
  };
  const settle = async (events: typeof stripeEvents) => {
    const failedIndexes = await driver.settleAndListFailures(events);
    stripeEvents.push(...events.filter((_, i) => failedIndexes.includes(i)));
  };
  const clearFaults = () => {
    shop.tableFaults.set({ table: "normal" });
    shop.payments.faults.set({ stripe: "normal" });
    Object.assign(shop.faults, { mail: false, bus: false });
  };
  const setFault = (fault: ChaosFault) => {
    clearFaults();
    if (fault === "throttled" || fault === "conflict") shop.tableFaults.set({ table: fault });
    else if (fault === "error-replayed" || fault === "rate-limited")
      shop.payments.faults.set({ stripe: fault });
    else if (fault === "mail-down") shop.faults.mail = true;
    else if (fault === "team-mail-down") shop.faults.mail = (to) => to === TEAM;
    else if (fault === "bus-down") shop.faults.bus = true;
    else if (fault === "bus-partly-down") shop.faults.bus = (_, i) => i % 2 === 1;
  };
  const sendMails = async (events: readonly BusEvent[]) => {
    const failedIndexes = await deliver(driver.mailHandler, events);
    mailEvents.push(...events.filter((_, i) => failedIndexes.includes(i)));
  };

  async function act(action: RandomAction): Promise<void> {
    if (action.do === "crash") return void (crash = action);
    const crashDuringAction = crash;
    crash = undefined;
    return crashDuringAction ? performWithCrash(crashDuringAction, action) : perform(action);
  }

  /** Simulates a crash: the table fails after `calls` calls, or the response from Stripe is lost. */
  async function performWithCrash({ calls, isAtStripe }: Crash, action: ActionWithoutCrash): Promise<void> {
    const getFaults = shop.tableFaults.get.bind(shop.tableFaults);
    let remainingCalls = calls;
    if (action.do === "mail") mailCrashCount++;
    if (isAtStripe && action.do !== "deliver") shop.payments.connection.cut = "after";
    else
      shop.tableFaults.get = () => (remainingCalls-- > 0 ? getFaults() : { ...getFaults(), table: "down" });
    await perform(action);
    shop.tableFaults.get = getFaults;
    shop.payments.connection.cut = "none";
  }

  async function perform(action: ActionWithoutCrash): Promise<void> {
    if (action.do === "wait") {
      advanceClock(action.minutes * 60_000);
      return driver.reconcileCheckouts().catch(() => undefined);
    }
    if (action.do === "fault") return setFault(action.fault);
    if (action.do === "buy") {
      const product = products[action.index % products.length];
      if (!product) return;
      const attempt = { data: orderData([[product, action.quantity]]) };
      attempts.push(attempt);
      return sendCheckout(attempt);
    }
    if (action.do === "deliver") {
      await fetchEvents();
      const start = action.index % Math.max(1, stripeEvents.length);
      const batch = stripeEvents.splice(start, action.count).reverse();
      return settle(action.isTwice ? [...batch, ...batch] : batch);
    }
    if (action.do === "mail") {
      mailEvents.push(...shop.bus.splice(0));
      const start = action.index % Math.max(1, mailEvents.length);
      const batch = mailEvents.splice(start, action.count).reverse();
      return sendMails(action.isTwice ? [...batch, ...batch] : batch);
    }
    const attempt = attemptAt(action.index);
    if (action.do === "retry") return attempt && sendCheckout(attempt);
    const { orderId, sessionId } = attempt ?? {};
    if (!orderId || !sessionId) return;
    switch (action.do) {
      case "at-stripe":
        return void actAtStripe(sessionId, action.action);
      case "release":
        return expectNoServerError(await driver.release(sessionId));
      case "verify":
        return expectNoServerError(await driver.verifyPayment(sessionId));
      case "issue-refund":
        return void (await driver.deliverOutbox("refund-payment", orderId, "RefundRequested"));
      case "reopen":
        return expectNoServerError(await office.change(orderId, { orderStatus: ORDER_STATUS.pending }));
      case "cancel":
        return expectNoServerError(
          await office.change(orderId, {
            orderStatus: ORDER_STATUS.cancelled,
            refund: action.refund,
            restock: action.restock,
            ...(action.quantity === undefined ? {} : { restockLines: piecesOfFirstLine(action.quantity) }),
          }),
        );
      case "refund":
        return expectNoServerError(
          await office.refund(orderId, {
            refundId: `refund-${refundCount++}`,
            amount: action.amount,
            ...(action.quantity === undefined ? {} : { lines: piecesOfFirstLine(action.quantity) }),
            ...(action.quantity !== undefined && action.restock
              ? { restockLines: piecesOfFirstLine(action.quantity) }
              : {}),
          }),
        );
    }
  }

  /** Performs an action at Stripe; returns whether the payment's state allowed the action. */
  function actAtStripe(sessionId: string, action: PaymentAction): boolean {
    try {
      shop.payments.act(sessionId, action);
      return true;
    } catch (error) {
      if (!(error instanceof ActionRefused || error instanceof StripeApiError)) throw error;
      return false;
    }
  }

  /** Settles the pending refunds of a session, at most ten. */
  function settleRefunds(sessionId: string): void {
    for (let i = 0; i < 10; i++) if (!actAtStripe(sessionId, "refund-settle")) return;
  }

  return {
    act,
    /** Number of simulated crashes of the mail function. A mail may be sent twice for each. */
    mailCrashCount: () => mailCrashCount,
    /** Ends all faults, settles payments, wins open disputes, delivers events, issues refunds, ends holds and sends mails. */
    async recover(): Promise<void> {
      clearFaults();
      for (const { sessionId } of attempts)
        for (const action of ["settle", "dispute-win"] as const)
          if (sessionId) actAtStripe(sessionId, action);
      // A hold ends 36 minutes after the checkout, or one day later while the bank processes the payment.
      for (const minutes of [45, 1500, 1500]) {
        await fetchEvents();
        const events = stripeEvents;
        stripeEvents = [];
        await settle(events);
        for (const orderId of await this.orderIds())
          await driver.deliverOutbox("refund-payment", orderId, "RefundRequested");
        for (const { sessionId } of attempts) if (sessionId) settleRefunds(sessionId);
        advanceClock(minutes * 60_000);
        await driver.reconcileCheckouts();
      }
      for (let i = 0; i < 3; i++) {
        // A mail that a crash has interrupted can be sent again when its claim has ended, after half a minute.
        advanceClock(2 * 60_000);
        await driver.reconcileCheckouts();
        const events = [...mailEvents, ...shop.bus.splice(0)];
        mailEvents = [];
        await sendMails(events);
      }
      if (mailEvents.length > 0) throw new Error(`${mailEvents.length} events still wait for their mails`);
    },
    /** The ids of all orders for `products`, also if the response to the checkout was lost. */
    async orderIds(): Promise<string[]> {
      const productIds = new Set(products.map(({ id }) => id));
      return (await shop.table.items())
        .filter(
          ({ sk, items }) =>
            sk === "ORDER" &&
            (items as { productId: string }[]).some(({ productId }) => productIds.has(productId)),
        )
        .map(({ orderId }) => String(orderId));
    },
  };
}
