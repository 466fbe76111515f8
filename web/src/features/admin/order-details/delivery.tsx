import { ORDER_STATUS, statusObstacle } from "../../../../../shared/order-status.ts";
import { DELIVERY_LABEL, deliveryOf, summaryOf } from "../../../../../shared/order-summary.ts";
import type { Order } from "../../../../../shared/order.ts";
import { hasNothingToShip } from "../../../../../shared/packing.ts";
import { Badge } from "../../../ui/badge.tsx";
import { CopyButton } from "../copy-button.tsx";
import styles from "./delivery.module.css";
import { DescriptionList, DetailsSection } from "./details-section.tsx";
import { addressLines, deliveryText } from "./order-text.ts";
import { Packing } from "./packing.tsx";
import { TrackingForm } from "./tracking-form.tsx";

const ICONS = { ship: "truck", "pick-up": "bag", none: "ticket" } as const;

/** How the customer gets the order: the address to ship to, with the tracking number, or the pick-up; and whether it is packed. */
export function DeliverySection({ order }: { order: Order }) {
  const delivery = deliveryOf(order);
  const summary = summaryOf(order);
  // An order that cannot be completed, such as a refunded one, or that has no parcel gets no new tracking number. An existing
  // number stays visible, unless the customer's data was erased.
  const mayGetTracking = !statusObstacle(summary, ORDER_STATUS.completed) && !hasNothingToShip(summary);
  const hasTrackingForm = !order.erased && (order.tracking !== undefined || mayGetTracking);
  return (
    <DetailsSection heading="Delivery">
      <div className={styles.delivery}>
        <Badge tone="neutral" icon={ICONS[delivery]}>
          {DELIVERY_LABEL[delivery]}
        </Badge>
        {order.shippingInfo ? (
          <>
            <address className={styles.address}>
              {addressLines(order).map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
            {!order.erased && <CopyButton what="address" text={addressLines(order).join("\n")} />}
          </>
        ) : (
          <p>{deliveryText(order)}</p>
        )}
      </div>
      <DescriptionList>
        {order.shippingInfo && hasTrackingForm && <TrackingForm order={order} />}
        <Packing order={order} />
      </DescriptionList>
    </DetailsSection>
  );
}
