import { SwitchField } from "@aws-amplify/ui-react";
import type { Ref } from "react";
import { useState } from "react";
import { formatMoney } from "../../../../../shared/money.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useFocusOnOpen } from "../../../ui/use-focus-on-open.ts";
import styles from "./cancel-dialog.module.css";
import type { CancelOptions } from "./use-status-change.ts";

type CancelDialogProps = {
  order: OrderSummary | undefined;
  onKeep: () => void;
  onCancel: (options: CancelOptions) => void;
};

type CancelFormProps = Omit<CancelDialogProps, "order"> & {
  order: OrderSummary;
  /** The ref of the 'Keep order' button, with which the dialog focuses the button. */
  keepButtonRef: Ref<HTMLButtonElement>;
};

function CancelForm({ order, keepButtonRef, onKeep, onCancel }: CancelFormProps) {
  const [shouldRefund, setShouldRefund] = useState(order.refunding !== true);
  const [shouldRestock, setShouldRestock] = useState(true);
  const itemCount = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <div className={styles.question}>
      <p id="cancel-order">
        {order.customer.name} paid {formatMoney(order.total)}.{" "}
        {order.refunding ? "The payment is being refunded already." : "Refund and restock?"} The customer is
        told by email at once, unless a cancellation was taken back a moment ago.
      </p>
      {!order.refunding && (
        <SwitchField
          label={
            order.paymentStatus === "partially-refunded"
              ? "Refund what is left of it"
              : "Refund what was paid"
          }
          labelPosition="end"
          isChecked={shouldRefund}
          onChange={({ target }) => setShouldRefund(target.checked)}
        />
      )}
      <SwitchField
        label={`Put ${itemCount === 1 ? "the item" : `the ${itemCount} items`} back in stock`}
        labelPosition="end"
        isChecked={shouldRestock}
        onChange={({ target }) => setShouldRestock(target.checked)}
      />
      <div className={styles.actions}>
        <Button ref={keepButtonRef} variant="secondary" onClick={onKeep}>
          Keep order
        </Button>
        <Button variant="danger" onClick={() => onCancel({ refund: shouldRefund, restock: shouldRestock })}>
          {shouldRefund ? "Cancel and refund" : "Cancel order"}
        </Button>
      </div>
    </div>
  );
}

/** Asks, before a paid order is cancelled, whether to refund the money and whether to restock the items. */
export function CancelDialog({ order, onKeep, onCancel }: CancelDialogProps) {
  const keepButtonRef = useFocusOnOpen<HTMLButtonElement>(order !== undefined);
  return (
    <Dialog
      open={order !== undefined}
      onClose={onKeep}
      title="Cancel this order?"
      role="alertdialog"
      describedBy="cancel-order"
    >
      {order && (
        <CancelForm order={order} keepButtonRef={keepButtonRef} onKeep={onKeep} onCancel={onCancel} />
      )}
    </Dialog>
  );
}
