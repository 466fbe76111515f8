/** Hold items. `reconcile-checkouts` reconciles the stock with each order that has a hold item. */
import { shardOf } from "../../../shared/shards.ts";
import { keyOf, numberIn, STOCK_PREFIX, type Item } from "./copy-rules.ts";

const HOLD_PREFIX = "hold:ord_";

/**
 * The hold item without its restocks, so that a backup of any age can be restored. The hold's pieces cannot be sold or freed a
 * second time, because functions change only pieces that the stock item still records for the order. Restocks have no
 * such protection: the stock item may no longer record a restock that finished after the backup. `reconcile-checkouts`
 * would then put the same pieces back on sale a second time.
 */
export function withoutRestocks(hold: Item): Item {
  const { restocks: _restocks, ...otherAttributes } = hold;
  return otherAttributes;
}

/** A hold item, due now, for each order that holds pieces of a stock item. */
export function holdsIn(stock: Item, now: Date): Item[] {
  const productId = keyOf(stock).pk.replace("PRODUCT#", "");
  const variantId = keyOf(stock).sk.slice(STOCK_PREFIX.length);
  return Object.entries(stock)
    .filter(([name, count]) => name.startsWith(HOLD_PREFIX) && numberIn(count) !== undefined)
    .map(([name, quantity]) => {
      const orderId = name.replace("hold:", "");
      const dueAt = now.toISOString();
      return {
        pk: { S: `ORDER#${orderId}` },
        sk: { S: "HOLD" },
        orderId: { S: orderId },
        // In this state the pieces are taken from stock, and the order is written.
        state: { S: "placed" },
        dueAt: { S: dueAt },
        duePk: { S: shardOf("HOLDS", orderId) },
        dueSk: { S: `${dueAt}#${orderId}` },
        pieces: {
          L: [
            {
              M: {
                productId: { S: productId },
                ...(variantId === "-" ? {} : { variantId: { S: variantId } }),
                quantity,
              },
            },
          ],
        },
      };
    });
}
