import { summaryOf } from "../../../../../shared/order-summary.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";
import { ApiError } from "../../../api-error.ts";
import { errorText } from "../admin-messages.ts";
import type { OrderChange, UndoableChange } from "../orders/change-order.ts";
import { saveChange } from "../orders/change-order.ts";
import { rereadOrder } from "../orders/order-queries.ts";
import { recipientRefusal, type Plan } from "./plan-completions.ts";

/** A change of one order in a batch. `plan` says what it would do to the order as it is now. */
export type Job = {
  order: OrderSummary;
  plan: (order: OrderSummary) => Plan;
  change: OrderChange;
};

/** The result of a job. `text` is the message for the admin. */
export type Outcome = {
  state: "done" | "unchanged" | "failed";
  text: string;
  undoable?: UndoableChange | undefined;
};

/** How often a job is tried when other people change its order at the same moment. */
const MAX_TRIES = 3;

/** Whether the call may have changed the order although it failed. */
const isUncertain = ({ status }: ApiError): boolean => status === 0 || status >= 500;

/**
 * Applies a job to its order, and never throws. After a conflict the order is read again and planned again, so that what
 * another admin did meanwhile is neither repeated nor overwritten.
 */
export async function applyJob({ order, plan, change }: Job): Promise<Outcome> {
  let current = order;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const { state, text } = plan(current);
    if (state === "problem") return { state: "failed", text };
    if (state === "unchanged") return { state, text };
    try {
      const saved = await saveChange(current, change);
      return { state: "done", text: saved.text, undoable: saved.undoable };
    } catch (error) {
      const isConflict = error instanceof ApiError && error.reason === "order_changed";
      const mayBeSaved = error instanceof ApiError && isUncertain(error);
      if (!isConflict && !mayBeSaved) return failure(error);
      const fresh = await rereadOrder(order.orderId);
      if (!fresh) return failure(error);
      current = summaryOf(fresh);
      const refusal = recipientRefusal(order, current);
      if (refusal !== undefined) return { state: "failed", text: refusal };
      if (mayBeSaved && plan(current).state === "apply") return failure(error);
    }
  }
  return { state: "failed", text: "Others changed this order at the same moment. Please try again." };
}

function failure(error: unknown): Outcome {
  console.error("An order of a batch could not be changed", error);
  return { state: "failed", text: error instanceof Error ? errorText(error) : "This did not work." };
}
