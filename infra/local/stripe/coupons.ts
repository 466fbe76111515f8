/** Coupons and promotion codes: https://docs.stripe.com/payments/checkout/discounts */
import type Stripe from "stripe";
import * as z from "zod/mini";
import type { Write } from "../util/journal.ts";
import { invalid } from "./errors.ts";
import { newId } from "./ids.ts";
import { bool, codedCheck, integer, metadata, text, timestamp } from "./params.ts";
import type { SessionParams } from "./session-params.ts";
import { findRow, stubOf, type StripeState } from "./state.ts";

const code = text().check(
  codedCheck("parameter_invalid", (value) => /^[A-Za-z0-9-]+$/.test(value), "Invalid code: %s"),
);
/** A parameter that is null in the object if it was not sent. */
const orNull = <T extends z.core.$ZodType>(schema: T) => z._default(z.nullable(schema), null);
const sharedParams = { max_redemptions: orNull(integer(1)), metadata: z._default(metadata, {}) };

export const couponParams = z.strictObject({
  ...sharedParams,
  id: z.optional(text()),
  name: orNull(text(40)),
  redeem_by: orNull(timestamp),
  amount_off: z.optional(integer(1)),
  percent_off: z.optional(integer(1, 100)),
  currency: z.optional(text(3)),
  duration: z.enum(["once", "forever"]),
});
export const promotionCodeParams = z.strictObject({
  ...sharedParams,
  code,
  active: z._default(bool, true),
  expires_at: orNull(timestamp),
  promotion: z.strictObject({ type: z.literal("coupon"), coupon: text() }),
  restrictions: z.optional(z.strictObject({ minimum_amount: integer(1), minimum_amount_currency: text(3) })),
});
export const promotionCodeUpdateParams = z.strictObject({ active: bool });

export function newCoupon(state: StripeState, params: z.infer<typeof couponParams>, now: number) {
  const { id = newId.coupon(), amount_off = null, percent_off = null, currency = null } = params;
  if (state.coupons.get(id)) throw invalid("Coupon already exists.", "resource_already_exists");
  const isAmountOff = amount_off !== null && currency !== null && percent_off === null;
  const isPercentOff = percent_off !== null && amount_off === null && currency === null;
  if (!isAmountOff && !isPercentOff)
    throw invalid("You must pass either percent_off, or amount_off with currency.", "parameter_missing");
  const discount = { amount_off, percent_off, currency };
  const initialFields = { created: now, livemode: false, times_redeemed: 0, valid: true };
  return stubOf<Stripe.Coupon>({ ...params, id, object: "coupon", ...discount, ...initialFields });
}

export function newPromotionCode(
  state: StripeState,
  { restrictions, ...params }: z.infer<typeof promotionCodeParams>,
  now: number,
) {
  findRow(state.coupons, "coupon", params.promotion.coupon);
  const code = params.code.toUpperCase();
  if (state.promotionCodes.all().some((row) => row.active && row.code.toUpperCase() === code))
    throw invalid("An active promotion code with this code already exists.", "resource_already_exists");
  const id = newId.promotionCode();
  const initialFields = { created: now, livemode: false, times_redeemed: 0 };
  const minimum = stubOf<Stripe.PromotionCode.Restrictions>(restrictions ?? {});
  const fields = { ...params, ...initialFields, restrictions: minimum };
  return stubOf<Stripe.PromotionCode>({ ...fields, id, object: "promotion_code" });
}

const isUsedUp = ({ max_redemptions: max, times_redeemed }: Stripe.Coupon): boolean =>
  typeof max === "number" && times_redeemed >= max;

/** The discount of a new session, in cents, and the id of its coupon. Throws if the coupon does not apply. */
export function discountOf(state: StripeState, { discounts }: SessionParams, subtotal: number, now: number) {
  const [{ coupon: couponId } = {}] = discounts;
  if (couponId === undefined) return { discount: 0, couponId };
  const coupon = findRow(state.coupons, "coupon", couponId);
  if (isUsedUp(coupon) || (typeof coupon.redeem_by === "number" && coupon.redeem_by <= now))
    throw invalid(`Coupon ${couponId} is used up or expired.`, "coupon_expired", "discounts");
  const cents = coupon.amount_off ?? Math.round((subtotal * (coupon.percent_off ?? 0)) / 100);
  return { discount: Math.min(cents, subtotal), couponId };
}

/** The writes that count the coupon as redeemed when the session is complete. */
export function redemptionWrites(state: StripeState, couponId = ""): Write[] {
  const row = state.coupons.get(couponId);
  return row ? [state.coupons.putWrite(row.id, { ...row, times_redeemed: row.times_redeemed + 1 })] : [];
}
