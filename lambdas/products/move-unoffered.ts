import { messages } from "../../shared/messages.ts";
import type { ProductStock, UnofferedMove } from "../../shared/stock.ts";
import { aborted, invalid, notFound } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { isOffered } from "./list-for-admin.ts";
import { NO_VARIANT, readProduct } from "./product-table.ts";
import { readStock } from "./read-stock.ts";
import { finishMove, startMove, unlistEmpty, writeOff } from "./unoffered-stock-table.ts";

/**
 * Moves the available pieces of a variant that is no longer offered to one that is, or writes them off. 404; 400 when the
 * one is offered or the other is not; 409 when there are not as many as were seen.
 */
export async function moveUnoffered(
  productId: string,
  { from, to, pieces }: UnofferedMove,
  now: Date,
): Promise<ProductStock> {
  const found = await readProduct(productId);
  if (!found || found.row.deletedAt) throw notFound();
  const source = from ?? NO_VARIANT;
  if (isOffered(found.row, source)) throw invalid({ from: "This size or color is offered" });
  if (to === undefined) {
    if (!(await writeOff(productId, source, pieces))) throw aborted(messages.stockChanged);
  } else {
    const target = to ?? NO_VARIANT;
    if (!isOffered(found.row, target) || !found.stock.some(({ variantId }) => variantId === target))
      throw invalid({ to: "This size or color is not offered" });
    const move = { id: newId("mov", +now), productId, from: source, to: target, pieces };
    if (!(await startMove(move))) throw aborted(messages.stockChanged);
    await finishMove(move);
  }
  await unlistEmpty(productId, source);
  return readStock(productId);
}
