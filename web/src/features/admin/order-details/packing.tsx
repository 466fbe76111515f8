import { useMutation } from "@tanstack/react-query";
import { deliveryOf, summaryOf } from "../../../../../shared/order-summary.ts";
import type { Order } from "../../../../../shared/order.ts";
import { canBePacked, isPacked } from "../../../../../shared/packing.ts";
import { hasItemsToPack } from "../../../../../shared/remaining-items.ts";
import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import { ApiError } from "../../../api-error.ts";
import { Button } from "../../../ui/button.tsx";
import { adminMessages, errorText } from "../admin-messages.ts";
import { changeOrder } from "../orders/change-order.ts";
import { rereadOrder } from "../orders/order-queries.ts";
import { toast } from "../toast.ts";
import { DescriptionItem } from "./details-section.tsx";

const LABELS = {
  ship: { name: "Packing", pack: "Mark as packed", unpack: "Not packed yet", packed: "Packed" },
  "pick-up": { name: "Pick-up", pack: "Ready to be picked up", unpack: "Not ready yet", packed: "Ready" },
} as const;

/**
 * Whether an order is packed, and a button that marks the order as packed or as not packed. For an order that the customer
 * picks up, packed means 'ready to be picked up', and the customer gets a mail. There is no button if the order's state
 * forbids packing, or if an unpacked order has no items left to pack.
 */
export function Packing({ order }: { order: Order }) {
  const delivery = deliveryOf(order);
  const isOrderPacked = isPacked(order);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      changeOrder(summaryOf(order), {
        orderStatus: order.orderStatus,
        ...(delivery === "ship" ? { packed: !isOrderPacked } : { ready: !isOrderPacked }),
      }),
    onError: (failure) => {
      console.error("The packing could not be saved", failure);
      if (failure instanceof ApiError && failure.status === 409) void rereadOrder(order.orderId);
      toast.error(errorText(failure, adminMessages.packingFailed));
    },
  });
  const canChange = canBePacked(summaryOf(order), delivery) && (isOrderPacked || hasItemsToPack(order));
  if (delivery === "none" || (!canChange && !order.packedAt)) return null;
  const labels = LABELS[delivery];
  return (
    <DescriptionItem name={labels.name} isStacked>
      {order.packedAt && (
        <p>
          {labels.packed} {formatShopTime(order.packedAt)}
        </p>
      )}
      {canChange && (
        <Button
          variant="secondary"
          icon={isOrderPacked ? "close" : "check"}
          loading={isPending}
          onClick={() => {
            if (!isPending) mutate();
          }}
        >
          {isOrderPacked ? labels.unpack : labels.pack}
        </Button>
      )}
    </DescriptionItem>
  );
}
