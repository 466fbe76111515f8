import type { ProductStock } from "../../shared/stock.ts";
import { notFound } from "../lib/errors.ts";
import { dueTimes } from "../orders/hold-table.ts";
import { NO_VARIANT, readProduct } from "./product-table.ts";

/** Most holds whose end is told; the oldest come first. */
const MOST_HOLDS = 100;

/** Where the pieces of a product are now, and when each hold on them ends. 404. */
export async function readStock(productId: string): Promise<ProductStock> {
  const found = await readProduct(productId);
  if (!found || found.row.deletedAt) throw notFound();
  const offered = found.row.variants.map(({ id }) => id);
  const rows = found.stock.filter(({ variantId }) =>
    offered.length > 0 ? offered.includes(variantId) : variantId === NO_VARIANT,
  );
  const holders = rows.flatMap(({ variantId }) => found.holders.get(variantId) ?? []);
  const ends = await dueTimes(
    holders
      .map(({ orderId }) => orderId)
      .sort()
      .slice(0, MOST_HOLDS),
  );
  const holdsOf = (variantId: string) =>
    (found.holders.get(variantId) ?? [])
      .flatMap(({ orderId, quantity }) => {
        const endsAt = ends.get(orderId);
        return endsAt === undefined ? [] : [{ orderId, quantity, endsAt }];
      })
      .sort((a, b) => a.endsAt.localeCompare(b.endsAt) || a.orderId.localeCompare(b.orderId));
  return {
    variants: rows.map(({ variantId, available, held, sold }) => ({
      ...(variantId === NO_VARIANT ? {} : { variantId }),
      available,
      held,
      sold,
      holds: holdsOf(variantId),
    })),
  };
}
