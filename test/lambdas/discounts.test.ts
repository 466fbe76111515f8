import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createDiscount } from "../../lambdas/discounts/save-discount.ts";
import { transact } from "../../lambdas/lib/transact.ts";
import { addDiscount } from "../support/add-discount.ts";
import { openBackOffice } from "../support/back-office.ts";
import {
  discountKey,
  endDiscount,
  getCode,
  getDiscount,
  putCode,
  readDiscounts,
  readTakenCodes,
} from "../../lambdas/discounts/discount-table.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import { discountsApi } from "../../shared/api-discounts.ts";
import { discountMessages } from "../../shared/discount-messages.ts";
import { type DiscountInput, MAX_DISCOUNTS } from "../../shared/discounts.ts";
import { toCents } from "../../shared/money.ts";
import { categoryLabel } from "../../shared/site/categories.ts";
import { SHIPPING_FEE } from "../../shared/site/delivery.ts";
import { openDiscountShop, withCode } from "../support/discount-shop.ts";
import type { CartEntry } from "../support/fixtures.ts";
import { orderData, testProduct } from "../support/fixtures.ts";
import { eventsOf, orderOf, stockOf } from "../support/invariants.ts";
import { call } from "../support/invoke.ts";

const { tee, flask, ticket, shop, driver, createCode, quote } = await openDiscountShop();
const office = await openBackOffice(shop);

describe("a code", () => {
  test("lowers the price on the page, in the order, at Stripe and in the events, to the cent", async () => {
    const code = await createCode({ percent: 15, categories: ["shirts"] });
    const cart: CartEntry[] = [
      [tee, 3],
      [flask, 1],
    ];
    const { data } = await quote(` ${code.toLowerCase()} `, cart);
    expect(data).toEqual({
      code,
      discount: 11.25,
      shares: [11.25, 0],
      terms: `15% off ${categoryLabel("shirts")}`,
    });
    const feeCents = toCents(SHIPPING_FEE);
    const total = (10_172 + feeCents) / 100;
    const { orderId, sessionId } = (await driver.send(withCode(cart, { code, disc: 11.25, ship: true })))
      .data;
    const order = await orderOf(shop.table, orderId);
    expect(order.financialInfo).toEqual({
      subtotal: 112.97,
      discount: 11.25,
      discountCode: code,
      shipping: SHIPPING_FEE,
      total,
      refunded: 0,
    });
    expect(order.items.map(({ discount }) => discount)).toEqual([11.25, undefined]);
    const session = await shop.payments.sdk.checkout.sessions.retrieve(sessionId);
    expect([session.amount_subtotal, session.amount_total]).toEqual([11_297 + feeCents, 10_172 + feeCents]);
    await driver.pay(sessionId);
    const events = await eventsOf(shop.table, orderId);
    expect(events.find(({ type }) => type === "OrderPaid")).toMatchObject({
      version: 2,
      items: [
        { discount: 11.25, tax: 0 },
        { discount: 0, tax: 0 },
      ],
      financialInfo: { discount: 11.25, discountCode: code, tax: 0, total },
    });
    const { receipt } = (await driver.verifyPayment(sessionId)).data;
    expect(receipt).toMatchObject({ discount: 11.25, discountCode: code, total });
    expect((await getDiscount(order.discountUse?.discountId ?? ""))?.used).toBe(1);
  });

  test("that takes off another amount than the page shows is refused with the reason 'cart_changed'", async () => {
    const code = await createCode({ amount: 5 });
    const { status, error } = await driver.send(withCode([[tee, 1]], { code, disc: 6 }));
    expect([status, error.reason]).toEqual([409, "cart_changed"]);
  });

  test.each<
    [description: string, terms: Partial<DiscountInput> | undefined, cart: CartEntry[], text: string | RegExp]
  >([
    ["is unknown", undefined, [[tee, 1]], discountMessages.unknown],
    [
      "is not valid yet",
      { percent: 5, from: "2999-01-01T00:00:00.000Z" },
      [[tee, 1]],
      /^This code is valid from /,
    ],
    ["is over", { percent: 5, until: "2020-01-01T00:00:00.000Z" }, [[tee, 1]], /^This code was valid until /],
    [
      "needs items for a higher amount",
      { percent: 5, minimum: 50 },
      [[tee, 1]],
      "This code needs items for $50.00 or more.",
    ],
    [
      "is for other goods",
      { percent: 5, categories: ["polos"] },
      [[tee, 1]],
      `This code is only for: ${categoryLabel("polos")}.`,
    ],
  ])(
    "that %s is refused on the page with the reason, and at the checkout, and holds nothing",
    async (_, terms, cart, text) => {
      const code = terms ? await createCode(terms) : "NO-SUCH-CODE";
      const stockBefore = await stockOf(shop.table, tee);
      const responses = [
        await quote(code, cart),
        await driver.send(withCode(cart, { code, disc: terms ? 1.25 : 0 })),
      ];
      const [quoteResponse, checkoutResponse] = responses;
      expect([quoteResponse?.status, quoteResponse?.error.reason]).toEqual([409, "code_refused"]);
      expect(quoteResponse?.error.message).toMatch(text);
      expect(checkoutResponse?.status).toBe(409);
      expect(await stockOf(shop.table, tee)).toEqual(stockBefore);
    },
  );

  test("that an admin has ended is refused, but an open payment page can be paid", async () => {
    const code = await createCode({ percent: 10 });
    const { orderId, sessionId } = (await driver.send(withCode([[tee, 1]], { code, disc: 2.5 }))).data;
    await endDiscount((await getCode(code))?.discountId ?? "", new Date());
    expect((await quote(code, [[tee, 1]])).error.message).toBe(discountMessages.endedByAdmin);
    await driver.pay(sessionId);
    expect((await orderOf(shop.table, orderId)).paymentStatus).toBe("paid");
  });

  test("that leaves less than the smallest possible card payment is refused with the reason", async () => {
    const code = await createCode({ amount: 24.69 });
    const { status, error } = await driver.send(withCode([[tee, 1]], { code, disc: 24.69 }));
    expect([status, error.reason]).toEqual([409, "code_refused"]);
    expect(error.message).toContain("$0.30 would be left to pay");
  });

  test("takes nothing off an unknown product, and lists the shares in the sequence of the cart's lines", async () => {
    const code = await createCode({ percent: 10 });
    const unknownProduct = testProduct({ name: "Gone" });
    const cart: CartEntry[] = [
      [flask, 1],
      [unknownProduct, 2],
      [tee, 1],
    ];
    expect((await quote(code, cart)).data).toMatchObject({ discount: 6.3, shares: [3.8, 0, 2.5] });
    const otherCode = await createCode({ percent: 10, minimum: 1 });
    expect((await quote(otherCode, [[unknownProduct, 2]])).error.message).toBe(
      "This code needs items for $1.00 or more.",
    );
  });

  test("of a batch differs from the others and can be used once", async () => {
    const { codes, count } = await addDiscount({ count: 130, percent: 50 });
    expect([count, new Set(codes).size]).toEqual([130, 130]);
    const [code = ""] = codes;
    const { sessionId } = (await driver.send(withCode([[ticket, 2]], { code, disc: 15 }))).data;
    await driver.pay(sessionId);
    expect((await driver.send(withCode([[ticket, 2]], { code, disc: 15 }))).error.message).toBe(
      discountMessages.usedUp,
    );
    expect(await readTakenCodes(codes)).toEqual(new Set([code]));
  });
});

