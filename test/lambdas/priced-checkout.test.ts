import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { couponParams as couponSchema, newCoupon } from "../../infra/local/stripe/coupons.ts";
import { parseForm } from "../../infra/local/stripe/form.ts";
import { parseParams } from "../../infra/local/stripe/params.ts";
import { newSession } from "../../infra/local/stripe/session.ts";
import { sessionParams as sessionSchema } from "../../infra/local/stripe/session-params.ts";
import { openStripeState, type StripeState } from "../../infra/local/stripe/state.ts";
import { calculationParams, newCalculation } from "../../infra/local/stripe/tax.ts";
import type { StoredDiscount } from "../../lambdas/discounts/discount-table.ts";
import { appliedCode, type Offer } from "../../lambdas/discounts/offer.ts";
import { newOrder } from "../../lambdas/orders/new-order.ts";
import { markPaid } from "../../lambdas/orders/payment-rules.ts";
import { priceOrder } from "../../lambdas/orders/price-order.ts";
import { refundableCents } from "../../lambdas/orders/refund-rules.ts";
import { returnUrls } from "../../lambdas/orders/return-urls.ts";
import { couponParams, sessionParams } from "../../lambdas/orders/session-params.ts";
import type { StoredOrder } from "../../lambdas/orders/stored-order.ts";
import { addTax } from "../../lambdas/tax/add-tax.ts";
import type { TaxClient } from "../../lambdas/tax/calculate-tax.ts";
import { quoteTax } from "../../lambdas/tax/quote-tax.ts";
import { EMPTY_CHECKOUT_FORM } from "../../shared/checkout-form.ts";
import { toCents, toDollars } from "../../shared/money.ts";
import { OrderData } from "../../shared/order-data.ts";
import { toOrderData } from "../../shared/order-from-cart.ts";
import {
  isShippingRefundable,
  priceOfParts,
  refundableQuantity,
  shippingPaidCents,
} from "../../shared/part-prices.ts";
import type { RefundedParts } from "../../shared/refund-reason.ts";
import { flatShipping } from "../../shared/shipping-rates.ts";
import { ShippingSettings, type ShippingRate } from "../../shared/shipping-settings.ts";
import { taxRequestOf } from "../../web/src/features/checkout/form/tax.ts";
import { loadShopSettings as loadSettings } from "../../web/src/load-shop-settings.ts";
import { temporaryFolder } from "../infra/local/serve.ts";
import { testProduct } from "../support/fixtures.ts";
import { reportPartRefund, requestPartRefund } from "../support/part-refunds.ts";

const ORIGIN = "https://shop.example";
const now = new Date("2026-11-10T12:00:00Z");
const nowSeconds = +now / 1000;
const actor = { by: "stripe", now };
afterAll(() => void vi.unstubAllGlobals());

/** Parameters as Stripe's library sends them: `a[b][0]=c`. */
const encode = (value: unknown, name: string): [string, string][] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, part]) => encode(part, `${name}[${key}]`))
    : [[name, String(value)]];
const formOf = (params: object) =>
  parseForm(
    new URLSearchParams(Object.entries(params).flatMap(([name, value]) => encode(value, name))).toString(),
  );

/** Stripe's client, with the simulator's calculation of tax. */
const taxClient = (): Promise<TaxClient> =>
  Promise.resolve({
    tax: {
      calculations: {
        create: (params) => {
          const { line_items, ...otherFields } = newCalculation(
            parseParams(calculationParams, formOf(params)),
            nowSeconds,
          );
          return Promise.resolve({ ...otherFields, line_items: { ...line_items, has_more: false } });
        },
        listLineItems: () => Promise.reject(new Error("All lines were in the answer")),
      },
    },
  });

