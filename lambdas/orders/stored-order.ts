import * as z from "zod/mini";
import { Attention, DoNotSendCause } from "../../shared/attention.ts";
import { noDeliveryOf } from "../../shared/customer-promises.ts";
import { Timestamp } from "../../shared/timestamp.ts";
import type { OrderSummary } from "../../shared/order.ts";
import { toCents } from "../../shared/money.ts";
import { deliveryOf, summaryOf } from "../../shared/order-summary.ts";
import { ORDER_STATUS, statusObstacle } from "../../shared/order-status.ts";
import { Dispute, Order, Refund } from "../../shared/order.ts";
import { hasItemsToPack } from "../../shared/remaining-items.ts";
import { LinePieces } from "../../shared/refund-reason.ts";
import type { Pieces } from "../products/stock-table.ts";
import { mergePieces } from "../products/stock-table.ts";
import { openCauses } from "./attention-rules.ts";
import { balanceOf } from "./balance-rules.ts";
import { hasRefundFailed, isMoneyDisputed, isRefunding, REFUNDED_BY_CANCELLATION } from "./refund-rules.ts";

/**
 * The state of an order's pieces. held: reserved until `endsAt`. sold: paid.
 * released: for sale again. short: paid after the release, when the pieces were sold out or the order was cancelled.
 */
const Hold = z.object({
  state: z.enum(["held", "sold", "released", "short"]),
  endsAt: Timestamp,
  /** The key of retaken pieces on stock items; without it, the order's id. */
  key: z.optional(z.string()),
  /** True if a request has put only a part of the cancelled order's pieces back on sale. */
  isPartlyRestocked: z.optional(z.boolean()),
});

/**
 * The payment page and the payment. The first four fields allow a repetition of the call to Stripe with
 * identical parameters under the idempotency key `orderId:n`. `expiresAt` is in epoch seconds.
 */
const Payment = z.object({
  n: z.int(),
  expiresAt: z.int(),
  successUrl: z.string(),
  cancelUrl: z.string(),
  url: z.optional(z.string()),
  paidSessionId: z.optional(z.string()),
  paymentIntentId: z.optional(z.string()),
  paidAt: z.optional(Timestamp),
});

/** Pieces to put on sale again: those of these lines, or all pieces that are not on sale yet. */
const RestockChoice = z.union([z.array(LinePieces), z.literal("all")]);
export type RestockChoice = z.infer<typeof RestockChoice>;

export const StoredRefund = z.object({
  ...Refund.shape,
  paymentIntentId: z.string(),
  stripeRefundId: z.optional(z.string()),
  /** When the shop recorded that the refund failed; absent in old failed refunds. */
  failedAt: z.optional(Timestamp),
  /** What the admin's request puts on sale again. A repeated request must ask for the same. */
  restock: z.optional(RestockChoice),
});
export type StoredRefund = z.infer<typeof StoredRefund>;

/** The id of the refund of a payment that the shop requests by itself. */
export const automaticRefundId = (paymentIntentId: string | undefined): string => `rfd_${paymentIntentId}`;

/** `toldAt` (epoch seconds) and `moves` (the number of balance movements) show which report of a dispute is newer. */
export const StoredDispute = z.object({
  ...Dispute.shape,
  paymentIntentId: z.string(),
  toldAt: z.int(),
  moves: z.int(),
});
export type StoredDispute = z.infer<typeof StoredDispute>;

/** A line of a reversal, or the shipping if `line` is absent. Both amounts are positive cents. */
const ReversedPart = z.object({ line: z.optional(z.int()), cents: z.int(), tax: z.int() });
export type ReversedPart = z.infer<typeof ReversedPart>;

/**
 * The reversal of a refund's tax at Stripe. It is stored before Stripe is called, so that every repetition
 * sends the same amounts. `cents`: the amount with tax; without `parts`, Stripe divides it. `transactionId`:
 * absent until the reversal is recorded at Stripe. `undoneBy`: the reversal of this reversal, if the refund
 * failed.
 */
const TaxReversal = z.object({
  refundId: z.string(),
  cents: z.int(),
  parts: z.optional(z.array(ReversedPart)),
  transactionId: z.optional(z.string()),
  undoneBy: z.optional(z.string()),
});
export type TaxReversal = z.infer<typeof TaxReversal>;

/**
 * A calculation of the order's sales tax at Stripe, and what was recorded of it. `lines`: the indexes of the
 * taxed lines. `transactionId` and `lineIds`: Stripe's ids of the recorded sale and of its lines.
 */
export const TaxRecord = z.object({
  calculationId: z.string(),
  lines: z.array(z.int()),
  shipping: z.boolean(),
  transactionId: z.optional(z.string()),
  lineIds: z.optional(z.record(z.string(), z.string())),
  reversals: z.optional(z.array(TaxReversal)),
});
export type TaxRecord = z.infer<typeof TaxRecord>;

