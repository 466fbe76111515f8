import type { Order } from "../../../../../shared/order.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { useFocusOnOpen } from "../../../ui/use-focus-on-open.ts";
import { RefundForm } from "./refund-form.tsx";
import { useRefund } from "./use-refund.ts";

type RefundDialogProps = { order: Order; open: boolean; onClose: () => void };

/** A dialog with the form that refunds a part or all of a payment. */
export function RefundDialog({ order, open, onClose }: RefundDialogProps) {
  const amountRef = useFocusOnOpen<HTMLInputElement>(open);
  const refundState = useRefund(order, open, onClose);
  return (
    <Dialog open={open} onClose={onClose} title="Refund">
      <RefundForm order={order} refundState={refundState} amountRef={amountRef} onClose={onClose} />
    </Dialog>
  );
}
