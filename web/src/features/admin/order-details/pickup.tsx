import { useMutation } from "@tanstack/react-query";
import { deliveryOf, summaryOf } from "../../../../../shared/order-summary.ts";
import type { Order } from "../../../../../shared/order.ts";
import { canBeReady } from "../../../../../shared/status-mail.ts";
import { ApiError } from "../../../api-error.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { changeOrder } from "../orders/change-order.ts";
import { rereadOrder } from "../orders/order-queries.ts";
import { toast } from "../toast.ts";
import { Fact } from "./facts.tsx";
import styles from "./order-information.module.css";

/** Whether an order lies ready to be picked up, with a button that sets it, and the customer gets a mail. */
export function Pickup({ order }: { order: Order }) {
  const isReady = order.ready === true;
  const { mutate, isPending } = useMutation({
    mutationFn: () => changeOrder(summaryOf(order), { orderStatus: order.orderStatus, ready: !isReady }),
    onError: (failure) => {
      console.error("The pickup could not be saved", failure);
      if (failure instanceof ApiError && failure.status === 409) void rereadOrder(order.orderId);
      toast.error(failure instanceof ApiError ? failure.message : "Failed to save. Please try again.");
    },
  });
  if (!canBeReady(order, deliveryOf(order))) return null;
  return (
    <Fact name="Pickup">
      {isReady && (
        <p className={styles.mailText}>
          <Badge tone="ok" icon="check">
            Ready to be picked up
          </Badge>
        </p>
      )}
      <Button
        variant="secondary"
        icon={isReady ? "close" : "check"}
        loading={isPending}
        onClick={() => isPending || mutate()}
      >
        {isReady ? "Not ready yet" : "Ready to be picked up"}
      </Button>
    </Fact>
  );
}
