import { useMutation } from "@tanstack/react-query";
import { deliveryOf, summaryOf } from "../../../../../shared/order-summary.ts";
import type { Order } from "../../../../../shared/order.ts";
import { canBeReady } from "../../../../../shared/status-mail.ts";
import { ApiError } from "../../../api-error.ts";
import { Button } from "../../../ui/button.tsx";
import { changeOrder } from "../orders/change-order.ts";
import { rereadOrder } from "../orders/order-queries.ts";
import { toast } from "../toast.ts";
import { DescriptionItem } from "./details-section.tsx";

/** Whether an order is ready to be picked up, with a button that changes this. The customer gets a mail. */
export function PickUp({ order }: { order: Order }) {
  const isReady = order.ready === true;
  const { mutate, isPending } = useMutation({
    mutationFn: () => changeOrder(summaryOf(order), { orderStatus: order.orderStatus, ready: !isReady }),
    onError: (failure) => {
      console.error("The pick-up could not be saved", failure);
      if (failure instanceof ApiError && failure.status === 409) void rereadOrder(order.orderId);
      toast.error(failure instanceof ApiError ? failure.message : "Failed to save. Please try again.");
    },
  });
  if (!canBeReady(order, deliveryOf(order))) return null;
  return (
    <DescriptionItem name="Pick-up">
      <Button
        variant="secondary"
        icon={isReady ? "close" : "check"}
        loading={isPending}
        onClick={() => isPending || mutate()}
      >
        {isReady ? "Not ready yet" : "Ready to be picked up"}
      </Button>
    </DescriptionItem>
  );
}
