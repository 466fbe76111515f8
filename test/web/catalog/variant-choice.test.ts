import { describe, expect, test } from "vitest";
import { choicesOf, firstVariant } from "../../../web/src/catalog/variant-choice.ts";
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
const variant = (id: string) => tee.variants?.find((candidate) => candidate.id === id);
const optionsOf = (chosen: string) =>
  Object.fromEntries(
    choicesOf(tee, variant(chosen)).map(({ label, options }) => [
      label,
      options.map((option) => [option.value, option.variant.id, option.soldOut, option.chosen]),
    ]),
  );

describe("the options of a product", () => {
  test("list colors before sizes, and name the variant of each option that keeps the other choice", () => {
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

  test("choose another size for a color that does not come in the chosen size", () => {
    expect(optionsOf("char-m")["Color"]).toContainEqual(["Ash", "ash-s", true, false]);
  });

  test("start with the first variant in stock, or else with the first variant", () => {
    expect(firstVariant(tee)?.id).toBe("char-m");
    expect(firstVariant(shirt({ variants: [{ id: "only", stock: 0 }] }))?.id).toBe("only");
    expect(firstVariant(shirt())).toBeUndefined();
  });

  test("are empty for a product without variants", () => {
    expect(choicesOf(shirt(), undefined)).toEqual([]);
  });
});
