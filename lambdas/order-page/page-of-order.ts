/** Pure: the data of the order's page, which its customer sees. */
import type { OrderPage, OrderStep } from "../../shared/order-page.ts";
import { ORDER_STATUS, ORDER_STATUS_LABEL } from "../../shared/order-status.ts";
import { deliveryOf } from "../../shared/order-summary.ts";
import { READY_ENTRY } from "../../shared/due-mail.ts";
import type { Delivery } from "../../shared/order.ts";
import { receiptOf } from "../../shared/receipt.ts";
import { partsText } from "../../shared/refund-lines.ts";
import { ownRefunds } from "../orders/balance-rules.ts";
import type { StoredOrder } from "../orders/stored-order.ts";
import { toOrder } from "../orders/stored-order.ts";
import type { CancelMode } from "./customer-rules.ts";
import { allowedActions } from "./customer-rules.ts";

const COMPLETED_STEP = { ship: "sent", "pick-up": "picked-up", none: "completed" } as const;

/**
 * The steps that the order has reached, with their times, oldest first. `delivery`: as the receipt has it; 'none' also if no
 * item was left to ship or to pick up.
 */
function stepsOf(order: StoredOrder, delivery: Delivery): OrderPage["steps"] {
  const { payment, packedAt, orderStatus, history, ready } = order;
  /** When `what` was last changed to `to`. */
  const lastChangeAt = (what: string, to: string) =>
    history.findLast((entry) => entry.what === what && entry.to === to)?.at;
  const statusAt = lastChangeAt("status", ORDER_STATUS_LABEL[orderStatus]);
  const step = (name: OrderStep, at: string | undefined, isReached = true) =>
    isReached && at !== undefined ? [{ step: name, at }] : [];
  return [
    ...step("paid", payment.paidAt),
    // An order to pick up has no step "packed", but the step "ready".
    ...step("packed", packedAt, deliveryOf(order) === "ship"),
    ...step("ready", lastChangeAt(READY_ENTRY, "yes"), ready === true),
    ...step(COMPLETED_STEP[delivery], statusAt, orderStatus === ORDER_STATUS.completed),
    ...step("cancelled", statusAt, orderStatus === ORDER_STATUS.cancelled),
  ].toSorted((a, b) => a.at.localeCompare(b.at));
}

const shipToOf = ({ billingInfo, shippingInfo }: StoredOrder): Pick<OrderPage, "shipTo"> => {
  if (!billingInfo || !shippingInfo) return {};
  const { firstName, lastName } = billingInfo;
  const { address, city, state, zipCode, country } = shippingInfo;
  return { shipTo: { firstName, lastName, address, city, state, zipCode, country } };
};

type Options = {
  /** Whether to show and allow everything: see `hasFullAccess` in access.ts. */
  isFull: boolean;
  /** Whether the stage issues tickets and pick-up codes. */
  issuesTickets: boolean;
  cancelMode: CancelMode;
  codes: Pick<OrderPage, "tickets" | "pickUpCode">;
};

/**
 * The page of an order. Without `isFull`, the customer cannot change the order, and does not see codes, address,
 * tracking number and messages. The tracking number leads to the address, and messages may contain personal data.
 */
export function pageOfOrder(order: StoredOrder, options: Options): OrderPage {
  const { isFull, issuesTickets, cancelMode, codes } = options;
  const { tracking, requests = [], financialInfo } = order;
  const receipt = receiptOf(toOrder(order), { isFull, issuesTickets });
  return {
    receipt,
    isConfirmed: isFull,
    steps: stepsOf(order, receipt.delivery),
    refunded: financialInfo.refunded,
    refunds: ownRefunds(order).map((refund) => {
      const { amount, status, at } = refund;
      const parts = partsText(order, refund);
      return { amount, status, at, ...(parts ? { parts } : {}) };
    }),
    ...(isFull
      ? {
          ...codes,
          ...(tracking ? { tracking } : {}),
          ...shipToOf(order),
          may: allowedActions(order, cancelMode),
          requests: requests.toReversed(),
        }
      : { may: {}, requests: [] }),
  };
}
