import { describe, expect, test } from "vitest";
import type { UnofferedStock } from "../../../shared/stock.ts";
import { shopTime, shopZone } from "../../support/shop-clock.ts";
import { toRepairDraft } from "../../../web/src/features/admin/product-form/draft.ts";
import {
  heldText,
  targetsOf,
  unofferedText,
} from "../../../web/src/features/admin/product-form/unoffered-text.ts";
import {
  brokenProductName,
  problemText,
} from "../../../web/src/features/admin/product-list/broken-product.ts";
import { testProduct } from "../../support/fixtures.ts";

const stockRow = (change: Partial<UnofferedStock>): UnofferedStock => ({
  variantId: "m",
  size: "M",
  color: "Char",
  available: 2,
  held: 0,
  sold: 9,
  holds: [],
  ...change,
});
const { size: _, color: __, variantId: ___, ...productRow } = stockRow({});

describe("pieces that a product no longer offers", () => {
  test.each<[UnofferedStock, string, string | undefined]>([
    [stockRow({}), "2 items are in M / Char, which is no longer offered.", undefined],
    [
      stockRow({ available: 1, held: 1 }),
      "1 item is in M / Char, which is no longer offered.",
      "1 more is held for an unpaid order, and can be moved if it is not paid.",
    ],
    [
      stockRow({ available: 0, held: 2 }),
      "2 items are in M / Char, which is no longer offered.",
      "They are held for an unpaid order, and can be moved if it is not paid.",
    ],
    [
      stockRow({
        available: 0,
        held: 2,
        holds: [1, 2].map((n) => ({
          orderId: `ord_${n}`,
          quantity: 1,
          endsAt: shopTime(`2026-12-01T09:0${n}`),
        })),
      }),
      "2 items are in M / Char, which is no longer offered.",
      `They are held for unpaid orders until Dec 01, 2026 09:02 ${shopZone("2026-12-01T09:02")}, and can be moved if these are not paid.`,
    ],
    [{ ...productRow, variantId: "x" }, "2 items are in x, which is no longer offered.", undefined],
    [productRow, "2 items are without a size or color, from before there were any.", undefined],
  ])("with %j are described as '%s'", (stock, text, textOfHolds) =>
    expect([unofferedText(stock), heldText(stock)]).toEqual([text, textOfHolds]),
  );

  test("can be moved to the variants that the product offers now", () => {
    expect(targetsOf(testProduct())).toEqual([{ id: null, label: "the product" }]);
    expect(targetsOf(testProduct({ variants: [{ id: "l", size: "L", stock: 0 }] }))).toEqual([
      { id: "l", label: "L" },
    ]);
  });
});

describe("a product whose stored data cannot be read", () => {
  const product = testProduct({
    variants: [
      { id: "m", size: "M", stock: 0 },
      { id: "l", size: "L", stock: 3 },
    ],
  });

  test("is described with the field names of the form", () => {
    const broken = { product: { ...product, name: "" }, problems: ["name", "imageUrls", "stock of M"] };
    expect(brokenProductName(broken)).toBe(product.id);
    expect(problemText(broken)).toMatch(/^Cannot be read: name, images, stock of M\. /);
  });

  test("opens in the form with the unreadable fields empty", () => {
    const draft = toRepairDraft({ product, problems: ["price", "category", "stock of M"] });
    expect([draft.price, draft.category, draft.variants.map(({ stock }) => stock)]).toEqual([
      "",
      "",
      ["", "3"],
    ]);
    expect(draft.name).toBe(product.name);
  });
});
