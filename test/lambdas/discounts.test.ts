import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { createDiscount } from "../../lambdas/discounts/save-discount.ts";
import {
  discountKey,
  endDiscount,
  getCode,
  getDiscount,
  takenByCustomer,
  takenCodes,
} from "../../lambdas/discounts/discount-table.ts";
import { mailboxPk } from "../../lambdas/mail/undeliverable-table.ts";
import { deleteSubscriber, getSubscriber } from "../../lambdas/news/subscriber-table.ts";
import { applyChange } from "../../lambdas/orders/apply-change.ts";
import { orderIdInMailbox } from "../../lambdas/orders/order-number-table.ts";
import { endHold } from "../../lambdas/orders/payment-rules.ts";
import type { StoredOrder } from "../../lambdas/orders/stored-order.ts";
import { publicApi } from "../../shared/api-public.ts";
import { discountMessages } from "../../shared/discount-messages.ts";
import { type DiscountInput, MAX_DISCOUNTS } from "../../shared/discounts.ts";
import { toCents, toDollars } from "../../shared/money.ts";
import type { OrderData } from "../../shared/order-data.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import type { CartEntry } from "../support/fixtures.ts";
import { orderData, stockUp, testProduct } from "../support/fixtures.ts";
import { checkInvariants, eventsOf, orderOf, stockOf } from "../support/invariants.ts";
import { call } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
const tee = testProduct({ price: 24.99, stock: 500 });
const flask = testProduct({ price: 38, category: "yetiflask", stock: 500 });
const ticket = testProduct({ name: "Live taping", category: "ticket", price: 15, stock: 500 });
let codeCount = 0;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  await stockUp(shop.table, tee, flask, ticket);
});
afterEach(async () => {
  await checkInvariants(shop.table);
});

/** A new code with these terms. */
async function codeWith(terms: Partial<DiscountInput>): Promise<string> {
  const code = `CODE-${++codeCount}`;
  await createDiscount({ code, ...terms }, { admin: "ada", now: new Date() });
  return code;
}

/** A checkout with a code that takes `disc` dollars off. */
function withCode(
  entries: CartEntry[],
  {
    code,
    disc,
    email = "grace@example.com",
    ship = false,
  }: { code: string; disc: number; email?: string; ship?: boolean },
): OrderData {
  const data = orderData(entries, { ship });
  const tot = toDollars(toCents(data.fin.tot) - toCents(disc));
  return { ...data, code, bill: { ...data.bill, email }, fin: { ...data.fin, disc, tot } };
}
const taken = async (code: string) => (await getCode(code))?.taken;
const quote = (code: string, entries: CartEntry[]) =>
  call(driver.checkout, publicApi.quoteDiscount, {
    body: { code, items: entries.map(([{ id }, q]) => ({ id, q })) },
  });

