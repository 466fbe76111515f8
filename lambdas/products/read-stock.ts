import { variantLabel } from "../../shared/product.ts";
import type { ProductStock, VariantStock } from "../../shared/stock.ts";
import { readWaitingLists } from "../back-in-stock/waiting-list-table.ts";
import { notFound } from "../lib/errors.ts";
import { readDueTimes } from "../orders/hold-table.ts";
import { isOffered } from "./list-for-admin.ts";
import type { FoundProduct, StockHold, StockRow } from "./product-table.ts";
import { NO_VARIANT } from "./product-table.ts";
import { finishLastSave } from "./finish-last-save.ts";
import { finishMove, readUnfinishedMoves } from "./unoffered-stock-table.ts";

/** The most holds that are shown: those of the oldest orders, whose ids sort by time. */
const MAX_HOLDS = 100;

/**
 * The counts of a product's pieces, and the end of each of the MAX_HOLDS oldest holds on these pieces. First finishes
 * interrupted moves and the last save of the product. Throws 404 for an unknown or deleted product.
 */
export async function readStock(productId: string, now: Date): Promise<ProductStock> {
  const product = await finishChangesAndRead(productId);
  if (!product || product.row.deletedAt) throw notFound();
  const { row, stock, holds } = product;
  const keys = [...holds.values()].flat().map(({ holdKey }) => holdKey);
  const endTimes = await readDueTimes([...new Set(keys)].sort().slice(0, MAX_HOLDS));
  const waitingPeopleByVariant = new Map(
    (await readWaitingLists(now, productId)).map(({ variantId, people }) => [variantId, people]),
  );
  const toShownStock = (counts: StockRow) => ({
    ...toVariantStock(counts, holds.get(counts.variantId) ?? [], endTimes),
    ...(waitingPeopleByVariant.get(counts.variantId)
      ? { waiting: waitingPeopleByVariant.get(counts.variantId) }
      : {}),
  });
  const variantsById = new Map([...(row.formerVariants ?? []), ...row.variants].map((v) => [v.id, v]));
  return {
    variants: stock.filter(({ variantId }) => isOffered(row, variantId)).map(toShownStock),
    unoffered: stock
      .filter(({ variantId, available, held }) => !isOffered(row, variantId) && (available > 0 || held > 0))
      .map((counts) => {
        const { size, color } = variantsById.get(counts.variantId) ?? {};
        return { ...toShownStock(counts), ...(size ? { size } : {}), ...(color ? { color } : {}) };
      })
      .sort((a, b) => variantLabel(a).localeCompare(variantLabel(b), "en")),
  };
}

async function finishChangesAndRead(productId: string): Promise<FoundProduct | undefined> {
  for (const move of await readUnfinishedMoves(productId)) await finishMove(move);
  return finishLastSave(productId);
}

const toVariantStock = (
  { variantId, available, held, sold }: StockRow,
  holds: readonly StockHold[],
  endTimes: ReadonlyMap<string, string>,
): VariantStock => ({
  ...(variantId === NO_VARIANT ? {} : { variantId }),
  available,
  held,
  sold,
  holds: holds
    .flatMap(({ holdKey, quantity }) => {
      const endsAt = endTimes.get(holdKey);
      return endsAt === undefined ? [] : [{ orderId: holdKey, quantity, endsAt }];
    })
    .sort((a, b) => a.endsAt.localeCompare(b.endsAt) || a.orderId.localeCompare(b.orderId)),
});
