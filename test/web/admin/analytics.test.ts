import { describe, expect, test, vi } from "vitest";
import type { LowStockItem } from "../../../shared/analytics.ts";
import { categoryLabel } from "../../../shared/site/categories.ts";
import {
  categoryMeasure,
  compareWithPrevious,
  measureOf,
  previousText,
} from "../../../web/src/features/admin/analytics/measures.ts";
import { labelledDayIndexes, scaleOf } from "../../../web/src/features/admin/analytics/scale.ts";
import { stockText, lowStockProducts } from "../../../web/src/features/admin/analytics/low-stock-products.ts";

vi.mock("../../../shared/site/sizes.ts", () => ({ sizes: ["S", "M", "L", "XL", "XXL", "3XL"] }));

describe("a chart", () => {
  test.each([
    [[], false, { low: 0, high: 1, ticks: [0] }],
    [[0, 0], false, { low: 0, high: 1, ticks: [0] }],
    [[920, 30], false, { low: 0, high: 1000, ticks: [0, 250, 500, 750, 1000] }],
    [[900, -28], false, { low: -250, high: 1000, ticks: [-250, 0, 250, 500, 750, 1000] }],
    [[-60], false, { low: -60, high: 0, ticks: [-60, -40, -20, 0] }],
    [[0.3], false, { low: 0, high: 0.3, ticks: [0, 0.1, 0.2, 0.3] }],
    [[1], true, { low: 0, high: 1, ticks: [0, 1] }],
    [[3, 2], true, { low: 0, high: 3, ticks: [0, 1, 2, 3] }],
    [[10], true, { low: 0, high: 12, ticks: [0, 3, 6, 9, 12] }],
  ])(
    "of %j has a scale of round numbers that covers all values (only whole numbers: %s)",
    (values, hasWholeNumbers, expected) => {
      const scale = scaleOf(values, hasWholeNumbers);
      expect(scale).toEqual(expected);
      for (const value of values) expect(value >= scale.low && value <= scale.high).toBe(true);
    },
  );

  test.each([
    [7, 8, [0, 1, 2, 3, 4, 5, 6]],
    [30, 8, [1, 5, 9, 13, 17, 21, 25, 29]],
    [30, 3, [1, 15, 29]],
    [90, 4, [2, 31, 60, 89]],
    [20, 8, [5, 7, 9, 11, 13, 15, 17, 19]],
  ])("of %i days labels at most %i of them, always including the last one", (count, maxCount, expected) => {
    expect(labelledDayIndexes(count, maxCount)).toEqual(expected);
  });
});

test.each([
  [115, 100, { direction: "up", text: "15% more than" }],
  [85, 100, { direction: "down", text: "15% less than" }],
  [100.2, 100, { direction: "same", text: "Same as" }],
  [-20, 100, { direction: "down", text: "120% less than" }],
  [10, 0, undefined],
  [10, -5, undefined],
  [undefined, 100, undefined],
  [10, undefined, undefined],
])("%s is compared with %s in the preceding period: %j", (now, before, expected) => {
  expect(compareWithPrevious(now, before)).toEqual(expected);
});

test.each([
  [undefined, "Nothing in the 30 days before"],
  [0, "Nothing in the 30 days before"],
  [50, "50 in the 30 days before"],
  [-5, "-5 in the 30 days before"],
])("without a comparison, the figure %s of the period before is shown as '%s'", (previous, text) => {
  expect(previousText(previous, String, 30)).toBe(text);
});

test.each(["constructor", "toString"])(
  "a category called %s has no revenue on a day without a sale in it",
  (category) => {
    const figures = { orders: 1, paid: 5, refunded: 0, revenue: 5, shipping: 0 };
    const measure = categoryMeasure(category);
    expect(measure.getValue({ day: "2026-11-21", ...figures, categories: { shirts: 5 } })).toBe(0);
    expect(measure.getValue({ day: "2026-11-21", ...figures, categories: { [category]: 5 } })).toBe(5);
  },
);

test("the chart shows revenue when the URL names no known measure", () => {
  expect(measureOf("category:polos", ["polos"]).label).toBe(`Revenue of ${categoryLabel("polos")}`);
  for (const id of [null, "", "category:gone", "__proto__"])
    expect(measureOf(id, ["polos"]).id).toBe("revenue");
});

describe("variants with little stock", () => {
  const lowStockItem = (
    productId: string,
    available: number,
    soldPieces: number,
    held = 0,
  ): LowStockItem => ({
    productId,
    name: productId,
    available,
    held,
    pieces: soldPieces,
  });
  test("are grouped by product: products sold most come first, and of equal ones those with the least stock", () => {
    const groupedProducts = lowStockProducts([
      lowStockItem("slow", 0, 0),
      lowStockItem("best", 3, 9),
      lowStockItem("next", 4, 2),
      lowStockItem("best", 1, 9),
      lowStockItem("even", 2, 2),
    ]);
    expect(groupedProducts.map(({ productId, variants }) => [productId, variants.length])).toEqual([
      ["best", 2],
      ["even", 1],
      ["next", 1],
      ["slow", 1],
    ]);
  });
  test("are listed color by color within a product, with sizes from small to large and other sizes last", () => {
    const itemOf = (color: string, size: string) => ({ ...lowStockItem("tee", 1, 1), color, size });
    const lowStockItems = [
      itemOf("Oak", "XL"),
      itemOf("Char", "3XL"),
      itemOf("Oak", "S"),
      itemOf("Char", "M"),
      itemOf("Char", "Kids"),
    ];
    expect(lowStockProducts(lowStockItems)[0]?.variants.map(({ color, size }) => `${color} ${size}`)).toEqual(
      ["Char M", "Char 3XL", "Char Kids", "Oak S", "Oak XL"],
    );
  });
  test.each([
    [2, 0, "2 left"],
    [2, 3, "2 left"],
    [0, 3, "last 3 held"],
    [0, 0, "sold out"],
  ])("with %i left and %i held are shown as %j", (available, held, text) => {
    expect(stockText({ available, held })).toBe(text);
  });
});