describe("a code", () => {
  test("lowers the price on the page, in the order, at Stripe and in the events, to the cent", async () => {
    const code = await codeWith({ percent: 15, categories: ["shirts"] });
    const cart: CartEntry[] = [
      [tee, 3],
      [flask, 1],
    ];
    const { data } = await quote(` ${code.toLowerCase()} `, cart);
    expect(data).toEqual({ code, discount: 11.25, shares: [11.25, 0], terms: "15% off Shirts" });
    const { orderId, sessionId } = (await driver.send(withCode(cart, { code, disc: 11.25, ship: true })))
      .data;
    const order = await orderOf(shop.table, orderId);
    expect(order.financialInfo).toEqual({
      ...{ subtotal: 112.97, discount: 11.25, discountCode: code, shipping: 10, total: 111.72, refunded: 0 },
    });
    expect(order.items.map(({ discount }) => discount)).toEqual([11.25, undefined]);
    const session = await shop.payments.sdk.checkout.sessions.retrieve(sessionId);
    expect([session.amount_subtotal, session.amount_total]).toEqual([12_297, 11_172]);
    await driver.pay(sessionId);
    const events = await eventsOf(shop.table, orderId);
    expect(events.find(({ type }) => type === "OrderPaid")).toMatchObject({
      ...{
        version: 2,
        items: [
          { discount: 11.25, tax: 0 },
          { discount: 0, tax: 0 },
        ],
      },
      financialInfo: { discount: 11.25, discountCode: code, tax: 0, total: 111.72 },
    });
    const { receipt } = (await driver.verify(sessionId)).data;
    expect(receipt).toMatchObject({ discount: 11.25, discountCode: code, total: 111.72 });
    expect((await getDiscount(order.discountUse?.discountId ?? ""))?.used).toBe(1);
  });

  test("that takes off another amount than the page shows is refused with the current lines", async () => {
    const code = await codeWith({ amount: 5 });
    const { status, error } = await driver.send(withCode([[tee, 1]], { code, disc: 6 }));
    expect([status, error.reason]).toEqual([409, "cart_changed"]);
  });

  test.each<[string, Partial<DiscountInput> | undefined, CartEntry[], string | RegExp]>([
    ["is unknown", undefined, [[tee, 1]], discountMessages.unknown],
    [
      "is not valid yet",
      { percent: 5, from: "2999-01-01T00:00:00.000Z" },
      [[tee, 1]],
      /^This code is valid from /,
    ],
    ["is over", { percent: 5, until: "2020-01-01T00:00:00.000Z" }, [[tee, 1]], /^This code was valid until /],
    [
      "needs more items",
      { percent: 5, minimum: 50 },
      [[tee, 1]],
      "This code needs items for $50.00 or more.",
    ],
    [
      "is for other goods",
      { percent: 5, categories: ["polos"] },
      [[tee, 1]],
      "This code is only for: Polos.",
    ],
  ])(
    "that %s is refused in words, on the page and at the checkout, and holds nothing",
    async (_, terms, cart, text) => {
      const code = terms ? await codeWith(terms) : "NO-SUCH-CODE";
      const before = await stockOf(shop.table, tee);
      const answers = [
        await quote(code, cart),
        await driver.send(withCode(cart, { code, disc: terms ? 1.25 : 0 })),
      ];
      const [asked, sent] = answers;
      expect([asked?.status, asked?.error.reason]).toEqual([409, "code_refused"]);
      expect(asked?.error.message).toMatch(text);
      expect(sent?.status).toBe(409);
      expect(await stockOf(shop.table, tee)).toEqual(before);
    },
  );

  test("that an admin has ended is refused; an open payment page keeps its price", async () => {
    const code = await codeWith({ percent: 10 });
    const { orderId, sessionId } = (await driver.send(withCode([[tee, 1]], { code, disc: 2.5 }))).data;
    await endDiscount((await getCode(code))?.discountId ?? "", new Date());
    expect((await quote(code, [[tee, 1]])).error.message).toBe(discountMessages.ended);
    await driver.pay(sessionId);
    expect((await orderOf(shop.table, orderId)).paymentStatus).toBe("paid");
  });

  test("that leaves less than cards take is refused in words", async () => {
    const code = await codeWith({ amount: 24.69 });
    const { status, error } = await driver.send(withCode([[tee, 1]], { code, disc: 24.69 }));
    expect([status, error.reason]).toEqual([409, "code_refused"]);
    expect(error.message).toContain("$0.30 would be left to pay");
  });

  test("takes nothing off a product that is no longer sold, and the shares keep the order of the cart", async () => {
    const code = await codeWith({ percent: 10 });
    const gone = testProduct({ name: "Gone" });
    const cart: CartEntry[] = [
      [flask, 1],
      [gone, 2],
      [tee, 1],
    ];
    expect((await quote(code, cart)).data).toMatchObject({ discount: 6.3, shares: [3.8, 0, 2.5] });
    const ofGone = await codeWith({ percent: 10, minimum: 1 });
    expect((await quote(ofGone, [[gone, 2]])).error.message).toBe("This code needs items for $1.00 or more.");
  });

  test("of a batch can be used once each, and nobody can guess it", async () => {
    const { codes, count } = await createDiscount(
      { count: 130, percent: 50 },
      { admin: "ada", now: new Date() },
    );
    expect([count, new Set(codes).size]).toEqual([130, 130]);
    const [code = ""] = codes;
    const { sessionId } = (await driver.send(withCode([[ticket, 2]], { code, disc: 15 }))).data;
    await driver.pay(sessionId);
    expect((await driver.send(withCode([[ticket, 2]], { code, disc: 15 }))).error.message).toBe(
      discountMessages.usedUp,
    );
    expect(await takenCodes(codes)).toEqual(new Set([code]));
  });
});

test.each(["\ud800", "NO", "__proto__", "🍄".repeat(20), " "])(
  "a text that is no code, %j, is unknown",
  async (code) => {
    const answers = [await quote(code, [[tee, 1]]), await driver.send({ ...orderData([[tee, 1]]), code })];
    for (const { status, error } of answers)
      expect([status, error.message]).toEqual([409, discountMessages.unknown]);
  },
);

