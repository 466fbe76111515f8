import Stripe from "stripe";
import type { StageSettings } from "../../stage-settings.ts";
import { CommandError } from "../command.ts";
import { stageNamed } from "../deployed-stack.ts";

/** The mode in a key's prefix. Throws for anything that is not a secret or a restricted key. */
export function modeOf(key: string): "live" | "test" {
  const [, mode] = /^(?:sk|rk)_(live|test)_\w{8,}$/.exec(key) ?? [];
  if (mode === "live" || mode === "test") return mode;
  const kind = ["pk_", "whsec_"].find((prefix) => key.startsWith(prefix));
  throw new CommandError(
    `This is not a secret key (sk_…) or a restricted key (rk_…)${kind ? `, but starts with ${kind}` : ""}.`,
  );
}

/** Throws unless the key has the stage's mode: live for a stage with retainData, except for a trial in test mode. */
export function requireMode(key: string, stage: string, isTrial: boolean): void {
  const isLive = stageNamed(stage).retainData && !isTrial;
  if (modeOf(key) !== (isLive ? "live" : "test"))
    throw new CommandError(
      `Stage ${stage} needs a ${isLive ? "live" : "test"} key, and this is a ${modeOf(key)} key.` +
        (isLive ? ` To try ${stage} with a test key first, add --test-mode.` : ""),
    );
}

/** A request that tests a permission. It changes nothing, because its object does not exist. */
type Probe = { permission: string; send: (stripe: Stripe) => Promise<unknown> };

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

/** What the functions of a stage with sales tax need besides. */
const TAX_PERMISSIONS: readonly Probe[] = [
  {
    permission: "Tax Calculations and Transactions: Write",
    send: (stripe) =>
      stripe.tax.transactions.createReversal({
        ...{ mode: "full", original_transaction: "tax_key_check", reference: "key_check" },
      }),
  },
];

/** What the functions of a stage with discount codes need besides. */
const DISCOUNT_PERMISSIONS: readonly Probe[] = [
  { permission: "Coupons: Write", send: (stripe) => stripe.coupons.update("key_check", {}) },
  {
    permission: "Promotion Codes: Write",
    send: (stripe) => stripe.promotionCodes.update("promo_key_check", { active: false }),
  },
];

/** The settings of a stage on which the permissions of its key depend. */
export type KeySettings = Pick<StageSettings, "discounts" | "tax">;

/** The permissions that the functions of a stage need. */
export const permissionsOf = ({ discounts, tax }: KeySettings): readonly Probe[] => [
  ...SHOP_PERMISSIONS,
  ...(discounts ? DISCOUNT_PERMISSIONS : []),
  ...(tax === "stripe" ? TAX_PERMISSIONS : []),
];

/** The permissions that a month's closing needs: to read only. */
export const CLOSING_PERMISSIONS: readonly Probe[] = [
  { permission: "Balance: Read", send: (stripe) => stripe.balance.retrieve() },
  {
    permission: "Balance transaction sources: Read",
    send: (stripe) => stripe.balanceTransactions.list({ limit: 1, expand: ["data.source"] }),
  },
  { permission: "Payouts: Read", send: (stripe) => stripe.payouts.list({ limit: 1 }) },
  { permission: "Charges and Refunds: Read", send: (stripe) => stripe.charges.list({ limit: 1 }) },
  { permission: "Disputes: Read", send: (stripe) => stripe.disputes.list({ limit: 1 }) },
];

export const describePermissions = (probes: readonly Probe[]): string =>
  `A restricted key needs: ${probes.map(({ permission }) => permission).join("; ")}.`;

/** Throws if Stripe refuses the key, or the key lacks permissions, which the error names. */
export async function checkKey(stripe: Stripe, probes: readonly Probe[]): Promise<void> {
  const missing: string[] = [];
  for (const { permission, send } of probes)
    try {
      await send(stripe);
    } catch (error) {
      if (error instanceof Stripe.errors.StripeAuthenticationError)
        throw new CommandError("Stripe refuses this key: it is wrong, or it was revoked.");
      if (error instanceof Stripe.errors.StripePermissionError) missing.push(permission);
      // This error means that Stripe looked for the object, so the key has the permission.
      else if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    }
  if (missing.length > 0) throw new CommandError(`The key lacks permissions: ${missing.join("; ")}.`);
}
