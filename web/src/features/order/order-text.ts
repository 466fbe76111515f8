/** The texts of the customer's order page. */
import type { RequestKind, RequestState } from "../../../../shared/customer-request.ts";
import type { OrderPage, OrderStep } from "../../../../shared/order-page.ts";
import { deliveryNotices } from "../../../../shared/delivery-notices.ts";
import { toCents } from "../../../../shared/money.ts";
import {
  BEING_REFUNDED,
  DISPUTED,
  PAYMENT_STATUS_LABEL,
  REFUND_FAILED,
} from "../../../../shared/order-status.ts";
import { isAllReturned } from "../../../../shared/order-total.ts";
import type { Refund } from "../../../../shared/order.ts";
import type { Receipt } from "../../../../shared/receipt-data.ts";
import {
  disputedText,
  partReturnedByBank,
  refundTexts,
  restOnItsWayText,
  returnedText,
} from "../../../../shared/site/refund-texts.ts";
import type { IconName } from "../../ui/icon.tsx";

export const STEPS = {
  paid: { label: "Paid", icon: "check" },
  packed: { label: "Packed", icon: "bag" },
  ready: { label: "Ready to be picked up", icon: "map" },
  sent: { label: "Sent", icon: "truck" },
  "picked-up": { label: "Picked up", icon: "check" },
  completed: { label: "Complete", icon: "check" },
  cancelled: { label: "Cancelled", icon: "close" },
} as const satisfies Record<OrderStep, { label: string; icon: IconName }>;

const TITLES = {
  paid: "Your order is paid",
  packed: "Your order is packed",
  ready: "Your order is ready to be picked up",
  sent: "Your order is on its way",
  "picked-up": "Your order was picked up",
  completed: "Your order is complete",
  cancelled: "Your order was cancelled",
} as const satisfies Record<OrderStep, string>;

const isCancelled = ({ steps }: OrderPage): boolean => steps.some(({ step }) => step === "cancelled");

/**
 * The text about an order whose complete refund is requested, done or failed, or whose payment is disputed; undefined for
 * other orders.
 */
function refundHeadline({ receipt }: OrderPage): { title: string; lead: string } | undefined {
  if (receipt.status === BEING_REFUNDED)
    return receipt.returnedByBank
      ? { ...refundTexts.refunding, lead: restOnItsWayText(receipt) }
      : refundTexts.refunding;
  if (receipt.status === DISPUTED) return { ...refundTexts.disputed, lead: disputedText(receipt) };
  if (receipt.status === REFUND_FAILED) return refundTexts["refund-failed"];
  if (!isRefunded(receipt)) return undefined;
  const lead = receipt.returnedByBank ? returnedText(receipt) : refundTexts.refunded.lead;
  return { title: "Your order was refunded", lead };
}

/** Whether refunds and lost disputes have returned the whole payment. */
const isRefunded = ({ status, refunded = 0, returnedByBank = 0, total }: Receipt): boolean =>
  status === PAYMENT_STATUS_LABEL.refunded ||
  isAllReturned(toCents(refunded) + toCents(returnedByBank), toCents(total));

/** What the page of a cancelled order says about its money. */
function leadOfCancelled(receipt: Receipt): string {
  if (receipt.status === DISPUTED) return disputedText(receipt);
  if (!receipt.returnedByBank) return `Payment: ${receipt.status}.`;
  if (receipt.status === BEING_REFUNDED) return restOnItsWayText(receipt);
  return isRefunded(receipt)
    ? returnedText(receipt)
    : `${partReturnedByBank(receipt.returnedByBank)} Payment: ${receipt.status}.`;
}

/** Title and lead of the page: what has happened last, and what comes next. */
export function headlineOf(page: OrderPage): { title: string; lead: string } {
  const { steps, receipt } = page;
  // A payment can arrive after the cancellation, so "cancelled" need not be the last step.
  if (isCancelled(page)) return { title: TITLES.cancelled, lead: leadOfCancelled(receipt) };
  const refundText = refundHeadline(page);
  if (refundText) return refundText;
  const lastStep = steps.at(-1)?.step ?? "paid";
  const isOnHold = receipt.noDelivery === "disputed" || receipt.noDelivery === "dispute-lost";
  // The first notice is about the parcel or the pick-up; an order of tickets alone has only the notice about tickets.
  return {
    title: isOnHold ? "Your order is on hold" : TITLES[lastStep],
    lead: deliveryNotices(receipt)[0]?.text ?? "",
  };
}

/** The steps that come after those that were reached; none if the customer is not to expect the items. */
export function nextSteps(page: OrderPage): OrderStep[] {
  if (isCancelled(page) || refundHeadline(page) || page.receipt.noDelivery) return [];
  const { steps, receipt } = page;
  const reachedSteps = steps.map(({ step }) => step);
  const stepsByDelivery: Record<typeof receipt.delivery, OrderStep[]> = {
    ship: ["paid", "packed", "sent"],
    "pick-up": ["paid", "ready", "picked-up"],
    none: ["paid"],
  };
  const allSteps = stepsByDelivery[receipt.delivery];
  const lastIndex = Math.max(...reachedSteps.map((step) => allSteps.indexOf(step)));
  return allSteps.slice(lastIndex + 1);
}

export const REFUND_STATUS_TEXT = {
  requested: "On its way",
  pending: "On its way",
  succeeded: "Paid back",
  failed: "Did not go through",
} as const satisfies Record<Refund["status"], string>;

const REQUEST_TITLES = {
  cancel: "You asked us to cancel",
  problem: "You wrote to us",
  address: "You changed the address",
} as const satisfies Record<RequestKind, string>;

export const requestTitle = ({ kind, state }: { kind: RequestKind; state: RequestState }): string =>
  kind === "cancel" && state === "accepted" ? "The order was cancelled, as you asked" : REQUEST_TITLES[kind];

export const REQUEST_STATES = {
  open: { label: "Waits for our answer", tone: "warn", icon: "clock" },
  accepted: { label: "Done", tone: "ok", icon: "check" },
  declined: { label: "Declined", tone: "danger", icon: "close" },
  answered: { label: "Answered", tone: "ok", icon: "check" },
} as const satisfies Record<RequestState, object>;