test("discounts that are over do not count for the most that can run", async () => {
  const { id } = await createDiscount({ count: 1, percent: 5 }, { admin: "ada", now: new Date() });
  const running = await getDiscount(id);
  const putMany = (changes: object) =>
    Promise.all(
      Array.from({ length: MAX_DISCOUNTS }, (_, i) =>
        shop.table.put({ ...discountKey(`dsc_${i}`), ...running, id: `dsc_${i}`, ...changes }),
      ),
    );
  await putMany({ endedAt: "2026-01-01T00:00:00.000Z" });
  await codeWith({ percent: 5 });
  await putMany({ until: "2026-01-01T00:00:00.000Z" });
  await codeWith({ percent: 5 });
  await putMany({});
  await expect(codeWith({ percent: 5 })).rejects.toThrow(discountMessages.most(MAX_DISCOUNTS));
  await putMany({ endedAt: "2026-01-01T00:00:00.000Z" });
});

describe("the last use of a code", () => {
  test("goes to one of 20 simultaneous checkouts; the others are told, and hold nothing", async () => {
    const code = await codeWith({ amount: 5, limit: 1 });
    const scarce = testProduct({ stock: 50 });
    await stockUp(shop.table, scarce);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => driver.send(withCode([[scarce, 1]], { code, disc: 5 }))),
    );
    const refused = answers.filter(({ status }) => status === 409);
    expect([answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([1, 19]);
    expect(new Set(refused.map(({ error }) => error.message))).toEqual(new Set([discountMessages.usedUp]));
    expect(await taken(code)).toBe(1);
    expect(await stockOf(shop.table, scarce)).toEqual({ available: 49, held: 1, sold: 0 });
  });

  test("is free again when the hold ends, once under repeats, and stays taken after a payment", async () => {
    const code = await codeWith({ amount: 5, limit: 1 });
    const { sessionId } = (await driver.send(withCode([[tee, 1]], { code, disc: 5 }))).data;
    expect(await taken(code)).toBe(1);
    await Promise.all([driver.release(sessionId), driver.release(sessionId), driver.release(sessionId)]);
    expect(await taken(code)).toBe(0);
    const second = (await driver.send(withCode([[tee, 1]], { code, disc: 5 }))).data;
    await driver.pay(second.sessionId);
    await driver.release(second.sessionId);
    expect(await taken(code)).toBe(1);
  });

  test("is free again after a crash between the order and its payment page", async () => {
    const code = await codeWith({ amount: 5, limit: 1 });
    shop.payments.faults.set({ stripe: "down" });
    const { status } = await driver.send(withCode([[tee, 1]], { code, disc: 5 }));
    shop.payments.faults.set({ stripe: "normal" });
    expect([status, await taken(code)]).toEqual([503, 1]);
    advanceClock(10 * 60_000);
    await driver.reconcile();
    expect(await taken(code)).toBe(0);
  });

  test("is taken again by a payment after the hold has ended, even above the limit, and once under repeats", async () => {
    const code = await codeWith({ amount: 5, limit: 1, perCustomer: 1 });
    const late = (await driver.send(withCode([[tee, 1]], { code, disc: 5 }))).data;
    const end = (latest: StoredOrder) =>
      endHold(latest, "expired", undefined, { by: "shop", now: new Date() });
    await applyChange(late.orderId, end, { now: new Date() });
    expect(await taken(code)).toBe(0);
    const other = (await driver.send(withCode([[tee, 1]], { code, disc: 5, email: "ada@example.com" }))).data;
    await driver.pay(other.sessionId);
    shop.payments.act(late.sessionId, "pay");
    const events = await shop.payments.newEvents();
    await driver.settleEvents(events);
    await driver.settleEvents(events);
    const order = await orderOf(shop.table, late.orderId);
    expect([order.paymentStatus, order.hold.state, order.refunds]).toEqual(["paid", "sold", []]);
    expect(await taken(code)).toBe(2);
    const { discountId = "", customer } = order.discountUse ?? {};
    expect((await getDiscount(discountId))?.used).toBe(2);
    expect(await takenByCustomer(code, customer?.hash ?? "")).toBe(1);
  });

  test("of a customer is counted by mailbox, whatever the spelling of the address", async () => {
    const code = await codeWith({ amount: 5, perCustomer: 1 });
    const send = (email: string) => driver.send(withCode([[tee, 1]], { code, disc: 5, email }));
    const { sessionId } = (await send("ada.lovelace@gmail.com")).data;
    await driver.pay(sessionId);
    const second = await send("AdaLovelace+shop@googlemail.com");
    expect([second.status, second.error.message]).toEqual([409, discountMessages.usedByCustomer]);
    expect((await send("grace@example.com")).status).toBe(200);
  });
});

