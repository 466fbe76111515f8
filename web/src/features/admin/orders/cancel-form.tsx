import { SwitchField } from "@aws-amplify/ui-react";
import type { Ref } from "react";
import { useState } from "react";
import { formatMoney } from "../../../../../shared/money.ts";
import {
  ORDER_STATUS,
  ORDER_STATUS_LABEL,
  statusWithoutAttention,
} from "../../../../../shared/order-status.ts";
import { pieceCount } from "../../../../../shared/piece-count.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";
import { restockableQuantity } from "../../../../../shared/refund-lines.ts";
import type { RefundReason } from "../../../../../shared/refund-reason.ts";
import { Button } from "../../../ui/button.tsx";
import { refundableDollars } from "../order-details/refund-amount.ts";
import { useDraft } from "../order-details/use-draft.ts";
import styles from "./dialog-form.module.css";
import { DISPUTED_PAYMENT_HINT, isPaymentDisputed } from "./disputed-payment.ts";
import { LinePicker } from "./line-picker.tsx";
import { orderLabel } from "./order-link.tsx";
import { useOrder } from "./order-queries.ts";
import type { PickedLines } from "./picked-lines.ts";
import { pickableLines, pickAll, toRestockLines } from "./picked-lines.ts";
import { ReasonFields } from "./reason-fields.tsx";
import { usedTicketsText } from "./seats.ts";
import { useTicketsOfOrder } from "./use-tickets-of-order.ts";
import type { CancelOptions } from "./use-status-change.ts";

/** The name under which `useDraft` keeps the reason that the admin has entered. */
export const CANCELLATION_DRAFT = "cancellation";
const createEmptyReason = (): RefundReason => ({});

type CancelFormProps = {
  order: OrderSummary;
  /** The ref of the 'Keep order' button, with which the dialog focuses the button. */
  keepButtonRef: Ref<HTMLButtonElement>;
  onKeep: () => void;
  onCancel: (options: CancelOptions) => void;
};

/**
 * What the form shows about the order. `lines`: the lines that can go back in stock; undefined until the order is loaded.
 * `isDisputed`: whether the order's payment is disputed. `hasMoneyToRefund`: whether some of the money can be refunded.
 * `refundableAmount`: in dollars; undefined until the order is loaded. `wasCancelled`: whether the order was cancelled before, and
 * then reopened. If that was only a few seconds ago, the customer gets no second mail. `usedTickets`: sorted by number.
 */
function useOrderToCancel(summary: OrderSummary) {
  const { order } = useOrder(summary.orderId);
  const { tickets } = useTicketsOfOrder(order);
  const refundableAmount = order && refundableDollars(order);
  return {
    refundableAmount,
    lines: order && pickableLines(order, (line) => restockableQuantity(order, line)),
    isDisputed: order ? isPaymentDisputed(order, order.paymentIntentId) : summary.doNotSend === "disputed",
    hasMoneyToRefund:
      refundableAmount !== undefined
        ? refundableAmount > 0
        : statusWithoutAttention(summary) !== "refunded" && summary.refunding !== true,
    wasCancelled: order?.history.some(
      ({ what, to }) => what === "status" && to === ORDER_STATUS_LABEL[ORDER_STATUS.cancelled],
    ),
    usedTickets: tickets.filter(({ state }) => state === "used").sort((a, b) => a.n - b.n),
  };
}

/** What the form says about the money. The hint about a dispute is a separate paragraph. */
function moneyText(isRefunding: boolean | undefined, isDisputed: boolean, hasMoneyToRefund: boolean): string {
  if (isRefunding) return "The payment is being refunded already. ";
  if (isDisputed) return "";
  return hasMoneyToRefund ? "Refund and restock? " : "No money is left to refund. ";
}

export function CancelForm({ order, keepButtonRef, onKeep, onCancel }: CancelFormProps) {
  const [wantsRefund, setWantsRefund] = useState(true);
  const [shouldRestock, setShouldRestock] = useState(true);
  const [draft, setDraft] = useDraft(CANCELLATION_DRAFT, order.orderId, createEmptyReason);
  const [reason, setReason] = useState(draft);
  const changeReason = (newReason: RefundReason) => {
    setReason(newReason);
    setDraft(() => newReason);
  };
  const { lines, usedTickets, isDisputed, hasMoneyToRefund, refundableAmount, wasCancelled } =
    useOrderToCancel(order);
  // Stripe refuses to refund a disputed payment.
  const mayRefund = hasMoneyToRefund && !isDisputed;
  const shouldRefund = mayRefund && wantsRefund;
  /** Undefined until the admin changes the picked lines. While undefined, all lines are put back in stock. */
  const [pickedLines, setPickedLines] = useState<PickedLines>();
  // Until the order is loaded, all its lines are shown, so that the buttons below do not move.
  const shownLines = lines ?? pickableLines(order, (line) => order.items[line]?.quantity ?? 0);
  const itemCount = pieceCount(shownLines.map(({ max }) => ({ quantity: max })));
  const restockLines = pickedLines && toRestockLines(pickedLines);
  const restockCount = pickedLines ? pieceCount(restockLines ?? []) : itemCount;
  const hasLineToRestock = pickedLines === undefined || restockLines !== undefined;
  const cancel = () =>
    onCancel({
      refund: shouldRefund,
      restock: shouldRestock && hasLineToRestock,
      ...(shouldRestock && restockLines ? { restockLines } : {}),
      ...reason,
    });
  return (
    <div className={styles.form}>
      <p id="cancel-order">
        {orderLabel(order)}: {order.customer.name || "the customer"} paid {formatMoney(order.total)}.{" "}
        {moneyText(order.refunding, isDisputed, hasMoneyToRefund)}The customer is told by email
        {wasCancelled && ", unless the order was cancelled before and reopened only a few seconds ago"}.
      </p>
      {isDisputed && <p>{DISPUTED_PAYMENT_HINT}</p>}
      {mayRefund && (
        <SwitchField
          label={
            statusWithoutAttention(order) === "partially-refunded"
              ? `Refund the rest${refundableAmount === undefined ? "" : `: ${formatMoney(refundableAmount)}`}`
              : "Refund what was paid"
          }
          labelPosition="end"
          isChecked={shouldRefund}
          onChange={({ target }) => setWantsRefund(target.checked)}
        />
      )}
      {itemCount > 0 && (
        <SwitchField
          label={`Put ${restockCount === 1 ? "the item" : `the ${restockCount} items`} back in stock`}
          labelPosition="end"
          isChecked={shouldRestock}
          onChange={({ target }) => setShouldRestock(target.checked)}
        />
      )}
      {shouldRestock && itemCount > 1 && (
        <div inert={lines === undefined} className={styles.field}>
          <LinePicker
            legend="Items to put back"
            lines={shownLines}
            pickedLines={pickedLines ?? pickAll(shownLines)}
            onPick={setPickedLines}
          />
        </div>
      )}
      {usedTickets.length > 0 && (
        <p>{usedTicketsText(usedTickets)} All tickets of the order stop being valid.</p>
      )}
      <ReasonFields reason={reason} onChange={changeReason} isRefund={shouldRefund} />
      <div className={styles.actions}>
        <Button ref={keepButtonRef} variant="secondary" onClick={onKeep}>
          Keep order
        </Button>
        <Button variant="danger" onClick={cancel}>
          {shouldRefund ? "Cancel and refund" : "Cancel order"}
        </Button>
      </div>
    </div>
  );
}
