import { SwitchField, TextField } from "@aws-amplify/ui-react";
import type { FormEvent, RefObject } from "react";
import { useEffect, useRef, useState } from "react";
import { formatMoney, toDollars } from "../../../../../shared/money.ts";
import { pieceCount } from "../../../../../shared/piece-count.ts";
import type { Order } from "../../../../../shared/order.ts";
import {
  isShippingRefundable,
  refundableQuantity,
  shippingPaidCents,
} from "../../../../../shared/part-prices.ts";
import { restockableQuantity } from "../../../../../shared/refund-lines.ts";
import type { LinePieces } from "../../../../../shared/refund-reason.ts";
import {
  seatsText,
  unrefundedSeatsOf,
  withRestockedSeats,
} from "../../../../../shared/tickets/tickets-of-order.ts";
import { Button } from "../../../ui/button.tsx";
import { isFocusLost } from "../../../ui/is-focus-lost.ts";
import { Notice } from "../../../ui/notice.tsx";
import { observeInView } from "../../../ui/observe-in-view.ts";
import formStyles from "../orders/dialog-form.module.css";
import { LinePicker } from "../orders/line-picker.tsx";
import { orderLabel } from "../orders/order-link.tsx";
import type { PickedLines } from "../orders/picked-lines.ts";
import { pickableLines, pickAll, toLinePieces, toRestockLines } from "../orders/picked-lines.ts";
import { ReasonFields } from "../orders/reason-fields.tsx";
import { restockablePickedQuantity, withPickableSeats } from "../orders/seats.ts";
import { useTicketsOfOrder } from "../orders/use-tickets-of-order.ts";
import { parseAmount, proposedDollars, refundableDollars } from "./refund-amount.ts";
import {
  adaptedDraft,
  draftAtOpening,
  isRequested,
  newDollarsOfOthers,
  proposedAmountText,
  type RefundDraft,
} from "./refund-draft.ts";
import styles from "./refund-form.module.css";
import type { useRefund } from "./use-refund.ts";

type RefundFormProps = {
  order: Order;
  refundState: ReturnType<typeof useRefund>;
  /** The form's ref, with which the dialog focuses its first control. */
  formRef: RefObject<HTMLFormElement | null>;
  onClose: () => void;
};

const restockLabel = (count: number, areItemsPicked: boolean): string => {
  const items = count === 1 ? "item" : `${count} items`;
  return areItemsPicked
    ? `Put the chosen ${items} back in stock`
    : `Put the ${items} of this order back in stock`;
};

/** The texts about tickets that become void without a refund, because their seats go back on sale. */
const voidedTicketTexts = (order: Order, restockLines: readonly LinePieces[]): string[] =>
  unrefundedSeatsOf(order, withRestockedSeats(order, restockLines)).map(
    (pieces) => `${order.items[pieces.line]?.name}, ${seatsText(order, pieces)}`,
  );

/**
 * How long the notice about others' refunds must be in view to count as seen. A submit before that sends the order's older
 * version, which the server refuses.
 */
const SEEN_AFTER_MS = 1_000;

