import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod/mini";
import { CheckoutExpired, OrderPaid, OrderPlaced } from "../../shared/events.ts";
import { LOW_STOCK } from "../../shared/product.ts";
import { unavailable } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { transact } from "../lib/transact.ts";
import { putEvent } from "../orders/outbox-table.ts";
import { NO_VARIANT, readProduct } from "./product-table.ts";
import { clearLowStock, takeSequence, recordLowStock } from "./product-writes-table.ts";

const Moved = z.discriminatedUnion("type", [OrderPlaced, OrderPaid, CheckoutExpired]);

const TRIES = 6;

/** Emits StockLow for each product or variant of an order that fell below the threshold, once until it is restocked. */
export async function watchStock(detail: unknown, now: Date): Promise<void> {
  const { items } = z.parse(Moved, detail);
  for (const { productId, variantId = NO_VARIANT } of items) await watch(productId, variantId, now);
}

async function watch(productId: string, variantId: string, now: Date): Promise<void> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const found = await readProduct(productId);
    const stock = found?.stock.find((row) => row.variantId === variantId);
    if (!found || !stock || found.row.deletedAt) return;
    if (stock.available >= LOW_STOCK) {
      if (found.lowStockReported.has(variantId)) await transact([clearLowStock(stock)]);
      return;
    }
    if (found.lowStockReported.has(variantId)) return;
    const sequence = found.sequence + 1;
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
        name: found.row.name,
        available: stock.available,
      }),
    ]);
    if (ok) return;
    await wait(Math.random() * 20 * 2 ** attempt);
  }
  throw unavailable(new Error(`The stock of ${productId} changed ${TRIES} times in a row`));
}
