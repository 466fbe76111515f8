import { isEventOver } from "../../../../../shared/event-facts.ts";
import { messages } from "../../../../../shared/messages.ts";
import type { Product } from "../../../../../shared/product.ts";
import { lowStockThreshold } from "../../../../../shared/low-stock.ts";
import { useValueAtTime } from "../../../catalog/use-event-times.ts";
import { Badge } from "../../../ui/badge.tsx";
import { STATE_LABEL } from "./product-state.ts";

/** Badges: 'Past' for an event that is over, the state if it is not active, low or no stock if neither applies, and 'Featured'. */
export function ProductBadges({ product }: { product: Product }) {
  const { state, stock, featured } = product;
  const hasLowStock = stock < 1 || stock < lowStockThreshold(product);
  const isPast = useValueAtTime(product.event !== undefined, (now) => isEventOver(product, now));
  return (
    <>
      {isPast && <Badge icon="calendar">Past</Badge>}
      {state !== "active" && (
        <Badge icon={state === "draft" ? "edit" : "archive"}>{STATE_LABEL[state]}</Badge>
      )}
      {state === "active" && !isPast && hasLowStock && (
        <Badge tone="danger" icon={stock > 0 ? "alert" : "close"}>
          {stock > 0 ? "Low Stock" : messages.soldOut}
        </Badge>
      )}
      {featured && (
        <Badge tone="warn" icon="star">
          Featured
        </Badge>
      )}
    </>
  );
}
