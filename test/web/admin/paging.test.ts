import { describe, expect, test } from "vitest";
import {
  clampPage,
  pageCount,
  pageNumbers,
  rangeText,
} from "../../../web/src/features/admin/order-list/paging.ts";

test.each([
  [0, 5, 1],
  [5, 5, 1],
  [6, 5, 2],
  [100_000, 20, 5000],
])("%i orders with %i on a page make %i pages", (total, size, pages) => {
  expect(pageCount(total, size)).toBe(pages);
});

test.each([
  [0, 3, 1],
  [9, 3, 3],
  [2, 3, 2],
])("page %i of a list with %i pages becomes page %i", (page, pages, expected) => {
  expect(clampPage(page, pages)).toBe(expected);
});

describe("the page numbers", () => {
  const gap = "ellipsis";
  test.each([
    [1, 1, [1]],
    [2, 5, [1, 2, 3, 4, 5]],
    [1, 6, [1, 2, 3, 4, 5, 6]],
    [1, 7, [1, 2, 3, 4, 5, gap, 7]],
    [4, 7, [1, 2, 3, 4, 5, 6, 7]],
    [7, 7, [1, gap, 3, 4, 5, 6, 7]],
    [10, 20, [1, gap, 8, 9, 10, 11, 12, gap, 20]],
    [20, 20, [1, gap, 16, 17, 18, 19, 20]],
  ])(
    "on page %i of %i are five around the current page, the first and the last: %j",
    (page, pages, numbers) => {
      expect(pageNumbers(page, pages)).toEqual(numbers);
    },
  );
});

test.each([
  [1, 5, 28, "Showing 1-5 of 28 orders"],
  [6, 5, 28, "Showing 26-28 of 28 orders"],
  [1, 20, 0, "No orders"],
])("page %i, with %i orders on a page, of %i orders has the text '%s'", (page, size, total, text) => {
  expect(rangeText(page, size, total)).toBe(text);
});
