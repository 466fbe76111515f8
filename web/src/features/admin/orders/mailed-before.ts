import type { HistoryEntry } from "../../../../../shared/order.ts";
import { ORDER_STATUS_LABEL } from "../../../../../shared/order-status.ts";
import { STATUS_MAIL_DELAY_SECONDS } from "../../../../../shared/status-mail.ts";

type State = { status: string; tracking: string; ready: boolean };

/** The state after a history entry, or the same object if the entry changes none of it. */
function stateAfter(state: State, { what, to }: HistoryEntry): State {
  if (what === "status") return { ...state, status: String(to) };
  if (what === "tracking") return { ...state, tracking: String(to) };
  if (what === "ready to be picked up") return { ...state, ready: to === "yes" };
  return state;
}

/** Names the mail about a state; undefined if the customer gets none. */
function mailOf({ status, tracking, ready }: State): string | undefined {
  if (status === ORDER_STATUS_LABEL[2]) return `completed ${tracking}`;
  return status === ORDER_STATUS_LABEL[1] && ready ? "ready" : undefined;
}

/**
 * Whether the customer already got a mail about the order's current state. A mail is sent only about a state that
 * lasts for STATUS_MAIL_DELAY_SECONDS. A mail with a tracking number also counts as the mail about a completed
 * order without a tracking number.
 */
export function wasMailedBefore(history: readonly HistoryEntry[]): boolean {
  const mailed = new Set<string>();
  let state: State = { status: ORDER_STATUS_LABEL[1], tracking: "", ready: false };
  let since = 0;
  for (const entry of history) {
    const next = stateAfter(state, entry);
    if (next === state) continue;
    const at = Date.parse(entry.at);
    const mail = mailOf(state);
    if (mail && at - since >= STATUS_MAIL_DELAY_SECONDS * 1000) {
      mailed.add(mail);
      if (mail.startsWith("completed")) mailed.add("completed ");
    }
    [state, since] = [next, at];
  }
  const last = mailOf(state);
  return last !== undefined && mailed.has(last);
}
