import { messages } from "../../../../../shared/messages.ts";
import type { Product } from "../../../../../shared/product.ts";
import { LOW_STOCK } from "../../../../../shared/product.ts";
import { Badge } from "../../../ui/badge.tsx";
import { STATE_LABEL } from "./product-state.ts";

/** The state of a product that is not in the store, or its low stock; and whether it is featured. */
export function ProductBadges({ product: { state, stock, featured } }: { product: Product }) {
  return (
    <>
      {state !== "active" && (
        <Badge icon={state === "draft" ? "edit" : "archive"}>{STATE_LABEL[state]}</Badge>
      )}
      {state === "active" && stock < LOW_STOCK && (
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