describe("a free order", () => {
  test("is paid at once without Stripe, once under repeats, with receipt, events and stock", async () => {
    const code = await codeWith({ percent: 100, limit: 5 });
    const data = withCode([[ticket, 2]], { code, disc: 30 });
    const before = await stockOf(shop.table, ticket);
    const answers = await Promise.all([driver.send(data), driver.send(data), driver.send(data)]);
    const again = await driver.send(data);
    const ids = new Set(
      [...answers, again].filter(({ status }) => status === 200).map(({ data: one }) => one.sessionId),
    );
    expect(ids.size).toBe(1);
    const { orderId, sessionId, url } = again.data;
    expect(url).toBe(`https://shop.example/checkout/success?session_id=${sessionId}`);
    const order = await orderOf(shop.table, orderId);
    expect(order).toMatchObject({
      paymentStatus: "paid",
      hold: { state: "sold" },
      financialInfo: { total: 0 },
    });
    expect((await eventsOf(shop.table, orderId)).map(({ type }) => type)).toEqual([
      ...["OrderPlaced", "OrderPaid", "OrderContact"],
    ]);
    expect(await taken(code)).toBe(1);
    expect(await stockOf(shop.table, ticket)).toEqual({
      ...{ available: before.available - 2, held: before.held, sold: before.sold + 2 },
    });
    const { data: paid } = await driver.verify(sessionId);
    expect([paid.paymentStatus, paid.receipt.total, paid.receipt.paymentMethod]).toEqual([
      ...["paid", 0, "None, nothing to pay"],
    ]);
    expect((await driver.deliverOutbox("mail", orderId, "OrderPaid")).length).toBe(0);
  });

  test("is found by its number and lists a customer who agreed to news, like a paid order", async () => {
    const code = await codeWith({ percent: 100 });
    const data = withCode([[ticket, 1]], { code, disc: 15, email: "free@example.com" });
    const { orderId } = (await driver.send({ ...data, updates: true })).data;
    const { orderNumber = "" } = await orderOf(shop.table, orderId);
    expect(await orderIdInMailbox(mailboxPk("free@example.com"), orderNumber)).toBe(orderId);
    expect(await getSubscriber("free@example.com")).toMatchObject({ orderId, state: "agreed" });
  });

  test("lists its customer also if the function crashed after the payment", async () => {
    const code = await codeWith({ percent: 100 });
    const data = withCode([[ticket, 1]], { code, disc: 15, email: "crashed@example.com" });
    await driver.send({ ...data, updates: true });
    await deleteSubscriber("crashed@example.com");
    await driver.send({ ...data, updates: true });
    expect(await getSubscriber("crashed@example.com")).toMatchObject({ state: "agreed" });
  });

  test("that is sent twice at once gets one order and one answer", async () => {
    const code = await codeWith({ percent: 100 });
    for (let round = 0; round < 5; round++) {
      const before = await stockOf(shop.table, ticket);
      const data = withCode([[ticket, 1]], { code, disc: 15 });
      const [first, second] = await Promise.all([driver.send(data), driver.send(data)]);
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(second.data).toEqual(first.data);
      const { orderId } = first.data;
      expect((await eventsOf(shop.table, orderId)).filter(({ type }) => type === "OrderPaid").length).toBe(1);
      expect((await getDiscount((await getCode(code))?.discountId ?? ""))?.used).toBe(round + 1);
      expect((await stockOf(shop.table, ticket)).sold).toBe(before.sold + 1);
    }
  });

  test("that is cancelled goes back in stock without a refund; its mail says so, and its code stays used", async () => {
    const office = await openBackOffice(shop);
    const code = await codeWith({ percent: 100, limit: 2 });
    const before = await stockOf(shop.table, ticket);
    const { orderId } = (await driver.send(withCode([[ticket, 2]], { code, disc: 30 }))).data;
    const { status, data } = await office.change(orderId, { orderStatus: 3, refund: true, restock: true });
    expect([status, data.paymentStatus, data.refunds]).toEqual([200, "paid", []]);
    expect(await stockOf(shop.table, ticket)).toEqual(before);
    expect((await eventsOf(shop.table, orderId)).filter(({ type }) => type === "RefundRequested")).toEqual(
      [],
    );
    shop.mails.length = 0;
    expect(await driver.deliverOutbox("expire", orderId, "OrderCancelled")).toEqual([]);
    expect(await driver.deliverOutbox("mail", orderId, "OrderCancelled")).toEqual([]);
    const [mail] = shop.mails;
    expect(mail?.text).toContain("Nothing was paid for it, so no money comes back.");
    expect(await taken(code)).toBe(1);
  });
});
