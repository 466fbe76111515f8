import { SwitchField, TextField } from "@aws-amplify/ui-react";
import type { FormEvent, Ref } from "react";
import { useEffect, useRef, useState } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import type { Order } from "../../../../../shared/order.ts";
import { ApiError } from "../../../api-error.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { adminCall } from "../identity/admin-call.ts";
import { summaryOf } from "../orders/summary.ts";
import { tell } from "../tell.ts";
import { useFocusOnOpen } from "../use-focus-on-open.ts";
import styles from "./refund-dialog.module.css";
import { readAmount, refundable } from "./refund-amount.ts";

type RefundDialogProps = {
  order: Order;
  open: boolean;
  onClose: () => void;
  onChanged: (order: Order) => void;
};

type RefundFormProps = Omit<RefundDialogProps, "open"> & { field: Ref<HTMLInputElement> };

function RefundForm({ order, field, onClose, onChanged }: RefundFormProps) {
  const most = refundable(order);
  const [text, setText] = useState(most.toFixed(2));
  const [restock, setRestock] = useState(false);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  // Made once: the same refund sent twice is one refund.
  const [refundId] = useState(() => `rfd-${crypto.randomUUID()}`);

  // An answer that comes when another order is open must not close what is asked of that one.
  const here = useRef(false);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const send = async (amount: number) => {
    setBusy(true);
    try {
      const body = { refundId, version: order.version, amount, restock };
      onChanged(await adminCall(adminApi.requestRefund, { params: { id: order.orderId }, body }));
      const { name } = summaryOf(order).customer;
      tell.done(`${formatMoney(amount)} is on its way back${name ? ` to ${name}` : ""}`);
      if (here.current) onClose();
    } catch (failure) {
      console.error("The refund could not be asked for", failure);
      setError(failure instanceof ApiError ? failure.message : "Failed to refund. Please try again.");
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const amount = readAmount(text, most);
    if ("error" in amount) setError(amount.error);
    else if (!busy) void send(amount.dollars);
  };
  return (
    <form onSubmit={submit} noValidate className={styles.form}>
      <p>The money goes back to the card it came from, usually within 5 to 10 days. This cannot be undone.</p>
      <TextField
        ref={field}
        label="Amount"
        inputMode="decimal"
        descriptiveText={`Up to ${formatMoney(most)}`}
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
        isChecked={restock}
        onChange={({ target }) => setRestock(target.checked)}
      />
      <div className={styles.actions}>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          Keep the money
        </Button>
        <Button type="submit" variant="danger" loading={busy} loadingText="Refunding...">
          Refund
        </Button>
      </div>
    </form>
  );
}

/** Gives back part or all of what was paid. */
export function RefundDialog({ open, onClose, ...rest }: RefundDialogProps) {
  const field = useFocusOnOpen<HTMLInputElement>(open);
  return (
    <Dialog open={open} onClose={onClose} title="Refund">
      <RefundForm field={field} onClose={onClose} {...rest} />
    </Dialog>
  );
}
