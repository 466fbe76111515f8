/**
 * Keeps each discount as a coupon with promotion codes at Stripe, so that the owner sees them in Stripe's dashboard. Payment
 * pages take none of them: see session-params.ts.
 */
import Stripe from "stripe";
import { isOver, termsText } from "../../shared/discounts.ts";
import { toCents } from "../../shared/money.ts";
import { log } from "../lib/log.ts";
import { getDiscount, type StoredDiscount } from "./discount-table.ts";
import { dueDiscounts, markInStripe, postponeDue } from "./stripe-due-table.ts";

/** The most discounts and the most changes of codes in one run, so that a batch of 500 codes needs some runs. */
const MAX_DISCOUNTS_A_RUN = 5;
const MAX_CODES_A_RUN = 40;
/** No further code is changed after this time, because a request may take 12 s of the function's 55 s. */
const MAX_START_MS = 20_000;
/** 1 minute after the first failure, twice as long after each further one: about 2 days in all. */
const MAX_TRIES = 12;
const delayMs = (tries: number): number => 60_000 * 2 ** (tries - 1);

/** Stripe takes 40 characters as the name of a coupon. */
const couponOf = (discount: StoredDiscount): Stripe.CouponCreateParams => ({
  ...{ id: discount.id, duration: "once", name: termsText(discount).slice(0, 40) },
  ...(discount.percent === undefined
    ? { amount_off: toCents(discount.amount ?? 0), currency: "usd" }
    : { percent_off: discount.percent }),
  metadata: metadataOf(discount),
});

/** The terms that Stripe's promotion codes do not have. Stripe takes 500 characters as a value. */
const metadataOf = ({ id, from, perCustomer, categories }: StoredDiscount): Record<string, string> => ({
  discountId: id,
  ...(from === undefined ? {} : { from }),
  ...(perCustomer === undefined ? {} : { perCustomer: String(perCustomer) }),
  ...(categories === undefined ? {} : { categories: categories.join(", ").slice(0, 500) }),
});

const promotionCodeOf = (discount: StoredDiscount, code: string): Stripe.PromotionCodeCreateParams => {
  const { id, limit, minimum, until } = discount;
  return {
    ...{ promotion: { type: "coupon", coupon: id }, code, metadata: metadataOf(discount) },
    ...(limit === undefined ? {} : { max_redemptions: limit }),
    ...(until === undefined ? {} : { expires_at: Math.ceil(Date.parse(until) / 1000) }),
    ...(minimum === undefined
      ? {}
      : { restrictions: { minimum_amount: toCents(minimum), minimum_amount_currency: "usd" } }),
  };
};

async function createCoupon({ coupons }: Stripe, discount: StoredDiscount): Promise<void> {
  try {
    await coupons.create(couponOf(discount));
  } catch (error) {
    const exists = error instanceof Stripe.errors.StripeError && error.code === "resource_already_exists";
    if (!exists) throw error;
  }
}

/** Makes Stripe's codes as the discount is. Idempotent. Returns whether all codes are done. */
async function keep(client: Stripe, discount: StoredDiscount, now: Date): Promise<boolean> {
  const started = performance.now();
  const { promotionCodes } = client;
  await createCoupon(client, discount);
  const listed = await promotionCodes
    .list({ coupon: discount.id, limit: 100 })
    .autoPagingToArray({ limit: discount.codes.length + 100 });
  const known = new Map(listed.map(({ code, id, active }) => [code.toUpperCase(), { id, active }]));
  const mustEnd = isOver(discount, now);
  const wrong = discount.codes.filter((code) => (mustEnd ? known.get(code)?.active : !known.has(code)));
  for (const [i, code] of wrong.entries()) {
    if (i >= MAX_CODES_A_RUN || performance.now() - started > MAX_START_MS) return false;
    const { id } = known.get(code) ?? {};
    if (id === undefined) await promotionCodes.create(promotionCodeOf(discount, code));
    else await promotionCodes.update(id, { active: false });
  }
  return true;
}

/** Tells Stripe about due discounts. A failure is tried again later, and never stops an order. */
export async function keepInStripe(client: () => Promise<Stripe>, now: Date): Promise<void> {
  for (const due of await dueDiscounts(now, MAX_DISCOUNTS_A_RUN)) {
    const discount = await getDiscount(due.id);
    if (!discount) continue;
    try {
      if (await keep(await client(), discount, now)) await markInStripe(due);
    } catch (error) {
      const tries = (discount.stripeTries ?? 0) + 1;
      const next = tries < MAX_TRIES ? new Date(+now + delayMs(tries)) : undefined;
      await postponeDue(due, tries, next);
      log.warn("Stripe was not told about a discount", { discount: due.id, tries, error: String(error) });
    }
  }
}
