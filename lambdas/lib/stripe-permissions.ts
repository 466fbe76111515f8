import Stripe from "stripe";
import { alarmField } from "../../shared/log-alarms.ts";
import { log } from "./log.ts";

/** A request that tests a permission of the shop's API key. It changes nothing: it only reads, or its object does not exist. */
export type Probe = { permission: string; send: (stripe: Stripe) => Promise<unknown> };

/** The permissions that the functions of every stage need. */
const SHOP_PERMISSIONS: readonly Probe[] = [
  {
    permission: "Checkout Sessions: Write",
    send: (stripe) => stripe.checkout.sessions.expire("cs_key_check"),
  },
  { permission: "PaymentIntents: Read", send: (stripe) => stripe.paymentIntents.retrieve("pi_key_check") },
  {
    permission: "Charges and Refunds: Write",
    send: (stripe) => stripe.refunds.create({ payment_intent: "pi_key_check" }),
  },
  { permission: "Disputes: Read", send: (stripe) => stripe.disputes.list({ limit: 1 }) },
  { permission: "Events: Read", send: (stripe) => stripe.events.list({ limit: 1 }) },
];

/** The additional permissions of a stage that records sales tax. */
const TAX_PERMISSIONS: readonly Probe[] = [
  {
    permission: "Tax Calculations and Transactions: Write",
    send: (stripe) =>
      stripe.tax.transactions.createReversal({
        mode: "full",
        original_transaction: "tax_key_check",
        reference: "key_check",
      }),
  },
];

/** The additional permissions of a stage with discount codes. */
const DISCOUNT_PERMISSIONS: readonly Probe[] = [
  { permission: "Coupons: Write", send: (stripe) => stripe.coupons.update("key_check", {}) },
  {
    permission: "Promotion Codes: Write",
    send: (stripe) => stripe.promotionCodes.update("promo_key_check", { active: false }),
  },
];

/** The settings of a stage on which the permissions of its key depend. */
export type KeySettings = {
  discounts?: boolean | undefined;
  tax?: "off" | "stripe" | "record-only" | undefined;
};

export const permissionsOf = ({ discounts, tax }: KeySettings): readonly Probe[] => [
  ...SHOP_PERMISSIONS,
  ...(discounts ? DISCOUNT_PERMISSIONS : []),
  ...(tax === undefined || tax === "off" ? [] : TAX_PERMISSIONS),
];

/**
 * The permissions that the key lacks; "key" if Stripe refuses the key itself. Throws if a request fails for another reason, for
 * example because Stripe does not answer.
 */
export async function findMissingPermissions(
  stripe: Stripe,
  probes: readonly Probe[],
): Promise<string[] | "key"> {
  const missingNames: string[] = [];
  for (const { permission, send } of probes)
    try {
      await send(stripe);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeAuthenticationError) return "key";
      if (error instanceof Stripe.errors.StripePermissionError) missingNames.push(permission);
      // This error means that Stripe looked for the object, so the key has the permission.
      else if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    }
  return missingNames;
}

/**
 * Logs an alarm if Stripe refuses the key, or the key lacks a permission that the stage needs. Without this check, a
 * missing permission would be noticed only when a request to Stripe fails.
 */
export async function reportKeyProblems(stripe: Stripe, settings: KeySettings): Promise<void> {
  const alarm = { ...alarmField("secret"), secret: "stripe" };
  try {
    const missing = await findMissingPermissions(stripe, permissionsOf(settings));
    if (missing === "key") log.error("Stripe refuses the shop's key", alarm);
    else if (missing.length > 0) log.error("Stripe's key lacks permissions", { ...alarm, missing });
  } catch (error) {
    log.warn("Stripe's key could not be checked", { error: String(error) });
  }
}
