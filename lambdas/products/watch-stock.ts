import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod/mini";
import { CheckoutExpired, OrderPaid, OrderPlaced } from "../../shared/events.ts";
import { lowStockThreshold } from "../../shared/low-stock.ts";
import { unavailable } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { transact } from "../lib/transact.ts";
import { putEvent } from "../orders/outbox-table.ts";
import { NO_VARIANT, readProduct } from "./product-table.ts";
import { clearLowStock, takeSequence, recordLowStock } from "./product-writes-table.ts";

const StockChangingEvent = z.discriminatedUnion("type", [OrderPlaced, OrderPaid, CheckoutExpired]);

const MAX_ATTEMPTS = 6;

/** Emits StockLow for an order's active products and variants with fewer pieces than its threshold, once until restocking. */
export async function watchStock(detail: unknown, now: Date): Promise<void> {
  const { items } = z.parse(StockChangingEvent, detail);
  for (const { productId, variantId = NO_VARIANT } of items) await emitIfLow(productId, variantId, now);
}

async function emitIfLow(productId: string, variantId: string, now: Date): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const product = await readProduct(productId);
    const stock = product?.stock.find((row) => row.variantId === variantId);
    if (!product || !stock || product.row.deletedAt || product.row.state !== "active") return;
    if (stock.available >= lowStockThreshold({ ...product.row.summary })) {
      if (product.lowStockReported.has(variantId)) await transact([clearLowStock(stock)]);
      return;
    }
    if (product.lowStockReported.has(variantId)) return;
    const sequence = product.sequence + 1;
    const { ok } = await transact([
      recordLowStock(stock),
      takeSequence(productId, sequence),
      putEvent({
        id: newId("evt", +now),
        type: "StockLow",
        version: 1,
        time: now.toISOString(),
        productId,
        ...(variantId === NO_VARIANT ? {} : { variantId }),
        sequence,
        name: product.row.name,
        available: stock.available,
      }),
    ]);
    if (ok) return;
    await wait(Math.random() * 20 * 2 ** attempt);
  }
  throw unavailable(new Error(`The stock of ${productId} changed ${MAX_ATTEMPTS} times in a row`));
}
