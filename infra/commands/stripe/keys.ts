import type Stripe from "stripe";
import { findMissingPermissions, type Probe } from "../../../lambdas/lib/stripe-permissions.ts";
import { CommandError } from "../command.ts";
import { requireStageSettings } from "../deployed-stack.ts";

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
export function requireMode(key: string, stage: string, isTestMode: boolean): void {
  const isLive = requireStageSettings(stage).retainData && !isTestMode;
  if (modeOf(key) !== (isLive ? "live" : "test"))
    throw new CommandError(
      `Stage ${stage} needs a ${isLive ? "live" : "test"} key, and this is a ${modeOf(key)} key.` +
        (isLive ? ` To try ${stage} with a test key first, add --test-mode.` : ""),
    );
}

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

export const describeKeyPermissions = (probes: readonly Probe[]): string =>
  `A restricted key needs: ${probes.map(({ permission }) => permission).join("; ")}.`;

/** Throws if Stripe refuses the key, or the key lacks permissions, which the error names. */
export async function checkKey(stripe: Stripe, probes: readonly Probe[]): Promise<void> {
  const missing = await findMissingPermissions(stripe, probes);
  if (missing === "key") throw new CommandError("Stripe refuses this key: it is wrong, or it was revoked.");
  if (missing.length > 0) throw new CommandError(`The key lacks permissions: ${missing.join("; ")}.`);
}
