import { expect, test, vi } from "vitest";
import {
  missingVariants,
  splitList,
  withMissingVariants,
} from "../../../web/src/features/admin/product-form/missing-variants.ts";
import { createVariant } from "../../../web/src/features/admin/product-form/draft.ts";

vi.mock("../../../shared/site/sizes.ts", () => ({ sizes: ["S", "M", "L"] }));
const variant = (size: string, color: string, stock = "5") => ({ ...createVariant(), size, color, stock });
const labelsOf = (variants: readonly { size: string; color: string; stock?: string }[]) =>
  variants.map(({ size, color, stock = "" }) => `${size}/${color}/${stock}`);

test("a typed list is split at commas without empty parts, and keeps the last spelling of a repeated name", () => {
  expect(splitList(" Char, Forest ,, char,  Cream  / Oak ")).toEqual(["char", "Forest", "Cream / Oak"]);
});

test("a variant is added for each missing combination of size and color; sizes or colors alone are enough", () => {
  expect(labelsOf(missingVariants([], ["S", "M"], ["Char", "Oak"]))).toEqual([
    "S/Char/",
    "M/Char/",
    "S/Oak/",
    "M/Oak/",
  ]);
  expect(labelsOf(missingVariants([], ["S"], []))).toEqual(["S//"]);
  expect(labelsOf(missingVariants([], [], ["Oak"]))).toEqual(["/Oak/"]);
  expect(missingVariants([variant("m", " CHAR")], ["M"], ["Char"])).toEqual([]);
  expect(missingVariants([], [], [])).toEqual([]);
});

test("a size that is chosen and also typed gives one variant, in the chosen spelling", () => {
  expect(labelsOf(missingVariants([], ["M", "Tall", "m"], ["Char"]))).toEqual(["M/Char/", "Tall/Char/"]);
});

test("existing variants keep their ids and stock; new ones use the existing spelling, and are in the order of sizes", () => {
  const existingVariants = [
    { ...variant("L", "char", "2"), id: "var_1" },
    { ...variant("", "", ""), id: "var_2" },
    variant("", "", ""),
  ];
  const variants = withMissingVariants(existingVariants, ["M", "L", "Tall", "S"], ["Char", "Oak"], "9");
  expect(labelsOf(variants)).toEqual([
    "S/char/9",
    "M/char/9",
    "L/char/2",
    "Tall/char/9",
    "//",
    "S/Oak/9",
    "M/Oak/9",
    "L/Oak/9",
    "Tall/Oak/9",
  ]);
  expect(variants.flatMap(({ id }) => id ?? [])).toEqual(["var_1", "var_2"]);
  expect(new Set(variants.map(({ key }) => key)).size).toBe(variants.length);
});
