import { variantLabel } from "../../shared/product.ts";
import type { ProductStock, VariantStock } from "../../shared/stock.ts";
import { notFound } from "../lib/errors.ts";
import { dueTimes } from "../orders/hold-table.ts";
import { isOffered } from "./list-for-admin.ts";
import type { FoundProduct, Holder, StockRow } from "./product-table.ts";
import { NO_VARIANT } from "./product-table.ts";
import { readCurrent } from "./read-current.ts";
import { finishMove, unfinishedMoves } from "./unoffered-stock-table.ts";

/** Most holds that are shown, the oldest first. */
const MOST_HOLDS = 100;

/** The counts of a product's pieces, and the end of each hold on them. 404. */
export async function readStock(productId: string): Promise<ProductStock> {
  const found = await readAfterMoves(productId);
  if (!found || found.row.deletedAt) throw notFound();
  const { row, stock, holders } = found;
  const ids = [...holders.values()].flat().map(({ orderId }) => orderId);
  const ends = await dueTimes([...new Set(ids)].sort().slice(0, MOST_HOLDS));
  const show = (of: StockRow) => toVariantStock(of, holders.get(of.variantId) ?? [], ends);
  const named = new Map([...(row.formerVariants ?? []), ...row.variants].map((of) => [of.id, of]));
  return {
    variants: stock.filter(({ variantId }) => isOffered(row, variantId)).map(show),
    unoffered: stock
      .filter((of) => !isOffered(row, of.variantId) && (of.available > 0 || of.held > 0))
      .map((of) => {
        const { size, color } = named.get(of.variantId) ?? {};
        return { ...show(of), ...(size ? { size } : {}), ...(color ? { color } : {}) };
      })
      .sort((a, b) => variantLabel(a).localeCompare(variantLabel(b), "en")),
  };
}

/** Finishes interrupted moves of the product's pieces, then reads it. */
async function readAfterMoves(productId: string): Promise<FoundProduct | undefined> {
  const cutOff = await unfinishedMoves(productId);
  for (const move of cutOff) await finishMove(move);
  return readCurrent(productId);
}

const toVariantStock = (
  { variantId, available, held, sold }: StockRow,
  holders: readonly Holder[],
  ends: ReadonlyMap<string, string>,
): VariantStock => ({
  ...(variantId === NO_VARIANT ? {} : { variantId }),
  available,
  held,
  sold,
  holds: holders
    .flatMap(({ orderId, quantity }) => {
      const endsAt = ends.get(orderId);
      return endsAt === undefined ? [] : [{ orderId, quantity, endsAt }];
    })
    .sort((a, b) => a.endsAt.localeCompare(b.endsAt) || a.orderId.localeCompare(b.orderId)),
});
