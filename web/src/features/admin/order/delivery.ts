import type { Order } from "../../../../../shared/order.ts";
import { TICKET } from "../../../../../shared/product.ts";

/** How an order reaches its customer, in words. */
export function deliveryOf({ shippingInfo, items }: Pick<Order, "shippingInfo" | "items">): string {
  if (shippingInfo) {
    const { address, city, state, zipCode, country } = shippingInfo;
    return `${address}, ${city}, ${state} ${zipCode}, ${country}`;
  }
  const tickets = items.every(({ category }) => category === TICKET);
  return tickets ? "Tickets only: nothing to ship" : "Picked up: no shipping was chosen";
}
