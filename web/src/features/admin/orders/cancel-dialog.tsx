import type { OrderSummary } from "../../../../../shared/order.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { useFocusOnOpen } from "../../../ui/use-focus-on-open.ts";
import { CancelForm } from "./cancel-form.tsx";
import type { CancelOptions } from "./use-status-change.ts";

type CancelDialogProps = {
  order: OrderSummary | undefined;
  onKeep: () => void;
  onCancel: (options: CancelOptions) => void;
};

/** Asks, before a paid order is cancelled, whether to refund the money and which items to restock. */
export function CancelDialog({ order, onKeep, onCancel }: CancelDialogProps) {
  // Without scrolling to the button, because the admin first reads the question above it.
  const keepButtonRef = useFocusOnOpen<HTMLButtonElement>(order !== undefined, { preventScroll: true });
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