/** The form's content when nothing can be refunded any more. Its button has the focus instead of the removed fields. */
function NothingLeft({ order, onClose }: Pick<RefundFormProps, "order" | "onClose">) {
  const hasDisputes = (order.financialInfo.withdrawn ?? 0) > 0;
  return (
    <div className={formStyles.form}>
      <Notice role="status" className={formStyles.field}>
        {orderLabel(order)}:{" "}
        {hasDisputes
          ? "nothing is left to refund. The bank has taken money for a dispute."
          : "everything has been refunded meanwhile."}
      </Notice>
      <div className={formStyles.actions}>
        <Button autoFocus onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}

/**
 * The order as the form shows it, the draft, and the dollars that others have refunded since the form was opened. When others
 * refund something, the draft is adapted. The form's own refund changes neither the shown order nor the draft. So the form
 * stays the same until it closes, and sends the same request again after a lost answer.
 */
function useDraftOfOrder(
  latestOrder: Order,
  { storedDraft, orderAfterRefusal }: RefundFormProps["refundState"],
) {
  const [order, setOrder] = useState(latestOrder);
  const [draft, setDraft] = useState(() => draftAtOpening(storedDraft, latestOrder));
  const [orderAtOpening] = useState(latestOrder);
  const [handledRefusal, setHandledRefusal] = useState(orderAfterRefusal);
  const adaptTo = (newOrder: Order) => {
    setOrder(newOrder);
    setDraft(adaptedDraft(draft, newOrder));
  };
  if (orderAfterRefusal !== handledRefusal) {
    setHandledRefusal(orderAfterRefusal);
    if (orderAfterRefusal) adaptTo(orderAfterRefusal);
  } else if (latestOrder.version > order.version && !isRequested(draft, latestOrder)) {
    if (refundableDollars(latestOrder) === refundableDollars(order)) setOrder(latestOrder);
    else adaptTo(latestOrder);
  }
  return { order, draft, setDraft, othersDollars: newDollarsOfOthers(draft, orderAtOpening, order) };
}

/**
 * Calls `setSeenVersion` after a version of the order was shown for SEEN_AFTER_MS. If others have refunded something, the
 * notice about their refunds must be in view for this time. Returns the notice's ref.
 */
function useSeenVersion(version: number, setSeenVersion: (version: number) => void) {
  const noticeRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onVisibility = (isVisible: boolean) => {
      clearTimeout(timer);
      if (isVisible) timer = setTimeout(() => setSeenVersion(version), SEEN_AFTER_MS);
    };
    const stopObserving = noticeRef.current && observeInView(noticeRef.current, onVisibility);
    if (!stopObserving) onVisibility(true);
    return () => {
      clearTimeout(timer);
      stopObserving?.();
    };
  }, [version, setSeenVersion]);
  return noticeRef;
}

