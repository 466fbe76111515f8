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

type QuestionProps = Omit<CancelDialogProps, "order"> & {
  order: OrderSummary;
  /** The ref of the 'Keep order' button, for the dialog to focus it. */
  keep: Ref<HTMLButtonElement>;
};

function Question({ order, keep, onKeep, onCancel }: QuestionProps) {
  const [refund, setRefund] = useState(order.refunding !== true);
  const [restock, setRestock] = useState(true);
  const itemCount = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <div className={styles.question}>
      <p id="cancel-order">
        {order.customer.name} paid {formatMoney(order.total)}.{" "}
        {order.refunding ? "The money is on its way back already." : "What goes back?"}
      </p>
      {!order.refunding && (
        <SwitchField
          label={
            order.paymentStatus === "partially-refunded"
              ? "Refund what is left of it"
              : "Refund what was paid"
          }
          labelPosition="end"
          isChecked={refund}
          onChange={({ target }) => setRefund(target.checked)}
        />
      )}
      <SwitchField
        label={`Put ${itemCount === 1 ? "the item" : `the ${itemCount} items`} back in stock`}
        labelPosition="end"
        isChecked={restock}
        onChange={({ target }) => setRestock(target.checked)}
      />
      <div className={styles.actions}>
        <Button ref={keep} variant="secondary" onClick={onKeep}>
          Keep order
        </Button>
        <Button variant="danger" onClick={() => onCancel({ refund, restock })}>
          {refund ? "Cancel and refund" : "Cancel order"}
        </Button>
      </div>
    </div>
  );
}

/** Asks, before a paid order is cancelled, whether to refund the money and to restock the items. */
export function CancelDialog({ order, onKeep, onCancel }: CancelDialogProps) {
  const keep = useFocusOnOpen<HTMLButtonElement>(order !== undefined);
  return (
    <Dialog
      open={order !== undefined}
      onClose={onKeep}
      title="Cancel this order?"
      role="alertdialog"
      describedBy="cancel-order"
    >
      {order && <Question order={order} keep={keep} onKeep={onKeep} onCancel={onCancel} />}
    </Dialog>
  );
}