const centsUpTo = (max: number) => fc.integer({ min: 1, max });
const fee = fc.integer({ min: 0, max: 3_000 }).map(toDollars);
const carts = fc.array(
  fc.record({
    price: fc.oneof(centsUpTo(300), centsUpTo(20_000)).map(toDollars),
    category: fc.constantFrom("shirts", "yetiflask", "ticket"),
    quantity: fc.integer({ min: 1, max: 7 }),
    grams: fc.option(centsUpTo(2_000), { nil: undefined }),
  }),
  { minLength: 1, maxLength: 5 },
);
const cheapCarts = fc.array(
  fc.record({
    price: centsUpTo(40).map(toDollars),
    category: fc.constant("shirts"),
    quantity: fc.constant(1),
    grams: fc.constant(undefined),
  }),
  { minLength: 1, maxLength: 1 },
);
const rates: fc.Arbitrary<ShippingRate> = fc.oneof(
  fc.record({ by: fc.constant("flat" as const), fee }),
  fc
    .record({ below: fee, above: fee, from: centsUpTo(20_000).map(toDollars) })
    .map(({ below, above, from }) => ({
      by: "total" as const,
      steps: [
        { from: 0, fee: below },
        { from, fee: above },
      ],
    })),
  fc.record({ upTo: centsUpTo(4_000), light: fee, heavy: fee }).map(({ upTo, light, heavy }) => ({
    by: "weight" as const,
    defaultGrams: 300,
    steps: [{ upTo, fee: light }, { fee: heavy }],
  })),
);
const discounts = fc
  .record({
    terms: fc.oneof(
      fc.integer({ min: 1, max: 100 }).map((percent) => ({ percent })),
      centsUpTo(30_000).map((off) => ({ amount: toDollars(off) })),
    ),
    categories: fc.option(fc.constantFrom<string[]>(["shirts"]), { nil: undefined }),
  })
  .map(({ terms, categories }): Offer => {
    const discount: StoredDiscount = {
      id: "dsc_1",
      code: "CODE-1",
      codes: ["CODE-1"],
      used: 0,
      isInStripe: true,
      createdAt: now.toISOString(),
      createdBy: "ada",
      ...terms,
      ...(categories ? { categories } : {}),
    };
    return { discount, code: { code: "CODE-1", discountId: "dsc_1", taken: 0 } };
  });

const anyCheckout = {
  cart: carts,
  rate: fc.option(rates, { nil: undefined }),
  offer: fc.option(discounts, { nil: undefined, freq: 4 }),
  /** Kentucky taxes goods and shipping, Pennsylvania exempts clothing, California exempts shipping, Oregon has no tax. */
  state: fc.constantFrom("KY", "PA", "CA", "OR"),
  isShipped: fc.boolean(),
  hasTax: fc.boolean(),
  /** `seed` decides what is refunded: pieces of a line, or the shipping. */
  refunds: fc.array(fc.record({ seed: fc.nat(), fails: fc.boolean() }), { maxLength: 12 }),
};
/** Random totals are rarely below Stripe's least amount of 50 cents, so a tenth of the checkouts has a very cheap cart. */
const checkouts = fc.oneof(
  { weight: 9, arbitrary: fc.record(anyCheckout) },
  { weight: 1, arbitrary: fc.record({ ...anyCheckout, cart: cheapCarts, isShipped: fc.constant(false) }) },
);
type Checkout = typeof checkouts extends fc.Arbitrary<infer T> ? T : never;

/** Fills the page's form, and has the server price the order that the page sends. */
async function placeOrder({ cart, rate, offer, state, isShipped, hasTax }: Checkout): Promise<StoredOrder> {
  const shipping = rate && z.parse(ShippingSettings, { countries: { US: { rate } } });
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ hasTax, hasDiscounts: true, shipping })));
  vi.stubGlobal("document", { documentElement: { toggleAttribute: () => undefined } });
  const settings = await loadSettings();
  const lines = cart.map(({ quantity, ...product }, i) => ({
    product: testProduct({ ...product, id: `prd_${i}`, stock: 99 }),
    quantity,
  }));
  const form = {
    ...EMPTY_CHECKOUT_FORM,
    email: "grace@example.com",
    firstName: "Grace",
    lastName: "Hopper",
    phone: "502-555-0101",
    address: "12 Barrel Rd",
    city: "Springfield",
    state,
    zip: "12345",
    shipMerchandise: isShipped,
  };
  const pricedLines = lines.map(({ product: { category, price }, quantity }) => ({
    category,
    priceEach: price,
    quantity,
  }));
  const terms = settings.termsFor(lines, "", offer && appliedCode(offer, pricedLines));
  const taxRequest = taxRequestOf(lines, form, terms);
  const tax =
    settings.hasTax && taxRequest
      ? (await quoteTax(taxClient, { ...taxRequest, ship: taxRequest.ship && { ...taxRequest.ship } })).tax
      : undefined;
  const sentData = toOrderData(form, lines, randomUUID(), +now, { ...terms, tax });
  const data = z.parse(OrderData, JSON.parse(JSON.stringify(sentData)));
  const products = new Map(lines.map(({ product }) => [product.id, product]));
  // Each difference between the page's figures and the server's is refused here, and in addTax.
  const pricing = priceOrder(data, products, now, shipping ?? flatShipping, offer);
  if (!pricing.ok)
    throw new Error(`The page has other figures: ${JSON.stringify([data.fin, pricing.figures])}`);
  const taxed = await addTax(hasTax ? taxClient : undefined, data, pricing);
  const { subtotal, discount, shipping: shippingFee, tax: taxAdded, total } = taxed.financialInfo;
  expect(data.fin).toEqual({
    sub: subtotal,
    ship: shippingFee,
    tot: total,
    ...(discount === undefined ? {} : { disc: discount }),
    ...(tax === undefined ? {} : { tax: taxAdded ?? 0 }),
  });
  const ids = {
    orderId: `ord_${data.oId}`,
    orderNumber: "BV-1042",
    contentHash: "x",
    consentToken: "t",
    linkToken: "l",
  };
  return newOrder({ ...ids, ...returnUrls({}, ORIGIN), mustConfirmNewsletter: false, data, now }, taxed);
}

