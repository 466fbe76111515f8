import type { StockHistory, StockHistoryEntry } from "../../shared/stock-history.ts";
import { STOCK_HISTORY_PAGE_SIZE } from "../../shared/stock-history.ts";
import { notFound } from "../lib/errors.ts";
import { readOrderNumbers } from "../orders/order-table.ts";
import { NO_VARIANT, readProduct } from "./product-table.ts";
import { readEntriesInStock, historyStart, readMovedEntries } from "./stock-history-table.ts";

/** Sorts after every id of an entry. */
const NEWEST = "~";

/**
 * What changed the stock of a product, the newest change first: one page of the changes before `before`, the id of an entry.
 * `variant`: only this variant's changes. Throws 404 for an unknown product; a deleted product still has its history.
 */
export async function readStockHistory(
  productId: string,
  { before = NEWEST, variant }: { before?: string | undefined; variant?: string | undefined },
  now: Date,
): Promise<StockHistory> {
  const product = await readProduct(productId);
  if (!product) throw notFound();
  const since = historyStart(now);
  const isRequested = ({ id, variantId = NO_VARIANT }: StockHistoryEntry) =>
    id < before && id >= since && (variant === undefined || variantId === variant);
  // The notes in stock items are read first. A note that is moved to the history between the two reads is
  // then found twice, and not missed.
  const entriesFromStock = (await readEntriesInStock(productId)).filter(isRequested);
  // `before` may have become older than the history, and DynamoDB refuses a BETWEEN with an upper bound below the lower bound.
  const entriesFromHistory =
    before < since
      ? []
      : await readMovedEntries(productId, {
          before,
          since,
          limit: STOCK_HISTORY_PAGE_SIZE + 1,
          ...(variant === undefined ? {} : { variantId: variant }),
        });
  const entriesById = new Map([...entriesFromStock, ...entriesFromHistory].map((entry) => [entry.id, entry]));
  const sortedEntries = [...entriesById.values()].sort((a, b) => (a.id > b.id ? -1 : 1));
  const entries = sortedEntries.slice(0, STOCK_HISTORY_PAGE_SIZE);
  const lastEntry = entries.at(-1);
  const { variants, formerVariants = [] } = product.row;
  const orderNumbers = await readOrderNumbers(entries.flatMap(({ orderId }) => orderId ?? []));
  return {
    entries: entries.map((entry) => {
      const orderNumber = orderNumbers.get(entry.orderId ?? "");
      return { ...entry, ...(orderNumber === undefined ? {} : { orderNumber }) };
    }),
    ...(lastEntry && sortedEntries.length > entries.length ? { next: lastEntry.id } : {}),
    variants: [...variants, ...formerVariants].map(({ id, size, color }) => ({
      id,
      ...(size ? { size } : {}),
      ...(color ? { color } : {}),
    })),
  };
}
