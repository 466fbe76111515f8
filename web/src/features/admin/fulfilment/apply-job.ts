import { summaryOf } from "../../../../../shared/order-summary.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";
import { ApiError, mayHaveSaved } from "../../../api-error.ts";
import { adminMessages, errorText } from "../admin-messages.ts";
import type { OrderChange, UndoableChange } from "../orders/change-order.ts";
import { checkUndo, tooLateText, saveChange, sendUndo } from "../orders/change-order.ts";
import { rereadOrder } from "../orders/order-queries.ts";
import { recipientRefusal, type Plan } from "./plan-completions.ts";

/** A change of one order in a batch. `plan` says what the change would do to a version of the order. */
export type Job = {
  order: OrderSummary;
  plan: (order: OrderSummary) => Plan;
  change: OrderChange;
};

/**
 * The result of a job. `text` is the message for the admin. `isUndo`: the result is about an undo of the job.
 * `undoableChange`: what `undoJob` takes; absent if the job cannot be undone.
 */
export type Outcome = {
  state: "done" | "unchanged" | "failed";
  text: string;
  isUndo?: true;
  undoableChange?: UndoableChange | undefined;
};

/** How often a job is tried at most. A try fails if another admin or the shop changes the order at the same moment. */
const MAX_TRIES = 3;

/**
 * Applies a job to its order, and never throws. After a conflict, or a failure that may have saved the change, reads the order
 * and plans the job again. So a change that was already made is not repeated, and another admin's change is not overwritten.
 */
export async function applyJob({ order, plan, change }: Job): Promise<Outcome> {
  let currentOrder = order;
  for (let tries = 0; ; tries++) {
    const { state, text } = plan(currentOrder);
    if (state === "problem") return { state: "failed", text };
    if (state === "unchanged") return { state, text };
    if (tries === MAX_TRIES) return { state: "failed", text: adminMessages.changedByOthers };
    try {
      const savedChange = await saveChange(currentOrder, change);
      return { state: "done", text: savedChange.text, undoableChange: savedChange.undoableChange };
    } catch (error) {
      const isConflict = error instanceof ApiError && error.reason === "order_changed";
      const mayBeSaved = mayHaveSaved(error);
      if (!isConflict && !mayBeSaved) return failedOutcome(error);
      const freshOrder = await rereadOrder(order.orderId);
      if (!freshOrder) return mayBeSaved ? unknownOutcome(error) : failedOutcome(error);
      currentOrder = summaryOf(freshOrder);
      const refusal = recipientRefusal(order, currentOrder);
      if (refusal !== undefined) return { state: "failed", text: refusal };
      if (!mayBeSaved) continue;
      const freshPlan = plan(currentOrder);
      // The order still lacks the change, so the failed call has not saved the change: report the error.
      if (freshPlan.state === "apply") return failedOutcome(error);
      if (freshPlan.state === "unchanged") return { state: "done", text: adminMessages.savedWithoutAnswer };
    }
  }
}

function failedOutcome(error: unknown): Outcome {
  console.error("An order of a batch could not be changed", error);
  return {
    state: "failed",
    text: error instanceof Error ? errorText(error) : adminMessages.batchChangeFailed,
  };
}

function unknownOutcome(error: unknown): Outcome {
  console.error("It is not known whether an order of a batch was changed", error);
  return { state: "failed", text: adminMessages.unknownIfSaved };
}

/**
 * The outcome of an undo. `isLate`: the undo may have come too late to stop the mail about the change. It then counts as
 * failed, so that the admin notices it. After any other undo the order counts as unchanged.
 */
const undoneOutcome = ({ isLate }: { isLate: boolean }): Outcome =>
  isLate
    ? { state: "failed", text: adminMessages.undoneAfterMail, isUndo: true }
    : { state: "unchanged", text: "Undone", isUndo: true };

/**
 * Undoes the change of a job, and never throws. An undo that fails can be tried again before the deadline, unless the order has
 * changed.
 */
export async function undoJob(undoableChange: UndoableChange): Promise<Outcome> {
  try {
    return undoneOutcome(await sendUndo(undoableChange));
  } catch (error) {
    const isConflict = error instanceof ApiError && error.status === 409;
    // The shop may have undone the change although its answer was lost.
    const mayBeUndone = isConflict || mayHaveSaved(error);
    const check =
      mayBeUndone || Date.now() >= undoableChange.deadline ? await checkUndo(undoableChange) : undefined;
    if (check?.result) return undoneOutcome(check.result);
    console.error("A change of a batch could not be undone", error);
    const tooLateMessage = isConflict ? undefined : tooLateText(undoableChange, check?.isKnown ?? false);
    const text = tooLateMessage ?? `Not undone. ${errorText(error)}`;
    return { state: "failed", text, isUndo: true, undoableChange: isConflict ? undefined : undoableChange };
  }
}