/** The amount in cents that the simulator's payment page of the order charges. */
function chargeOf(state: StripeState, order: StoredOrder): number | null {
  if (order.financialInfo.discount) {
    const coupon = newCoupon(state, parseParams(couponSchema, formOf(couponParams(order))), nowSeconds);
    state.journal.commit(state.coupons.putWrite(coupon.id, coupon));
  }
  const params = parseParams(sessionSchema, formOf(sessionParams(order, ORIGIN)));
  return newSession(state, params, nowSeconds, ORIGIN).session.amount_total;
}

test("the checkout page, the order, the payment page and the refunds have the same amounts, to the cent", async () => {
  const state = openStripeState(temporaryFolder(), +now);
  const outcomeCounts = { charged: 0, free: 0, tooLittle: 0 };
  await fc.assert(
    fc.asyncProperty(checkouts, async (checkout) => {
      const order = await placeOrder(checkout);
      const total = toCents(order.financialInfo.total);
      const centsOfLines = order.items.reduce(
        (sum, { priceEach, quantity, discount = 0, tax = 0 }) =>
          sum + toCents(priceEach) * quantity - toCents(discount) + toCents(tax),
        0,
      );
      expect(centsOfLines + shippingPaidCents(order)).toBe(total);
      expect(total).toBeGreaterThanOrEqual(0);
      if (total === 0) {
        outcomeCounts.free++;
        return;
      }
      if (total < 50) {
        outcomeCounts.tooLittle++;
        expect(() => chargeOf(state, order)).toThrow("at least 50 cents");
        return;
      }
      outcomeCounts.charged++;
      expect(chargeOf(state, order)).toBe(total);
      expectAllRefunded(total, order, checkout.refunds);
    }),
    { numRuns: 200 },
  );
  expect(Math.min(...Object.values(outcomeCounts))).toBeGreaterThan(0);
});

/**
 * Pays the order, makes the `refunds` one after another, and then refunds the rest. Expects that exactly `totalCents` are
 * refunded.
 */
function expectAllRefunded(totalCents: number, unpaidOrder: StoredOrder, refunds: Checkout["refunds"]): void {
  const payment = { sessionId: "cs_1", paymentIntentId: "pi_1", amount: totalCents };
  let order = markPaid(unpaidOrder, payment, actor)?.order ?? unpaidOrder;
  const refund = (parts: RefundedParts, fails: boolean) => {
    const amount = toCents(priceOfParts(order, parts));
    expect(amount).toBeGreaterThanOrEqual(0);
    expect(amount).toBeLessThanOrEqual(refundableCents(order));
    if (amount === 0) return;
    const refundId = `rfd_${order.refunds.length}`;
    order = requestPartRefund(order, { refundId, amount }, parts, actor);
    const change = reportPartRefund(order, { refundId, amount }, fails ? "failed" : "succeeded", actor);
    order = change?.order ?? order;
    expect(toCents(order.financialInfo.refunded)).toBeLessThanOrEqual(totalCents);
  };
  /** Refunds pieces of a line if some are left. The number after the last line means the shipping. */
  const refundLine = (line: number, quantity: number, fails: boolean) => {
    if (line < order.items.length) {
      if (refundableQuantity(order, line) > 0) refund({ lines: [{ line, quantity }] }, fails);
    } else if (isShippingRefundable(order)) refund({ shipping: true }, fails);
  };
  for (const { seed, fails } of refunds) {
    const line = seed % (order.items.length + 1);
    refundLine(line, 1 + (seed % Math.max(1, refundableQuantity(order, line))), fails);
  }
  for (let line = 0; line <= order.items.length; line++)
    refundLine(line, refundableQuantity(order, line), false);
  expect(toCents(order.financialInfo.refunded)).toBe(totalCents);
  expect(order.paymentStatus).toBe("refunded");
}
