import { emitStockEvent } from "./emit-stock-event.ts";
import { recordReturn } from "./product-writes-table.ts";

/**
 * Revisions of the stock item. `revision`: pieces are for sale again. `soldOutAt`: the last known count of 0
 * before that.
 */
type Return = { revision: number; soldOutAt: number };

/**
 * Emits StockBack for a sold-out product or variant that has pieces for sale again, if the product is in the store.
 * Emits it once for each return: not if a StockBack was emitted for a change after `soldOutAt`.
 */
export const reportReturn = (
  key: { productId: string; variantId: string },
  { revision, soldOutAt }: Return,
): Promise<void> =>
  emitStockEvent("StockBack", key, new Date(), ({ returns }, stock) => {
    // The stock is sold out again. The next return is reported by the function that changes the stock then.
    if (stock.available <= 0) return undefined;
    if ((returns.get(key.variantId) ?? -1) > soldOutAt) return undefined;
    return recordReturn(stock, revision, soldOutAt);
  });
