import { hasEndedEarly, type BooksResult, type Difference } from "../../../../../shared/books.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import { countText } from "../count-text.ts";

const MINUTE_MS = 60_000;
/** A comparison should run every hour. If the last comparison is older than this, the next comparison is overdue. */
const OVERDUE_AFTER_MS = 150 * MINUTE_MS;

/** Whether the next comparison is overdue; `now` in ms. */
export const isOverdue = ({ finishedAt }: BooksResult, now: number): boolean =>
  now - Date.parse(finishedAt) > OVERDUE_AFTER_MS;

/** Whether the admin has something to do or to look into; `now` in ms. */
export const booksNeedAttention = (result: BooksResult, now: number): boolean =>
  result.openCount > 0 || isOverdue(result, now) || hasEndedEarly(result);

/** '3 orders, 4 checkouts, 1 refund, 0 disputes and 9 products compared', and what was skipped. */
export function comparedText({ counted, soldSkipped = 0 }: BooksResult): string {
  const { orders, sessions, refunds, disputes, products } = counted;
  const countTexts = [
    countText(orders, "order"),
    countText(sessions, "checkout"),
    countText(refunds, "refund"),
    countText(disputes, "dispute"),
    countText(products, "product"),
  ];
  const suffix = soldSkipped > 0 ? `; ${skippedText(soldSkipped)}` : "";
  return `${countTexts.slice(0, -1).join(", ")} and ${countTexts.at(-1)} compared${suffix}`;
}

/** The text about `count` products and variants whose sold items were left out of the comparison. */
const skippedText = (count: number): string =>
  `the sold items of ${count} that were just ordered follow in the next hour`;

/** The differences whose numbers are pieces. The numbers of all other differences are money. */
const PIECE_KINDS = new Set<Difference["kind"]>([
  "held-differs",
  "sold-differs",
  "pieces-held-without-order",
]);

/**
 * 'Here $40.00, at Stripe $50.00'; undefined for a difference without numbers. `shop` and `other` are dollars or pieces. Of
 * pieces, `shop` is the number in the stock, and `other` the number in the holds or orders.
 */
export function amountsText({ kind, shop, other }: Difference): string | undefined {
  if (shop === undefined || other === undefined) return undefined;
  if (PIECE_KINDS.has(kind)) return `Counted ${shop}, expected ${other}`;
  const isAnalyticsFigure = kind === "sale-differs" || kind === "sale-not-counted" || kind === "day-differs";
  const shopLabel = isAnalyticsFigure ? "Orders" : "Here";
  const otherLabel = isAnalyticsFigure ? "analytics" : "at Stripe";
  return `${shopLabel} ${formatMoney(shop)}, ${otherLabel} ${formatMoney(other)}`;
}
