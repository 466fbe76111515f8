import * as z from "zod/mini";
import { Timestamp } from "./timestamp.ts";

/** How long a change of a stock is kept: 13 months. */
export const STOCK_HISTORY_DAYS = 396;
/** Entries on one page of the history. */
export const STOCK_HISTORY_PAGE = 30;

/**
 * What changed a stock. An order holds pieces ('held'), or takes them again after its first hold had ended ('retaken'); they are
 * sold, or released without payment, or come back by a restock. An admin created the stock, edited it, moved pieces between
 * variants, wrote pieces off, or repaired stored counts that could not be read.
 */
export const StockChangeKind = z.enum([
  "created",
  "held",
  "retaken",
  "released",
  "sold",
  "restocked",
  "edited",
  "moved-in",
  "moved-out",
  "written-off",
  "repaired",
]);
export type StockChangeKind = z.infer<typeof StockChangeKind>;

export const StockHistoryEntry = z.object({
  id: z.string(),
  at: Timestamp,
  /** Absent for a product without variants. */
  variantId: z.optional(z.string()),
  kind: StockChangeKind,
  /** The change of the available pieces; 0 when held pieces are sold. */
  change: z.int(),
  pieces: z.int(),
  /** The available pieces after the change. */
  after: z.int(),
  orderId: z.optional(z.string()),
  /** The admin's address. */
  by: z.optional(z.string()),
  /** The other variant of a move. */
  otherVariantId: z.optional(z.string()),
});
export type StockHistoryEntry = z.infer<typeof StockHistoryEntry>;

/** One page of a product's history, the newest entries first. `next` is the `before` of the next page. */
export const StockHistory = z.object({
  entries: z.array(StockHistoryEntry),
  next: z.optional(z.string()),
  /** The variants that the history names, with their sizes and colors, also those that are no longer offered. */
  variants: z.array(
    z.object({ id: z.string(), size: z.optional(z.string()), color: z.optional(z.string()) }),
  ),
});
export type StockHistory = z.infer<typeof StockHistory>;
