import { useEffect, useRef } from "react";
import type { Order } from "../../../../../shared/order.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { RefundForm } from "./refund-form.tsx";
import { useRefund } from "./use-refund.ts";

type RefundDialogProps = { order: Order; open: boolean; onClose: () => void };

export function RefundDialog({ order, open, onClose }: RefundDialogProps) {
  const formRef = useRef<HTMLFormElement>(null);
  // Focuses the first control, which belongs to the first item. If the amount had the focus, the items would be out of view.
  useEffect(() => {
    if (open)
      formRef.current?.querySelector<HTMLElement>('button:not([aria-disabled="true"]), input')?.focus();
  }, [open]);
  const refundState = useRefund(order, open, onClose);
  return (
    <Dialog open={open} onClose={onClose} title="Refund">
      <RefundForm order={order} refundState={refundState} formRef={formRef} onClose={onClose} />
    </Dialog>
  );
}
