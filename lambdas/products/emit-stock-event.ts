import { backOff } from "../lib/backoff.ts";
import { unavailable } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import type { TransactionWrite } from "../lib/transact.ts";
import { transact } from "../lib/transact.ts";
import { putEvent } from "../orders/outbox-table.ts";
import type { FoundProduct, StockRow } from "./product-table.ts";
import { NO_VARIANT, readProduct } from "./product-table.ts";
import { takeSequence } from "./product-writes-table.ts";

const MAX_TRIES = 6;

type EmissionRecord = TransactionWrite<"low" | "back"> | undefined;

/**
 * Emits an event about the stock of an active product or variant, with the product's next sequence number.
 * `createRecord` decides by the stored product: it returns the write that records that the event was emitted, so that the
 * event is emitted once, or undefined if no event is due. `createRecord` is called again if that write fails, or if another stock
 * event of the product was emitted in the meantime.
 * Throws 503 after MAX_TRIES.
 */
export async function emitStockEvent(
  type: "StockLow" | "StockBack",
  { productId, variantId }: { productId: string; variantId: string },
  now: Date,
  createRecord: (product: FoundProduct, stock: StockRow) => EmissionRecord | Promise<EmissionRecord>,
): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (tries > 0) await backOff(tries - 1);
    const product = await readProduct(productId);
    const stock = product?.stock.find((row) => row.variantId === variantId);
    if (!product || !stock || product.row.deletedAt || product.row.state !== "active") return;
    const write = await createRecord(product, stock);
    if (!write) return;
    const sequence = product.sequence + 1;
    const { ok } = await transact<"low" | "back" | "sequence" | "outbox">([
      write,
      takeSequence(productId, sequence),
      putEvent({
        id: newId("evt", +now),
        type,
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
  }
  throw unavailable(
    new Error(`The event ${type} of ${productId} could not be emitted in ${MAX_TRIES} attempts`),
  );
}
