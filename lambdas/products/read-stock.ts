import { variantLabel } from "../../shared/product.ts";
import type { ProductStock, VariantStock } from "../../shared/stock.ts";
import { notFound } from "../lib/errors.ts";
import type { ProductHold } from "../orders/hold-table.ts";
import { holdsOf } from "../orders/hold-table.ts";
import { isOffered } from "./list-for-admin.ts";
import type { FoundProduct, StockRow } from "./product-table.ts";
import { NO_VARIANT, readProduct } from "./product-table.ts";
import { finishMove, unfinishedMoves } from "./unoffered-stock-table.ts";

/** Where the pieces of a product are now, and when each hold on them ends. 404. */
export async function readStock(productId: string): Promise<ProductStock> {
  const found = await readWhole(productId);
  if (!found || found.row.deletedAt) throw notFound();
  const { row, stock } = found;
  const held = stock.reduce((sum, of) => sum + of.held, 0);
  const holds = held > 0 ? await holdsOf(productId, held) : [];
  const named = new Map([...(row.formerVariants ?? []), ...row.variants].map((of) => [of.id, of]));
  return {
    variants: stock.filter(({ variantId }) => isOffered(row, variantId)).map((of) => view(of, holds)),
    unoffered: stock
      .filter((of) => !isOffered(row, of.variantId) && (of.available > 0 || of.held > 0))
      .map((of) => {
        const { size, color } = named.get(of.variantId) ?? {};
        return { ...view(of, holds), ...(size ? { size } : {}), ...(color ? { color } : {}) };
      })
      .sort((a, b) => variantLabel(a).localeCompare(variantLabel(b), "en")),
  };
}

/** The product after moves of its pieces that were cut off are finished. */
async function readWhole(productId: string): Promise<FoundProduct | undefined> {
  const cutOff = await unfinishedMoves(productId);
  for (const move of cutOff) await finishMove(move);
  return readProduct(productId);
}

const view = (
  { variantId, available, held, sold }: StockRow,
  holds: readonly ProductHold[],
): VariantStock => ({
  ...(variantId === NO_VARIANT ? {} : { variantId }),
  available,
  held,
  sold,
  holds: holds
    .filter((hold) => (hold.variantId ?? NO_VARIANT) === variantId)
    .map(({ orderId, quantity, endsAt }) => ({ orderId, quantity, endsAt })),
});
