import { describe, expect, test } from "vitest";
import { pictureAlt, pictureOf } from "../../shared/product.ts";
import { ProductInput } from "../../shared/product-input.ts";
import { testProduct } from "../support/fixtures.ts";

const url = (name: string) => `/media/products/${name}.webp`;
const tee = testProduct({
  imageUrl: url("char"),
  imageUrls: [url("char"), url("label"), url("forest"), url("forest-back")],
  imageColors: { [url("char")]: "Char", [url("forest")]: "Forest", [url("forest-back")]: "Forest" },
});

describe("the picture of a color", () => {
  test.each([
    ["Char", "char"],
    ["Forest", "forest"],
    ["Oak", "label"],
    [undefined, "char"],
  ])(
    "%s is '%s': the first picture of the color, else the first without a color; without a choice, the main picture",
    (color, name) => {
      expect(pictureOf(tee, color)).toBe(url(name));
    },
  );

  test("is the main picture if no picture has a color, or if every picture has another color", () => {
    const { imageColors: _, ...olderTee } = tee;
    expect(pictureOf(olderTee, "Forest")).toBe(url("char"));
    expect(pictureOf({ ...tee, imageUrls: [url("char")] }, "Oak")).toBe(url("char"));
  });

  test("has an alternative text with the color", () => {
    expect([pictureAlt(tee, url("forest")), pictureAlt(tee, url("label"))]).toEqual([
      `${tee.name} in Forest`,
      tee.name,
    ]);
  });

  test.each([
    [url("char"), "Char", true],
    [url("char"), "Oak", false],
    [url("other"), "Char", false],
  ])("may be %s for the color %s only if the product has both: %s", (picture, color, isValid) => {
    const { id: _, imageUrl: __, createdAt: ___, updatedAt: ____, version: _____, ...fields } = tee;
    const variants = [{ color: "Char", stock: 1 }];
    const result = ProductInput.safeParse({ ...fields, variants, imageColors: { [picture]: color } });
    expect(result.success).toBe(isValid);
  });
});
