import { describe, expect, test } from "vitest";
import type { Selection } from "../../../web/src/catalog/variant-choice.ts";
import {
  choosableColor,
  traitOptionsOf,
  missingTrait,
  selectedVariant,
  validSelection,
} from "../../../web/src/catalog/variant-choice.ts";
import { testProduct } from "../../support/fixtures.ts";

const teeVariants = [
  { id: "char-s", color: "Char", size: "S", stock: 0 },
  { id: "char-m", color: "Char", size: "M", stock: 4 },
  { id: "oak-s", color: "Oak", size: "S", stock: 2 },
  { id: "oak-l", color: "Oak", size: "L", stock: 0 },
  { id: "ash-s", color: "Ash", size: "S", stock: 0 },
];
const tee = testProduct({ variants: teeVariants });
const oneColor = testProduct({
  variants: [
    { id: "s", color: "Char", size: "S", stock: 3 },
    { id: "m", color: "Char", size: "M", stock: 4 },
  ],
});
const flask = testProduct({
  variants: [
    { id: "char", color: "Char", stock: 3 },
    { id: "oak", color: "Oak", stock: 0 },
  ],
});
const singleVariantProduct = testProduct({ variants: [{ id: "honey", color: "Honey", stock: 0 }] });
const statesOf = (selection: Selection) =>
  Object.fromEntries(
    traitOptionsOf(tee, selection).map(({ label, options }) => [
      label,
      options.map(({ value, state }) => `${value} ${state}`),
    ]),
  );

describe("the options of a product", () => {
  test("list colors first; until a color is chosen, a size is available if one color has it", () => {
    expect(statesOf({})).toEqual({
      Color: ["Char available", "Oak available", "Ash sold out"],
      Size: ["S available", "M available", "L sold out"],
    });
  });

  test("show which sizes the chosen color does not have, or has sold out", () => {
    expect(statesOf({ color: "Oak", size: "S" })).toEqual({
      Color: ["Char available", "Oak available", "Ash sold out"],
      Size: ["S available", "M not offered", "L sold out"],
    });
  });

  test("are empty for a product without variants, and have no sizes if the variants have none", () => {
    expect(traitOptionsOf(testProduct(), {})).toEqual([]);
    expect(traitOptionsOf(flask, {}).map(({ label }) => label)).toEqual(["Color"]);
  });
});

test("a sold-out option can be chosen only if all variants are sold out", () => {
  const choosableValues = (product: typeof tee, selection: Selection) =>
    traitOptionsOf(product, selection).map(({ options }) =>
      options.filter(({ canChoose }) => canChoose).map(({ value }) => value),
    );
  expect(choosableValues(tee, { color: "Oak" })).toEqual([["Char", "Oak"], ["S"]]);
  const soldOut = testProduct({
    variants: teeVariants.map((variant) => ({ ...variant, stock: 0 })),
  });
  expect(choosableValues(soldOut, { color: "Oak" })).toEqual([
    ["Char", "Oak", "Ash"],
    ["S", "L"],
  ]);
  const selection = validSelection(soldOut, { color: "Oak", size: "L" });
  expect(selectedVariant(soldOut, selection)?.id).toBe("oak-l");
  expect(validSelection(soldOut, { color: "Oak", size: "M" })).toEqual({ color: "Oak" });
  expect(choosableColor({ ...soldOut, imageColors: { "/ash.webp": "Ash" } }, "/ash.webp")).toBe("Ash");
});

describe("the selection", () => {
  test.each([
    [tee, {}],
    [flask, {}],
    [oneColor, { color: "Char" }],
    [singleVariantProduct, { color: "Honey" }],
    [testProduct(), {}],
  ])("contains at first only the values of traits with a single value (%#)", (product, expected) => {
    expect(validSelection(product, {})).toEqual(expected);
  });

  test("loses a sold-out color, and a size that is sold out or not offered in the chosen color", () => {
    expect(validSelection(tee, { color: "Oak", size: "S" })).toEqual({ color: "Oak", size: "S" });
    expect(validSelection(tee, { color: "Oak", size: "M" })).toEqual({ color: "Oak" });
    expect(validSelection(tee, { color: "Char", size: "S" })).toEqual({ color: "Char" });
    expect(validSelection(tee, { color: "Ash", size: "M" })).toEqual({ size: "M" });
  });

  test("names a variant only when every trait is chosen", () => {
    expect([missingTrait(tee, {}), selectedVariant(tee, {})]).toEqual(["color", undefined]);
    expect([missingTrait(oneColor, { color: "Char" }), selectedVariant(oneColor, { color: "Char" })]).toEqual(
      ["size", undefined],
    );
    expect(selectedVariant(tee, { color: "Oak", size: "S" })?.id).toBe("oak-s");
    expect(selectedVariant(flask, { color: "Char" })?.id).toBe("char");
    expect([missingTrait(testProduct(), {}), selectedVariant(testProduct(), {})]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

test("a picture chooses its color if the color can be chosen", () => {
  const imageColors = { "/char.webp": "Char", "/ash.webp": "Ash", "/gone.webp": "Gone" };
  const pictures = ["/char.webp", "/ash.webp", "/gone.webp", "/neutral.webp"];
  expect(pictures.map((picture) => choosableColor({ ...tee, imageColors }, picture))).toEqual([
    "Char",
    undefined,
    undefined,
    undefined,
  ]);
  expect(choosableColor(testProduct(), "/char.webp")).toBeUndefined();
});
