import type Stripe from "stripe";
import { log, withLogContext } from "../lib/log.ts";
import { parseFraudWarning } from "../orders/refund-or-dispute.ts";
import { settleRefundOrDispute } from "../orders/settle-refund-or-dispute.ts";
import { mayAwaitWebhook } from "./finding.ts";
import { readOrderIdsOfPayments } from "./read-orders.ts";
import type { Run } from "./run.ts";
import { listFraudWarningsSince } from "./stripe-lists.ts";

async function readWarningEvents({ client, since }: Pick<Run, "client" | "since">): Promise<Stripe.Event[]> {
  try {
    return await listFraudWarningsSince(client, since);
  } catch (error) {
    // The error is only logged, so that the result of the finished comparison is still stored. The next run tries again.
    log.warn("Stripe's early fraud warnings could not be read", { error: String(error) });
    return [];
  }
}

/**
 * Applies the early fraud warnings whose webhooks never came. The warnings are read from Stripe's list of events, which has the
 * same event ids as the webhooks. By its event id, a warning that was applied is not applied again, even after an admin has
 * acknowledged it. `settleRefundOrDispute` applies warnings too.
 */
export async function applyFraudWarnings(run: Pick<Run, "client" | "since" | "now">): Promise<void> {
  const { now } = run;
  const warnings = (await readWarningEvents(run)).flatMap(({ id, created, data }) =>
    mayAwaitWebhook(created, now) ? [] : (parseFraudWarning(id, data.object) ?? []),
  );
  const orderIds = await readOrderIdsOfPayments(warnings.map(({ paymentIntentId }) => paymentIntentId));
  for (const warning of warnings) {
    const orderId = orderIds.get(warning.paymentIntentId);
    if (orderId === undefined) continue;
    try {
      // The current time and not the run's, which may be minutes ago: the back office would miss a change with an earlier time.
      await withLogContext({ orderId }, () => settleRefundOrDispute(warning, new Date()));
    } catch (error) {
      // The order may be unreadable. The error is only logged, so that the result, which names such orders, is still stored.
      log.warn("An early fraud warning could not be applied", { orderId, error: String(error) });
    }
  }
}
