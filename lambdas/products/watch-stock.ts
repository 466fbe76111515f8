import * as z from "zod/mini";
import { CheckoutExpired, OrderPaid, OrderPlaced } from "../../shared/events.ts";
import { lowStockThreshold } from "../../shared/low-stock.ts";
import { transact } from "../lib/transact.ts";
import { emitStockEvent } from "./emit-stock-event.ts";
import { NO_VARIANT } from "./product-table.ts";
import { clearLowStock, recordLowStock } from "./product-writes-table.ts";

const StockChangingEvent = z.discriminatedUnion("type", [OrderPlaced, OrderPaid, CheckoutExpired]);

/**
 * Emits StockLow for the active products and variants of an order that have fewer pieces than the product's threshold,
 * once until an admin adds pieces or the threshold is reached again.
 */
export async function watchStock(detail: unknown, now: Date): Promise<void> {
  const { items } = z.parse(StockChangingEvent, detail);
  for (const { productId, variantId = NO_VARIANT } of items) await emitIfLow(productId, variantId, now);
}

const emitIfLow = (productId: string, variantId: string, now: Date): Promise<void> =>
  emitStockEvent("StockLow", { productId, variantId }, now, async ({ row, lowStockReported }, stock) => {
    const isReported = lowStockReported.has(variantId);
    if (stock.available < lowStockThreshold(row.summary ?? {}))
      return isReported ? undefined : recordLowStock(stock);
    if (isReported) await transact([clearLowStock(stock)]);
    return undefined;
  });
