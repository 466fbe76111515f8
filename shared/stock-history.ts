import * as z from "zod/mini";
import { Timestamp } from "./timestamp.ts";

/** How long the history keeps a change: 13 months. */
export const STOCK_HISTORY_DAYS = 396;
/** The maximum number of entries on one page. */
export const STOCK_HISTORY_PAGE_SIZE = 30;

/**
 * What changed a stock. By an order: pieces were held, retaken (held again after the hold had ended or the pieces were
 * returned), sold, released without a payment, or restocked. By an admin: the stock was created or edited, pieces were moved
 * between variants or written off, or stored counts that could not be read were repaired.
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
  /** The number of pieces concerned, without a sign. */
  pieces: z.int(),
  /** The available pieces after the change. */
  after: z.int(),
  orderId: z.optional(z.string()),
  /** The order's number for people, such as 'BV-1042'. Absent if the order has none or was deleted unpaid. */
  orderNumber: z.optional(z.string()),
  /** The admin's email address. */
  by: z.optional(z.string()),
  /** The other variant of a move. */
  otherVariantId: z.optional(z.string()),
});
export type StockHistoryEntry = z.infer<typeof StockHistoryEntry>;

/** One page of a product's history, the newest entries first. `next`: the `before` of the request for the next page. */
export const StockHistory = z.object({
  entries: z.array(StockHistoryEntry),
  next: z.optional(z.string()),
  /** The variants of the product, including those that are no longer offered. */
  variants: z.array(
    z.object({ id: z.string(), size: z.optional(z.string()), color: z.optional(z.string()) }),
  ),
});
export type StockHistory = z.infer<typeof StockHistory>;
