import { describe, expect, test } from "vitest";
import { choicesOf, firstVariant } from "../../../web/src/catalogue/variant-choice.ts";
import { shirt } from "../../support/fixtures.ts";

const tee = shirt({
  variants: [
    { id: "char-s", color: "Char", size: "S", stock: 0 },
    { id: "char-m", color: "Char", size: "M", stock: 4 },
    { id: "oak-s", color: "Oak", size: "S", stock: 2 },
    { id: "oak-l", color: "Oak", size: "L", stock: 0 },
    { id: "ash-s", color: "Ash", size: "S", stock: 0 },
  ],
});
const variant = (id: string) => tee.variants?.find((one) => one.id === id);
const optionsOf = (chosen: string) =>
  Object.fromEntries(
    choicesOf(tee, variant(chosen)).map(({ label, options }) => [
      label,
      options.map((option) => [option.value, option.variant.id, option.soldOut, option.chosen]),
    ]),
  );

describe("what can be chosen of a product", () => {
  test("colours before sizes, each leading to the variant nearest to the chosen one", () => {
    expect(optionsOf("oak-s")).toEqual({
      Color: [
        ["Char", "char-s", false, false],
        ["Oak", "oak-s", false, true],
        ["Ash", "ash-s", true, false],
      ],
      Size: [
        ["S", "oak-s", false, true],
        ["M", "char-m", false, false],
        ["L", "oak-l", true, false],
      ],
    });
  });

  test("a colour that has not the chosen size leads to one that it has", () => {
    expect(optionsOf("char-m")["Color"]).toContainEqual(["Ash", "ash-s", true, false]);
  });

  test("the first with something left is chosen to begin with, else the first", () => {
    expect(firstVariant(tee)?.id).toBe("char-m");
    expect(firstVariant(shirt({ variants: [{ id: "only", stock: 0 }] }))?.id).toBe("only");
    expect(firstVariant(shirt())).toBeUndefined();
  });

  test("a product without variants has nothing to choose", () => {
    expect(choicesOf(shirt(), undefined)).toEqual([]);
  });
});
