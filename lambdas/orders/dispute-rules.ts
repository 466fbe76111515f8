/** Pure rules of disputes (chargebacks) as Stripe reports them. Amounts are in cents. */
import type { AttentionCause } from "../../shared/attention.ts";
import { toDollars } from "../../shared/money.ts";
import type { Dispute } from "../../shared/order.ts";
import { closeAttention, raiseAttention } from "./attention-rules.ts";
import type { Actor, Change } from "./change.ts";
import { withHistory } from "./change.ts";
import { moneyOf, withMoney } from "./money-rules.ts";
import type { StoredDispute, StoredOrder } from "./stored-order.ts";

/** A dispute as Stripe reports it at `toldAt` (seconds). `movements` are cents on the shop's balance. */
export type DisputeState = {
  disputeId: string;
  paymentIntentId: string;
  status: string;
  amount: number;
  movements: readonly number[];
  reason: string;
  toldAt: number;
};

/** https://docs.stripe.com/api/disputes/object#dispute_object-status; any other status counts as open. */
const STATUS: Readonly<Record<string, Dispute["status"]>> = {
  warning_needs_response: "inquiry",
  warning_under_review: "inquiry",
  warning_closed: "closed",
  prevented: "closed",
  won: "won",
  lost: "lost",
};

/** Order of statuses that were reported in the same second. */
const RANK = { inquiry: 0, open: 1, closed: 2, lost: 3, won: 4 } as const satisfies Record<
  Dispute["status"],
  number
>;

const ATTENTION: Partial<Record<Dispute["status"], AttentionCause>> = {
  inquiry: "inquiry",
  open: "disputed",
  lost: "dispute-lost",
};

const HISTORY = {
  inquiry: "inquiry by the bank",
  open: "disputed by the bank",
  closed: "dispute closed",
  lost: "dispute lost",
  won: "dispute won",
} as const satisfies Record<Dispute["status"], string>;

type Recency = Pick<StoredDispute, "toldAt" | "status" | "moves">;
const isNewer = (a: Recency, b: Recency): boolean =>
  (a.toldAt - b.toldAt || RANK[a.status] - RANK[b.status] || a.moves - b.moves) > 0;

/**
 * Applies a report of a dispute. The newest report wins, so this is commutative and idempotent. A status that needs an
 * admin opens a cause; a dispute that is won or closed closes it.
 */
export function applyDispute(order: StoredOrder, report: DisputeState, actor: Actor): Change | undefined {
  const known = order.disputes?.find(({ disputeId }) => disputeId === report.disputeId);
  const entry = entryOf(report, known, actor);
  if (known && !isNewer(entry, known)) return undefined;
  const { disputeId, status, amount, withdrawn } = entry;
  const isNewStatus = known?.status !== status;
  const isMoved = (known?.withdrawn ?? 0) !== withdrawn;
  const told: StoredOrder = {
    ...order,
    disputes: [...(order.disputes ?? []).filter((other) => other !== known), entry],
  };
  const attention = ATTENTION[status];
  const asked = !isNewStatus
    ? told
    : attention
      ? raiseAttention(told, attention, disputeId, actor)
      : closeAttention(told, ({ about }) => about === disputeId);
  const next = withMoney(asked);
  if (!isNewStatus && !isMoved) return { order: next, events: [] };
  const sums = moneyOf(next);
  const stated = isNewStatus ? withHistory(next, actor, { what: HISTORY[status], to: amount }) : next;
  const moved = withdrawn > 0 ? "withdrawn for a dispute" : "returned after a dispute";
  return {
    order: isMoved
      ? withHistory(stated, actor, { what: moved, to: withdrawn > 0 ? withdrawn : (known?.withdrawn ?? 0) })
      : stated,
    events: [
      {
        type: "DisputeUpdated",
        disputeId,
        status,
        amount,
        withdrawn: toDollars(sums.withdrawn),
        lost: toDollars(sums.lost),
        paymentStatus: next.paymentStatus,
      },
    ],
  };
}

function entryOf(report: DisputeState, known: StoredDispute | undefined, { now }: Actor): StoredDispute {
  const status = STATUS[report.status] ?? "open";
  const net = report.movements.reduce((sum, cents) => sum + cents, 0);
  const isGone = status === "lost" && report.movements.length === 0;
  return {
    disputeId: report.disputeId,
    paymentIntentId: report.paymentIntentId,
    status,
    amount: toDollars(report.amount),
    withdrawn: toDollars(isGone ? report.amount : Math.max(0, -net)),
    reason: report.reason,
    at: known?.at ?? now.toISOString(),
    toldAt: report.toldAt,
    moves: report.movements.length,
  };
}