/** An order as stored. `sequence` is the sequence number of the order's last event. */
export const StoredOrder = z.object({
  ...Order.shape,
  refunds: z.array(StoredRefund),
  disputes: z.optional(z.array(StoredDispute)),
  /**
   * Early fraud warnings that need no attention now: the money is refunded, which may still fail, or the payment is disputed, and
   * the report of the dispute has not arrived.
   */
  settledWarnings: z.optional(z.array(Attention)),
  /**
   * The `doNotSend` of the order's last FulfilmentHoldChanged: why consumers were told not to send the order. Absent if they may
   * send it, and in orders that were last stored before this field existed.
   */
  toldHold: z.optional(DoNotSendCause),
  attemptId: z.string(),
  contentHash: z.string(),
  hold: Hold,
  payment: Payment,
  sequence: z.int(),
  /**
   * How many of the order's latest changes are follow-ups, which only complete an earlier change (see change.ts); absent if the
   * latest change is not a follow-up.
   */
  followUps: z.optional(z.int()),
  /** The calculations of the sales tax; absent in an order without tax. */
  taxRecords: z.optional(z.array(TaxRecord)),
  /** Random text in the links that confirm or end the consent to the newsletter; absent if the order never had a consent. */
  consentToken: z.optional(z.string()),
  /**
   * The use of a discount code. `isLimited`: the code counts its uses. `hash`: of the customer's email address. `limit`: how
   * often one customer can use the code.
   */
  discountUse: z.optional(
    z.object({
      code: z.string(),
      discountId: z.string(),
      isLimited: z.boolean(),
      customer: z.optional(z.object({ hash: z.string(), limit: z.int() })),
    }),
  ),
  /** Random text in the link to the order's page; absent in old orders until their customer asks for the link. */
  linkToken: z.optional(z.string()),
});
export type StoredOrder = z.infer<typeof StoredOrder>;

/** Whether the customer still has to pick up the order, or the rest of it after a refund. */
export const awaitsPickUp = (order: StoredOrder): boolean =>
  deliveryOf(order) === "pick-up" &&
  order.orderStatus === ORDER_STATUS.pending &&
  order.hold.state === "sold" &&
  hasItemsToPack(order);

const refundingOf = (storedOrder: StoredOrder) => (isRefunding(storedOrder) ? { refunding: true } : {});

/**
 * Whether the shop still has the money of a failed refund. The customer may have got it by another refund, which a person made
 * in Stripe's dashboard, or by a dispute.
 */
export function hasMoneyOfRefund(
  order: StoredOrder,
  failedRefund: Pick<StoredRefund, "refundId" | "amount">,
): boolean {
  const storedRefund = order.refunds.find(({ refundId }) => refundId === failedRefund.refundId);
  const { total, refunded, withdrawn } = balanceOf(order, storedRefund?.paymentIntentId);
  const takenCents = refunded + withdrawn;
  return takenCents === 0 || takenCents + toCents(failedRefund.amount) <= total;
}

/**
 * Whether a failed refund is that of a cancellation, and an admin has reopened the order since it failed. Nobody works on this
 * refund any more: reopening closes its cause for attention.
 */
export const isRefundGivenUp = (order: StoredOrder, failedRefundId: string): boolean =>
  order.orderStatus !== ORDER_STATUS.cancelled &&
  order.refunds.some(
    ({ refundId, reason }) => refundId === failedRefundId && reason === REFUNDED_BY_CANCELLATION,
  ) &&
  !openCauses(order).some(({ about }) => about === failedRefundId);

/** In a paid order whose hold was released, all pieces are restocked. */
const itemsOf = ({ items, hold, payment }: StoredOrder): Order["items"] =>
  hold.state === "released" && payment.paidSessionId
    ? items.map((item) => ({ ...item, restocked: item.quantity }))
    : items;

/** The order as the back office shows it: without the fields that only the functions use. */
export const toOrder = (storedOrder: StoredOrder): Order =>
  z.parse(Order, {
    ...storedOrder,
    items: itemsOf(storedOrder),
    paymentIntentId: storedOrder.payment.paymentIntentId,
    ...refundingOf(storedOrder),
    ...(hasRefundFailed(storedOrder) ? { refundFailed: true } : {}),
    ...(isMoneyDisputed(storedOrder) ? { moneyDisputed: true } : {}),
  });

export const toSummary = (storedOrder: StoredOrder): OrderSummary =>
  summaryOf({
    ...storedOrder,
    ...refundingOf(storedOrder),
    paymentIntentId: storedOrder.payment.paymentIntentId,
  });

/**
 * Whether the customer sees the code of an order that awaits its pick-up. The door hands over no order that is refunded, or
 * whose payment is disputed or was lost in a dispute, and the order's page says so.
 */
export const showsPickUpCode = (order: StoredOrder): boolean =>
  awaitsPickUp(order) &&
  statusObstacle(toSummary(order), ORDER_STATUS.completed) === undefined &&
  noDeliveryOf(toOrder(order)) === undefined;

/** The pieces of an order, one entry for each product or variant. */
export const piecesOf = ({ items }: Pick<StoredOrder, "items">): Pieces[] => mergePieces(items);

/** The pieces of an order, without those of its lines that a refund or a cancellation put back on sale. */
export const remainingPiecesOf = ({ items }: Pick<StoredOrder, "items">): Pieces[] =>
  mergePieces(
    items
      .map((item) => ({ ...item, quantity: item.quantity - (item.restocked ?? 0) }))
      .filter(({ quantity }) => quantity > 0),
  );
