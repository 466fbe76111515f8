import { apiMessages } from "../../shared/api-messages.ts";
import type { ProductStock, UnofferedMove } from "../../shared/stock.ts";
import { conflict, invalid, notFound } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { isOffered } from "./list-for-admin.ts";
import { NO_VARIANT, readProduct } from "./product-table.ts";
import { readStock } from "./read-stock.ts";
import { finishMove, startMove, removeEmptyStockFromIndex, writeOffPieces } from "./unoffered-stock-table.ts";

/**
 * Empties a variant that the product no longer offers: moves its available pieces to an offered variant, or writes them off.
 * Throws 404 for an unknown or deleted product; 400 when `from` is offered or `to` is not; 409 when the number of pieces has
 * changed, or while another request moves pieces of `from`.
 */
export async function moveUnoffered(
  productId: string,
  { from, to, pieces }: UnofferedMove,
  admin: string,
  now: Date,
): Promise<ProductStock> {
  const product = await readProduct(productId);
  if (!product || product.row.deletedAt) throw notFound();
  // The API has null for a product without variants.
  const source = from ?? NO_VARIANT;
  if (isOffered(product.row, source)) throw invalid({ from: "This size or color is offered" });
  if (to === undefined) {
    if (!(await writeOffPieces(productId, source, pieces, admin))) throw conflict(apiMessages.stockChanged);
  } else {
    const target = to ?? NO_VARIANT;
    if (!isOffered(product.row, target) || !product.stock.some(({ variantId }) => variantId === target))
      throw invalid({ to: "This size or color is not offered" });
    const move = { id: newId("mov", +now), productId, from: source, to: target, pieces, by: admin };
    if (!(await startMove(move))) throw conflict(apiMessages.stockChanged);
    await finishMove(move);
  }
  await removeEmptyStockFromIndex(productId, source);
  return readStock(productId, now);
}
