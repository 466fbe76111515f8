import type { OrderSummary } from "../../../../../shared/order.ts";
import { variantLabel } from "../../../../../shared/product.ts";

/** '2 x Root Shell Tee (M / Charcoal)' */
export function itemLabel(item: OrderSummary["items"][number]): string {
  const variant = variantLabel(item);
  return `${item.quantity} x ${item.name}${variant ? ` (${variant})` : ""}`;
}
