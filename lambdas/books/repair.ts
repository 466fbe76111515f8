import type Stripe from "stripe";
import { expireSession } from "../lib/stripe.ts";
import { expireHold } from "../orders/expire-hold.ts";
import { settleParkedEvents, settleRefundOrDispute } from "../orders/settle-refund-or-dispute.ts";
import { isPaid, paidSessionOf, settleSession } from "../orders/settle-session.ts";
import { settleStock } from "../orders/settle-stock.ts";
import type { Repair } from "./finding.ts";

/** Makes a repair with the code that also handles webhooks and ended holds. Idempotent. */
export async function makeRepair(client: Stripe, repair: Repair, now: Date): Promise<void> {
  switch (repair.by) {
    case "settle-session": {
      const { order, session } = repair;
      await settleSession(order, session, { now, by: "stripe" });
      if (isPaid(session))
        await settleParkedEvents(order.orderId, paidSessionOf(session).paymentIntentId, now);
      return;
    }
    case "close-session": {
      const session = await expireSession(client, repair.sessionId);
      await settleSession(repair.order, session, { now, by: "stripe" });
      return;
    }
    case "apply-event":
      return settleRefundOrDispute(repair.event, now);
    case "end-hold":
      return expireHold(() => Promise.resolve(client), repair.order, now);
    case "settle-stock":
      return settleStock(repair.order, undefined, now);
  }
}