test.each(["\ud800", "NO", "__proto__", "🍄".repeat(20), " "])(
  "the text %j cannot be a code and gets the error for an unknown code",
  async (code) => {
    const responses = [await quote(code, [[tee, 1]]), await driver.send({ ...orderData([[tee, 1]]), code })];
    for (const { status, error } of responses)
      expect([status, error.message]).toEqual([409, discountMessages.unknown]);
  },
);

test("discounts that have ended do not count towards the limit of running discounts", async () => {
  const { id } = await addDiscount({ count: 1, percent: 5 });
  const runningDiscount = await getDiscount(id);
  const putManyDiscounts = (changes: object) =>
    Promise.all(
      Array.from({ length: MAX_DISCOUNTS }, (_, i) =>
        shop.table.put({ ...discountKey(`dsc_${i}`), ...runningDiscount, id: `dsc_${i}`, ...changes }),
      ),
    );
  await putManyDiscounts({ endedAt: "2026-01-01T00:00:00.000Z" });
  await createCode({ percent: 5 });
  await putManyDiscounts({ until: "2026-01-01T00:00:00.000Z" });
  await createCode({ percent: 5 });
  await putManyDiscounts({});
  await expect(createCode({ percent: 5 })).rejects.toThrow(discountMessages.tooManyDiscounts(MAX_DISCOUNTS));
  await putManyDiscounts({ endedAt: "2026-01-01T00:00:00.000Z" });
});

test.each(["\ud800", "", "no product"])("an item with the invalid id %j is refused", async (id) => {
  const code = await createCode({ percent: 10 });
  const { status, error } = await quote(code, [[{ ...tee, id }, 1]]);
  expect([status, error.fields]).toEqual([400, { "items.0.id": "Unknown product" }]);
});

test("a stored code that its discount does not list, as after an interrupted request, is unknown", async () => {
  const { id } = await addDiscount({ count: 130, percent: 50 });
  await transact([putCode({ code: "LEFT-OVER", discountId: id, limit: 1, taken: 0 })]);
  expect((await quote("LEFT-OVER", [[tee, 1]])).error.message).toBe(discountMessages.unknown);
});

