import { setTimeout as wait } from "node:timers/promises";
import { unavailable } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { transact } from "../lib/transact.ts";
import { putEvent } from "../orders/outbox-table.ts";
import { NO_VARIANT, readProduct } from "./product-table.ts";
import { recordReturn, takeSequence } from "./product-writes-table.ts";

const MAX_ATTEMPTS = 6;

type Stock = { productId: string; variantId: string };
/** Revisions of the stock item: of the change after which pieces are for sale, and of the last known count of 0 before it. */
type Return = { revision: number; soldOutAt: number };

/**
 * Emits StockBack for a sold-out product or variant that has pieces for sale again, if the product is in the store. Emits it once
 * for each return: not if a StockBack was emitted for a change after `soldOutAt`.
 */
export async function reportReturn(
  { productId, variantId }: Stock,
  { revision, soldOutAt }: Return,
): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const product = await readProduct(productId);
    const stock = product?.stock.find((row) => row.variantId === variantId);
    if (!product || !stock || product.row.deletedAt || product.row.state !== "active") return;
    // The pieces are gone again. The next return is reported by the function that changes the stock then.
    if (stock.available <= 0) return;
    if ((product.returns.get(variantId) ?? -1) > soldOutAt) return;
    const sequence = product.sequence + 1;
    const now = new Date();
    const { ok } = await transact([
      recordReturn(stock, revision, soldOutAt),
      takeSequence(productId, sequence),
      putEvent({
        id: newId("evt", +now),
        type: "StockBack",
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
