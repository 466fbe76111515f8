import { emitStockEvent } from "./emit-stock-event.ts";
import { recordBackInStock } from "./product-writes-table.ts";

/**
 * Revisions of the stock item. `revision`: the change by which pieces are for sale again. `soldOutRevision`: the last revision
 * before that change at which the stock is known to have been sold out.
 */
type BackInStock = { revision: number; soldOutRevision: number };

/**
 * Emits StockBack for a sold-out product or variant that has pieces for sale again, if the product is in the store.
 * Emits it once each time the stock comes back: nothing is emitted if a StockBack was emitted for a change after
 * `soldOutRevision`.
 */
export const reportBackInStock = (
  key: { productId: string; variantId: string },
  { revision, soldOutRevision }: BackInStock,
): Promise<void> =>
  emitStockEvent("StockBack", key, new Date(), ({ stockBackRevisions }, stock) => {
    // The stock is sold out again. The function that next brings the stock back reports that change.
    if (stock.available <= 0) return undefined;
    if ((stockBackRevisions.get(key.variantId) ?? -1) > soldOutRevision) return undefined;
    return recordBackInStock(stock, revision, soldOutRevision);
  });
