import { expect, test } from "vitest";
import type { BooksResult } from "../../../shared/books.ts";
import { agoText } from "../../../web/src/features/admin/ago-text.ts";
import {
  amountsText,
  comparedText,
  isOverdue,
} from "../../../web/src/features/admin/analytics/books-text.ts";

const NOW = Date.parse("2026-11-22T12:00:00.000Z");
const MINUTE_MS = 60_000;
const isoMinutesAgo = (minutes: number) => new Date(NOW - minutes * MINUTE_MS).toISOString();

test.each([
  [0.5, "just now"],
  [12.9, "12 min ago"],
  [90, "1 h ago"],
  [47 * 60, "47 h ago"],
  [49 * 60, "2 days ago"],
])("a time %d minutes ago is shown as '%s'", (minutes, text) =>
  expect(agoText(isoMinutesAgo(minutes), NOW)).toBe(text),
);

test("the comparison of the books is overdue when the last one is more than two and a half hours old", () => {
  const resultMinutesAgo = (minutes: number) => ({ finishedAt: isoMinutesAgo(minutes) }) as BooksResult;
  expect([isOverdue(resultMinutesAgo(150), NOW), isOverdue(resultMinutesAgo(151), NOW)]).toEqual([
    false,
    true,
  ]);
});

test("the texts about a comparison name what was counted, and the two amounts of a difference", () => {
  const counted = { orders: 1, sessions: 1200, refunds: 0, disputes: 2, products: 28 };
  expect(comparedText({ counted } as BooksResult)).toBe(
    "1 order, 1,200 checkouts, 0 refunds, 2 disputes and 28 products compared",
  );
  expect(comparedText({ counted, soldSkipped: 2 } as BooksResult)).toBe(
    "1 order, 1,200 checkouts, 0 refunds, 2 disputes and 28 products compared; the sold items of 2 that were just ordered follow in the next hour",
  );
  expect(amountsText({ kind: "refund-differs", shop: 62, other: 60 })).toBe("Here $62.00, at Stripe $60.00");
  expect(amountsText({ kind: "sold-differs", shop: 7, other: 2 })).toBe("Counted 7, expected 2");
  expect(amountsText({ kind: "sale-differs", shop: 40, other: 50 })).toBe("Orders $40.00, analytics $50.00");
  expect(amountsText({ kind: "session-open" })).toBeUndefined();
});
