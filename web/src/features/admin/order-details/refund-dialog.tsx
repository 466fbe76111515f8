import { SwitchField, TextField } from "@aws-amplify/ui-react";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent, Ref } from "react";
import { useState } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import { customerName } from "../../../../../shared/order-summary.ts";
import type { Order } from "../../../../../shared/order.ts";
import { ApiError } from "../../../api-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useFocusOnOpen } from "../../../ui/use-focus-on-open.ts";
import { adminCall } from "../auth/admin-call.ts";
import { writeOrder } from "../orders/order-queries.ts";
import { toast } from "../toast.ts";
import { parseAmount, refundableDollars } from "./refund-amount.ts";
import styles from "./refund-dialog.module.css";

type RefundDialogProps = { order: Order; open: boolean; onClose: () => void };

type RefundFormProps = Omit<RefundDialogProps, "open"> & {
  /** The ref of the amount field, with which the dialog focuses the field. */
  amountRef: Ref<HTMLInputElement>;
};

function RefundForm({ order, amountRef, onClose }: RefundFormProps) {
  const maxDollars = refundableDollars(order);
  const [text, setText] = useState(maxDollars.toFixed(2));
  const [shouldRestock, setShouldRestock] = useState(false);
  const [error, setError] = useState<string>();
  const entered = parseAmount(text, maxDollars);
  // Every submit sends the same id, so that the server books a refund that is sent twice only once.
  const [refundId] = useState(() => `rfd-${crypto.randomUUID()}`);
  const { mutate, isPending } = useMutation({
    mutationFn: (amount: number) => {
      const body = { refundId, version: order.version, amount, restock: shouldRestock };
      return adminCall(adminApi.requestRefund, { params: { id: order.orderId }, body });
    },
    onSuccess: (updatedOrder, amount) => {
      writeOrder(updatedOrder);
      const name = customerName(updatedOrder.billingInfo);
      toast.success(`${formatMoney(amount)} is on its way back${name ? ` to ${name}` : ""}`);
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if ("error" in entered) return setError(entered.error);
    if (isPending) return;
    // Run only while this form is mounted, so that a late response does not close another order's dialog.
    mutate(entered.dollars, {
      onSuccess: onClose,
      onError: (failure) => {
        console.error("The refund could not be requested", failure);
        setError(failure instanceof ApiError ? failure.message : "Failed to refund. Please try again.");
      },
    });
  };
  return (
    <form onSubmit={onSubmit} noValidate className={styles.form}>
      <p>The money goes back to the card it came from, usually within 5 to 10 days. This cannot be undone.</p>
      <TextField
        ref={amountRef}
        label="Amount"
        inputMode="decimal"
        descriptiveText={`Up to ${formatMoney(maxDollars)}`}
        value={text}
        hasError={error !== undefined}
        errorMessage={error}
        onChange={({ target }) => {
          setText(target.value);
          setError(undefined);
        }}
        className={styles.amount ?? ""}
      />
      <SwitchField
        label="Put all items of this order back in stock"
        labelPosition="end"
        isChecked={shouldRestock}
        onChange={({ target }) => setShouldRestock(target.checked)}
      />
      <div className={styles.actions}>
        <Button variant="secondary" disabled={isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="danger" loading={isPending} loadingText="Refunding...">
          {"dollars" in entered ? `Refund ${formatMoney(entered.dollars)}` : "Refund"}
        </Button>
      </div>
    </form>
  );
}

/** Refunds part or all of a payment. */
export function RefundDialog({ order, open, onClose }: RefundDialogProps) {
  const amountRef = useFocusOnOpen<HTMLInputElement>(open);
  return (
    <Dialog open={open} onClose={onClose} title="Refund">
      <RefundForm order={order} amountRef={amountRef} onClose={onClose} />
    </Dialog>
  );
}
