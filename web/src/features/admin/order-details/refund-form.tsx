import { SwitchField, TextField } from "@aws-amplify/ui-react";
import type { FormEvent, Ref } from "react";
import { useState } from "react";
import { formatMoney, toDollars } from "../../../../../shared/money.ts";
import { pieceCount } from "../../../../../shared/piece-count.ts";
import type { Order } from "../../../../../shared/order.ts";
import {
  isShippingRefundable,
  refundableQuantity,
  shippingPaidCents,
} from "../../../../../shared/part-prices.ts";
import { restockableQuantity } from "../../../../../shared/refund-lines.ts";
import type { LinePieces, RefundReason } from "../../../../../shared/refund-reason.ts";
import {
  seatsText,
  unpaidSeatsOf,
  withRestockedSeats,
} from "../../../../../shared/tickets/tickets-of-order.ts";
import { Button } from "../../../ui/button.tsx";
import { LinePicker } from "../orders/line-picker.tsx";
import type { PickedLines } from "../orders/picked-lines.ts";
import { pickableLines, pickAll, toLinePieces, toRestockLines } from "../orders/picked-lines.ts";
import { ReasonFields } from "../orders/reason-fields.tsx";
import { restockablePickedQuantity, withSeats } from "../orders/seats.ts";
import { useTicketsOfOrder } from "../orders/use-tickets-of-order.ts";
import { parseAmount, proposedDollars, refundableDollars } from "./refund-amount.ts";
import styles from "./refund-dialog.module.css";
import { useRefund } from "./use-refund.ts";

type RefundFormProps = {
  order: Order;
  /** The ref of the amount field, with which the dialog focuses the field. */
  amountRef: Ref<HTMLInputElement>;
  onClose: () => void;
};

const restockLabel = (count: number, isPart: boolean): string => {
  const items = count === 1 ? "item" : `${count} items`;
  return isPart ? `Put the chosen ${items} back in stock` : `Put the ${items} of this order back in stock`;
};

/** The names of tickets that become void without a refund, because their seats go back on sale. */
const voidedTickets = (order: Order, restockLines: readonly LinePieces[]): string[] =>
  unpaidSeatsOf(order, withRestockedSeats(order, restockLines)).map(
    (pieces) => `${order.items[pieces.line]?.name}, ${seatsText(order, pieces)}`,
  );

/** Refunds everything, chosen items, or an amount. When items are chosen, their price is proposed as the amount. */
export function RefundForm({ order, amountRef, onClose }: RefundFormProps) {
  const maxDollars = refundableDollars(order);
  const refundableLines = pickableLines(order, (line) => refundableQuantity(order, line));
  // If items can be chosen, the amount starts empty, because no item is chosen yet.
  const [amountText, setAmountText] = useState(refundableLines.length > 0 ? "" : maxDollars.toFixed(2));
  const [picked, setPicked] = useState<PickedLines>(new Map());
  const [includesShipping, setIncludesShipping] = useState(false);
  const [shouldRestock, setShouldRestock] = useState(false);
  const [reason, setReason] = useState<RefundReason>({});
  const { error, setError, isPending, refund } = useRefund(order, onClose);
  const enteredAmount = parseAmount(amountText, maxDollars);

  const { tickets, hasFailed } = useTicketsOfOrder(order);
  const lines = withSeats(refundableLines, order, tickets);
  const allRestockableLines = pickAll(pickableLines(order, (line) => restockableQuantity(order, line)));
  const restockLines = toRestockLines(picked.size > 0 ? picked : allRestockableLines, (line) =>
    restockablePickedQuantity(order, picked, line),
  );
  const voidedTexts = voidedTickets(order, picked.size > 0 ? [] : (restockLines ?? []));
  const choose = (newPicked: PickedLines, newIncludesShipping: boolean) => {
    setPicked(newPicked);
    setIncludesShipping(newIncludesShipping);
    const refundedParts = { lines: toLinePieces(newPicked), shipping: newIncludesShipping };
    setAmountText(proposedDollars(order, refundedParts, maxDollars)?.toFixed(2) ?? "");
    setError(undefined);
  };
  const chooseEverything = () => {
    choose(pickAll(lines), isShippingRefundable(order));
    setAmountText(maxDollars.toFixed(2));
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if ("error" in enteredAmount) return setError(enteredAmount.error);
    const pickedLines = toLinePieces(picked);
    refund({
      amount: enteredAmount.dollars,
      ...(pickedLines ? { lines: pickedLines } : {}),
      ...(includesShipping ? { shipping: includesShipping } : {}),
      ...(shouldRestock && restockLines ? { restockLines } : {}),
      ...reason,
    });
  };
  return (
    <form onSubmit={onSubmit} noValidate className={styles.form}>
      <p>The money goes back to the card it came from, usually within 5 to 10 days. This cannot be undone.</p>
      {lines.length > 0 && (
        <LinePicker
          legend="Items to refund"
          lines={lines}
          picked={picked}
          onPick={(newPicked) => choose(newPicked, includesShipping)}
        />
      )}
      {lines.some(({ seats }) => seats) && (
        <p className={styles.hint}>
          A refunded ticket is not valid any more.
          {hasFailed && " The holders’ names, and whether tickets were used, could not be loaded."}
        </p>
      )}
      {isShippingRefundable(order) && (
        <SwitchField
          label={`Shipping ${formatMoney(toDollars(shippingPaidCents(order)))}`}
          labelPosition="end"
          isChecked={includesShipping}
          onChange={({ target }) => choose(picked, target.checked)}
        />
      )}
      {lines.length > 0 && (
        <Button variant="secondary" onClick={chooseEverything}>
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
          setAmountText(target.value);
          setError(undefined);
        }}
        className={styles.amount ?? ""}
      />
      {restockLines && (
        <SwitchField
          label={restockLabel(pieceCount(restockLines), picked.size > 0)}
          labelPosition="end"
          isChecked={shouldRestock}
          onChange={({ target }) => setShouldRestock(target.checked)}
        />
      )}
      {shouldRestock && voidedTexts.length > 0 && (
        <p role="status" className={styles.hint}>
          Not valid any more then: {voidedTexts.join("; ")}.
        </p>
      )}
      <ReasonFields reason={reason} onChange={setReason} takesNote={!order.erased} />
      <div className={styles.actions}>
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
