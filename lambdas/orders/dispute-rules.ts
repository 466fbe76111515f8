/** Pure rules of disputes: a customer's complaint at their bank, as Stripe tells of it. Amounts are in cents here. */
import type { AttentionCause } from "../../shared/attention.ts";
import { toDollars } from "../../shared/money.ts";
import type { Dispute } from "../../shared/order.ts";
import { closeAttention, raiseAttention } from "./attention-rules.ts";
import type { Actor, Change } from "./change.ts";
import { withHistory } from "./change.ts";
import { moneyOf, withMoney } from "./money-rules.ts";
import type { StoredDispute, StoredOrder } from "./stored-order.ts";

/** What Stripe says of a dispute. `movements`: cents that it moved on the shop's balance; `toldAt` in seconds. */
export type DisputeState = {
  disputeId: string;
  paymentIntentId: string;
  status: string;
  amount: number;
  movements: readonly number[];
  reason: string;
  toldAt: number;
};

/** https://docs.stripe.com/api/disputes/object#dispute_object-status; a status that is not here needs a person. */
const STATUS: Readonly<Record<string, Dispute["status"]>> = {
  warning_needs_response: "inquiry",
  warning_under_review: "inquiry",
  warning_closed: "closed",
  prevented: "closed",
  won: "won",
  lost: "lost",
};

/** Which of two statuses told in the same second is the later one. */
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
 * A dispute's news. The newest says how the dispute stands, so the result is the same in whatever order and however
 * often the news comes. Each status that asks for a person opens a cause of its own; a dispute that is won or came to
 * nothing closes it.
 */
export function applyDispute(order: StoredOrder, news: DisputeState, actor: Actor): Change | undefined {
  const known = order.disputes?.find(({ disputeId }) => disputeId === news.disputeId);
  const entry = entryOf(news, known, actor);
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

function entryOf(news: DisputeState, known: StoredDispute | undefined, { now }: Actor): StoredDispute {
  const status = STATUS[news.status] ?? "open";
  const net = news.movements.reduce((sum, cents) => sum + cents, 0);
  const isGone = status === "lost" && news.movements.length === 0;
  return {
    disputeId: news.disputeId,
    paymentIntentId: news.paymentIntentId,
    status,
    amount: toDollars(news.amount),
    withdrawn: toDollars(isGone ? news.amount : Math.max(0, -net)),
    reason: news.reason,
    at: known?.at ?? now.toISOString(),
    toldAt: news.toldAt,
    moves: news.movements.length,
  };
}
