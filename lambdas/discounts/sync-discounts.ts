/**
 * Keeps each discount as a coupon with promotion codes at Stripe, so that the owner sees them in Stripe's
 * dashboard. Payment pages do not accept these codes: see session-params.ts.
 */
import type Stripe from "stripe";
import { isDiscountOver, termsText } from "../../shared/discounts.ts";
import { toCents } from "../../shared/money.ts";
import { cutText } from "../lib/cut-text.ts";
import { log } from "../lib/log.ts";
import { UnreadableItem } from "../lib/parse-item.ts";
import { hasStripeCode } from "../lib/stripe.ts";
import { getDiscount, type StoredDiscount } from "./discount-table.ts";
import {
  readDueDiscounts,
  markUpToDate,
  postponeDue,
  recordFailure,
  type DueDiscount,
} from "./stripe-due-table.ts";

/**
 * The most discounts in one run, and the most codes of one discount that a run changes. A batch of 500 codes
 * takes 13 runs.
 */
const MAX_DISCOUNTS_A_RUN = 5;
const MAX_CODES_A_RUN = 40;
/**
 * The wait is 1 minute after the first failure, and doubles with each further failure: about 34 hours in all.
 */
const MAX_TRIES = 12;
const delayMs = (tries: number): number => 60_000 * 2 ** (tries - 1);
/** The time until a discount that cannot be read is tried again. Somebody has to correct its item. */
const UNREADABLE_DELAY_MS = 3_600_000;

/** Stripe accepts at most 40 characters as the name of a coupon. */
const couponOf = (discount: StoredDiscount): Stripe.CouponCreateParams => ({
  id: discount.id,
  duration: "once",
  name: cutText(termsText(discount), 40),
  ...(discount.percent === undefined
    ? { amount_off: toCents(discount.amount ?? 0), currency: "usd" }
    : { percent_off: discount.percent }),
  metadata: metadataOf(discount),
});

/** The terms that Stripe's promotion codes do not have. Stripe accepts at most 500 characters as a value. */
const metadataOf = ({ id, from, perCustomer, categories }: StoredDiscount): Record<string, string> => ({
  discountId: id,
  ...(from === undefined ? {} : { from }),
  ...(perCustomer === undefined ? {} : { perCustomer: String(perCustomer) }),
  ...(categories === undefined ? {} : { categories: cutText(categories.join(", "), 500) }),
});

const promotionCodeOf = (discount: StoredDiscount, code: string): Stripe.PromotionCodeCreateParams => {
  const { id, limit, minimum, until } = discount;
  return {
    promotion: { type: "coupon", coupon: id },
    code,
    metadata: metadataOf(discount),
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
    if (!hasStripeCode(error, "resource_already_exists")) throw error;
  }
}

/**
 * Creates the coupon and its promotion codes at Stripe, or ends the codes if the discount is over. Starts no further
 * request when the time is up. Idempotent. Returns whether all codes are done.
 */
async function syncDiscount(
  client: Stripe,
  discount: StoredDiscount,
  now: Date,
  isTimeUp: () => boolean,
): Promise<boolean> {
  const { promotionCodes } = client;
  await createCoupon(client, discount);
  const codesAtStripe = new Map<string, { id: string; active: boolean }>();
  if (isTimeUp()) return false;
  // Each step of this loop may request the next page, so each step checks the time.
  for await (const { code, id, active } of promotionCodes.list({ coupon: discount.id, limit: 100 })) {
    codesAtStripe.set(code.toUpperCase(), { id, active });
    if (isTimeUp()) return false;
  }
  const mustEnd = isDiscountOver(discount, now);
  const codesToChange = discount.codes.filter((code) =>
    mustEnd ? codesAtStripe.get(code)?.active : !codesAtStripe.has(code),
  );
  for (const [i, code] of codesToChange.entries()) {
    if (i >= MAX_CODES_A_RUN || isTimeUp()) return false;
    const { id } = codesAtStripe.get(code) ?? {};
    if (id === undefined) await promotionCodes.create(promotionCodeOf(discount, code));
    else await promotionCodes.update(id, { active: false });
  }
  return true;
}

/** The stored discount; undefined if there is none, or if it cannot be read: then it is logged and tried again later. */
async function readOrPostpone(dueDiscount: DueDiscount, now: Date): Promise<StoredDiscount | undefined> {
  try {
    return await getDiscount(dueDiscount.id);
  } catch (error) {
    if (!(error instanceof UnreadableItem)) throw error;
    log.error("A discount cannot be read", { discount: dueDiscount.id, wrong: error.invalidPaths });
    await postponeDue(dueDiscount, new Date(+now + UNREADABLE_DELAY_MS));
    return undefined;
  }
}

/**
 * Updates the due discounts at Stripe until the time is up; the next run continues. A failed update is tried again
 * later, and never stops an order or another discount. Throws if the table fails.
 */
export async function syncDueDiscounts(
  getStripe: () => Promise<Stripe>,
  now: Date,
  isTimeUp: () => boolean,
): Promise<void> {
  for (const dueDiscount of await readDueDiscounts(now, MAX_DISCOUNTS_A_RUN)) {
    if (isTimeUp()) return;
    const discount = await readOrPostpone(dueDiscount, now);
    if (!discount) continue;
    let isUpToDate = false;
    try {
      isUpToDate = await syncDiscount(await getStripe(), discount, now, isTimeUp);
    } catch (error) {
      const tries = (discount.stripeTries ?? 0) + 1;
      const nextTryAt = tries < MAX_TRIES ? new Date(+now + delayMs(tries)) : undefined;
      log.warn("Stripe was not told about a discount", {
        discount: dueDiscount.id,
        tries,
        error: String(error),
      });
      await recordFailure(dueDiscount, tries, nextTryAt);
    }
    // Outside of `try`, because a failure of the table must not be recorded as a failure of Stripe.
    if (isUpToDate) await markUpToDate(dueDiscount);
  }
}
