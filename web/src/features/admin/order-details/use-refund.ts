import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import type { BodyInput } from "../../../../../shared/endpoint.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import { customerName } from "../../../../../shared/order-summary.ts";
import type { Order } from "../../../../../shared/order.ts";
import { errorText } from "../admin-messages.ts";
import { adminCall } from "../auth/admin-call.ts";
import { writeOrder } from "../orders/order-queries.ts";
import { toast } from "../toast.ts";

type RefundInput = Omit<BodyInput<typeof adminApi.requestRefund>, "refundId" | "version"> & {
  /** Dollars. */
  amount: number;
};

/** Requests a refund. `onRefunded` is called only while the form is mounted. */
export function useRefund(order: Order, onRefunded: () => void) {
  const [error, setError] = useState<string>();
  // Every submit sends the same id, so that the server makes the refund only once.
  const [refundId] = useState(() => `rfd-${crypto.randomUUID()}`);
  // Polling updates `order` while the form is open, so the first submit uses the version at the opening. After an error the
  // admin has to look at the order again, so the next submit uses the version that is shown at that time.
  const [version, setVersion] = useState<number | undefined>(order.version);
  const { mutate, isPending } = useMutation({
    mutationFn: (input: RefundInput) =>
      adminCall(adminApi.requestRefund, {
        params: { id: order.orderId },
        body: { refundId, version: version ?? order.version, ...input },
      }),
    onSuccess: (updatedOrder, input) => {
      writeOrder(updatedOrder);
      const { amount } = updatedOrder.refunds.find((refund) => refund.refundId === refundId) ?? input;
      const name = customerName(updatedOrder.billingInfo);
      toast.success(`${formatMoney(amount)} is on its way back${name ? ` to ${name}` : ""}`);
    },
  });
  const refund = (input: RefundInput) => {
    if (isPending) return;
    // These callbacks run only while the form is mounted, so that a late response does not close another
    // order's dialog.
    mutate(input, {
      onSuccess: onRefunded,
      onError: (failure) => {
        console.error("The refund could not be requested", failure);
        setVersion(undefined);
        setError(errorText(failure, "Failed to refund. Please try again."));
      },
    });
  };
  return { error, setError, isPending, refund };
}
