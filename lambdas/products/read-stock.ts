import type { ProductStock } from "../../shared/stock.ts";
import { notFound } from "../lib/errors.ts";
import { holdsOf } from "../orders/hold-table.ts";
import { NO_VARIANT, readProduct } from "./product-table.ts";

/** Where the pieces of a product are now, and when each hold on them ends. 404. */
export async function readStock(productId: string): Promise<ProductStock> {
  const found = await readProduct(productId);
  if (!found || found.row.deletedAt) throw notFound();
  const offered = found.row.variants.map(({ id }) => id);
  const rows = found.stock.filter(({ variantId }) =>
    offered.length > 0 ? offered.includes(variantId) : variantId === NO_VARIANT,
  );
  const held = rows.reduce((sum, row) => sum + row.held, 0);
  const holds = held > 0 ? await holdsOf(productId, held) : [];
  return {
    variants: rows.map(({ variantId, available, held, sold }) => ({
      ...(variantId === NO_VARIANT ? {} : { variantId }),
      available,
      held,
      sold,
      holds: holds
        .filter((hold) => (hold.variantId ?? NO_VARIANT) === variantId)
        .map(({ orderId, quantity, endsAt }) => ({ orderId, quantity, endsAt })),
    })),
  };
}