test("goods that a code made free go back in stock with a refund of other goods; a refund of them alone says what to do", async () => {
  const code = await createCode({ percent: 100, categories: ["shirts"] });
  const cart: CartEntry[] = [
    [tee, 2],
    [flask, 1],
  ];
  const { orderId, sessionId } = (await driver.send(withCode(cart, { code, disc: 49.98 }))).data;
  await driver.pay(sessionId);
  const { sold } = await stockOf(shop.table, tee);
  const freeLines = [{ line: 0, quantity: 2 }];
  const refused = await office.refund(orderId, {
    refundId: randomUUID(),
    lines: freeLines,
    restockLines: freeLines,
  });
  expect([refused.status, refused.error.message]).toEqual([409, apiMessages.freeParts]);
  const lines = [...freeLines, { line: 1, quantity: 1 }];
  const accepted = await office.refund(orderId, { refundId: randomUUID(), lines, restockLines: lines });
  expect(accepted.data.refunds).toMatchObject([{ amount: 38 }]);
  expect((await stockOf(shop.table, tee)).sold).toBe(sold - 2);
});

describe("a repeated request for a discount", () => {
  const actor = { admin: "ada", now: new Date() };
  const input = { requestId: randomUUID(), count: 130, percent: 50, categories: ["shirts"] };
  const countDiscounts = async () => (await readDiscounts()).length;

  test("adds nothing and gets the same codes, also if both requests arrive at the same time", async () => {
    const count = await countDiscounts();
    const firstDiscount = await createDiscount(input, actor);
    expect(await createDiscount(input, { ...actor, now: new Date(+actor.now + 60_000) })).toEqual(
      firstDiscount,
    );
    const codeInput = { requestId: randomUUID(), code: "ONCE-ONLY", percent: 10, limit: 5 };
    const [firstAnswer, secondAnswer] = await Promise.all([
      createDiscount(codeInput, actor),
      createDiscount(codeInput, actor),
    ]);
    expect(firstAnswer).toEqual(secondAnswer);
    expect(await countDiscounts()).toBe(count + 2);
  });

  test.each([
    ["one code instead of a batch", { count: undefined, code: "OTHER" }],
    ["another number of codes", { count: 131 }],
    ["another percentage", { percent: 51 }],
    ["an amount", { percent: undefined, amount: 50 }],
    ["a start", { from: "2026-11-20T12:00:00.000Z" }],
    ["an end", { until: "2027-11-20T12:00:00.000Z" }],
    ["uses for each customer", { perCustomer: 1 }],
    ["a minimum", { minimum: 20 }],
    ["other categories", { categories: ["polos"] }],
  ])("with %s is refused", async (_, changes) => {
    await createDiscount(input, actor);
    await expect(createDiscount({ ...input, ...changes }, actor)).rejects.toThrow(
      discountMessages.requestReused,
    );
  });

  test("with another limit is refused", async () => {
    const codeInput = { requestId: randomUUID(), code: "LIMIT-5", percent: 10, limit: 5 };
    await createDiscount(codeInput, actor);
    await expect(createDiscount({ ...codeInput, limit: 6 }, actor)).rejects.toThrow(
      discountMessages.requestReused,
    );
  });

  test("with another id is refused because the code exists", async () => {
    const codeInput = { code: "TWO-IDS", percent: 10 };
    await addDiscount(codeInput);
    await expect(addDiscount(codeInput)).rejects.toMatchObject({
      fields: { code: discountMessages.codeTaken },
    });
  });
});

test("a discount whose end has passed cannot be created, and its code stays free", async () => {
  const input = { code: "TOO-LATE", percent: 10 };
  const actor = { admin: "ada", now: new Date("2026-11-20T12:00:00.000Z") };
  const createUntil = (until: string) => createDiscount({ requestId: randomUUID(), ...input, until }, actor);
  await expect(createUntil("2026-11-20T12:00:00.000Z")).rejects.toMatchObject({
    fields: { until: discountMessages.untilPassed },
  });
  expect((await createUntil("2026-11-20T12:00:00.001Z")).code).toBe("TOO-LATE");
});

test("a discount with an empty list of categories is refused, because it could never be used", async () => {
  const body = { requestId: randomUUID(), code: "FOR-NOTHING", percent: 10, categories: [] };
  const { status, error } = await call(office.handler, discountsApi.createDiscount, { body });
  expect([status, error.fields]).toEqual([400, { categories: discountMessages.noCategory }]);
  expect(await getCode("FOR-NOTHING")).toBeUndefined();
});

test("discounts are listed from the newest to the oldest", async () => {
  const start = Date.now() + 86_400_000;
  for (const day of [2, 1, 3]) {
    const now = new Date(start + day * 86_400_000);
    await createDiscount({ requestId: randomUUID(), count: 1, percent: day }, { admin: "ada", now });
  }
  expect((await readDiscounts()).slice(0, 3).map(({ percent }) => percent)).toEqual([3, 2, 1]);
});
