import type { BooksResult, Difference } from "../../../../../shared/books.ts";
import { formatMoney } from "../../../../../shared/money.ts";

const MINUTE_MS = 60_000;
/** A comparison is late after this time. It should run every hour. */
const LATE_MS = 150 * MINUTE_MS;

/** Whether the last comparison is too long ago. */
export const isLate = ({ finishedAt }: BooksResult, now: number): boolean =>
  now - Date.parse(finishedAt) > LATE_MS;

const count = (n: number, one: string): string => `${n.toLocaleString("en-US")} ${one}${n === 1 ? "" : "s"}`;

/** '3 orders, 4 checkouts, 1 refund, 0 disputes and 9 products compared', then the number of skipped products. */
export function countedText({ counted, soldSkipped = 0 }: BooksResult): string {
  const { orders, sessions, refunds, disputes, products } = counted;
  const parts = [
    count(orders, "order"),
    count(sessions, "checkout"),
    count(refunds, "refund"),
    count(disputes, "dispute"),
    count(products, "product"),
  ];
  const skipped = soldSkipped > 0 ? `; ${skippedText(soldSkipped)}` : "";
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)} compared${skipped}`;
}

/** The text about stock that was skipped because its orders changed while they were read. */
const skippedText = (n: number): string =>
  `the sold items of ${n} that were just ordered follow in the next hour`;

const PIECES = new Set<Difference["kind"]>(["held-differs", "sold-differs", "pieces-held-without-order"]);

/** 'Here $40.00, at Stripe $50.00'; undefined where no number differs. */
export function amountsText({ kind, shop, other }: Difference): string | undefined {
  if (shop === undefined || other === undefined) return undefined;
  if (PIECES.has(kind)) return `Counted ${shop}, expected ${other}`;
  const isFigure = kind === "sale-differs" || kind === "sale-not-counted" || kind === "day-differs";
  return `${isFigure ? "Orders" : "Here"} ${formatMoney(shop)}, ${isFigure ? "analytics" : "at Stripe"} ${formatMoney(other)}`;
}