/** Refunds picked items, the shipping, or any amount. The price of what is picked is proposed as the amount. */
export function RefundForm({ order: latestOrder, refundState, formRef, onClose }: RefundFormProps) {
  const amountRef = useRef<HTMLInputElement>(null);
  const { order, draft, setDraft, othersDollars } = useDraftOfOrder(latestOrder, refundState);
  const maxDollars = refundableDollars(order);
  const refundableLines = pickableLines(order, (line) => refundableQuantity(order, line));
  const { error, setError, setSeenVersion, isPending, refund } = refundState;
  const change = (changes: Partial<RefundDraft>) => {
    const newDraft = { ...draft, ...changes, maxDollars };
    setDraft(newDraft);
    refundState.setStoredDraft(() => newDraft);
  };
  const noticeRef = useSeenVersion(order.version, setSeenVersion);
  // The control of an item that others have refunded may have had the focus, and is gone.
  useEffect(() => {
    if (isFocusLost()) amountRef.current?.focus();
  }, [maxDollars]);
  const { amountText, pickedLines, includesShipping, shouldRestock, reason } = draft;
  const parts = { lines: toLinePieces(pickedLines), shipping: includesShipping };
  const enteredAmount = parseAmount(amountText, maxDollars, proposedDollars(order, parts, maxDollars));

  const { tickets, hasFailed: haveTicketsFailedToLoad } = useTicketsOfOrder(order);
  const lines = withPickableSeats(refundableLines, order, tickets);
  const allRestockableLines = pickAll(pickableLines(order, (line) => restockableQuantity(order, line)));
  // What the switch puts back in stock: the picked items, or all items if none is picked.
  const restockLines = toRestockLines(pickedLines.size > 0 ? pickedLines : allRestockableLines, (line) =>
    restockablePickedQuantity(order, pickedLines, line),
  );
  // Picked tickets are refunded. Only if nothing is picked, tickets can go back on sale without a refund.
  const voidedTexts = voidedTicketTexts(order, pickedLines.size > 0 ? [] : (restockLines ?? []));
  const pickParts = (newPickedLines: PickedLines, newIncludesShipping: boolean, newDollars?: number) => {
    change({
      pickedLines: newPickedLines,
      includesShipping: newIncludesShipping,
      amountText: newDollars?.toFixed(2) ?? proposedAmountText(order, newPickedLines, newIncludesShipping),
      isAmountTyped: false,
    });
    setError(undefined);
  };
  const pickEverything = () => pickParts(pickAll(lines), isShippingRefundable(order), maxDollars);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if ("error" in enteredAmount) {
      amountRef.current?.focus();
      return setError(enteredAmount.error);
    }
    refund({
      refundId: draft.refundId,
      amount: enteredAmount.dollars,
      ...(parts.lines ? { lines: parts.lines } : {}),
      ...(includesShipping ? { shipping: includesShipping } : {}),
      ...(shouldRestock && restockLines ? { restockLines } : {}),
      ...reason,
      // The note may have been typed before the customer's data was erased.
      ...(order.erased ? { note: undefined } : {}),
    });
  };
  if (maxDollars === 0) return <NothingLeft order={order} onClose={onClose} />;
  return (
    <form ref={formRef} onSubmit={onSubmit} noValidate className={formStyles.form}>
      <p>
        {orderLabel(order)}: the money goes back the way it was paid, usually within 5 to 10 days. This cannot
        be undone.
      </p>
      {othersDollars > 0 && (
        <Notice ref={noticeRef} role="status" className={formStyles.field}>
          Someone else has refunded {formatMoney(othersDollars)} meanwhile. The form shows what is left.
        </Notice>
      )}
      {lines.length > 0 && (
        <LinePicker
          legend="Items to refund"
          lines={lines}
          pickedLines={pickedLines}
          onPick={(newPickedLines) => pickParts(newPickedLines, includesShipping)}
        />
      )}
      {lines.some(({ seats }) => seats) && (
        <p className={styles.hint}>
          A refunded ticket is not valid any more.
          {haveTicketsFailedToLoad &&
            " The holders’ names, and whether tickets were used, could not be loaded."}
        </p>
      )}
      {isShippingRefundable(order) && (
        <SwitchField
          label={`Shipping ${formatMoney(toDollars(shippingPaidCents(order)))}`}
          labelPosition="end"
          isChecked={includesShipping}
          onChange={({ target }) => pickParts(pickedLines, target.checked)}
        />
      )}
      {lines.length > 0 && (
        <Button variant="secondary" onClick={pickEverything}>
          Choose everything
        </Button>
      )}
      <TextField
        ref={amountRef}
        label="Amount"
        inputMode="decimal"
        descriptiveText={`Up to ${formatMoney(maxDollars)}`}
        value={amountText}
        hasError={error !== undefined}
        errorMessage={error}
        onChange={({ target }) => {
          change({ amountText: target.value, isAmountTyped: true });
          setError(undefined);
        }}
        className={styles.amount ?? ""}
      />
      {restockLines && (
        <SwitchField
          label={restockLabel(pieceCount(restockLines), pickedLines.size > 0)}
          labelPosition="end"
          isChecked={shouldRestock}
          onChange={({ target }) => change({ shouldRestock: target.checked })}
        />
      )}
      {shouldRestock && voidedTexts.length > 0 && (
        <p role="status" className={styles.hint}>
          These tickets become invalid: {voidedTexts.join("; ")}.
        </p>
      )}
      <ReasonFields
        reason={reason}
        onChange={(newReason) => change({ reason: newReason })}
        takesNote={!order.erased}
      />
      <div className={formStyles.actions}>
        <Button variant="secondary" disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" loading={isPending} loadingText="Refunding...">
          {"dollars" in enteredAmount ? `Refund ${formatMoney(enteredAmount.dollars)}` : "Refund"}
        </Button>
      </div>
    </form>
  );
}
