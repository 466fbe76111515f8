import { expect, test } from "vitest";
import { codeOf } from "../../shared/errors.ts";
import { stockOf, truncate, variantLabel } from "../../shared/product.ts";
import { testProduct } from "../support/fixtures.ts";

test("stockOf returns the product's stock, or the stock of the named variant", () => {
  const polo = testProduct({
    variants: [
      { id: "m", stock: 2 },
      { id: "l", stock: 0 },
    ],
  });
  expect([
    stockOf(testProduct({ stock: 7 })),
    stockOf(polo, "m"),
    stockOf(polo, "l"),
    stockOf(polo, "x"),
    stockOf(polo),
  ]).toEqual([7, 2, 0, 0, 0]);
});

test("a description longer than 80 characters is cut with an ellipsis", () => {
  expect(truncate("x".repeat(80))).toBe("x".repeat(80));
  expect(truncate("x".repeat(81))).toBe(`${"x".repeat(80)}...`);
  expect(truncate(`${"x".repeat(79)} y`)).toBe(`${"x".repeat(79)}...`);
  expect(truncate(`${"x".repeat(80)} y`)).toBe(`${"x".repeat(80)}...`);
  expect(truncate(`${"x".repeat(60)} ${"y".repeat(30)}`)).toBe(`${"x".repeat(60)}...`);
  expect(truncate(`x ${"y".repeat(100)}`)).toBe(`x ${"y".repeat(78)}...`);
  expect(truncate(`${"x".repeat(79)}🥃`)).toBe(`${"x".repeat(79)}...`);
  expect(truncate(`${"x".repeat(78)}🥃`)).toBe(`${"x".repeat(78)}🥃`);
});

test("the label of a variant has its size and color", () => {
  expect([
    variantLabel({ size: "M", color: "Black" }),
    variantLabel({ color: "Black" }),
    variantLabel({}),
  ]).toEqual(["M / Black", "Black", ""]);
});

test.each([
  [400, "invalid-argument"],
  [409, "aborted"],
  [429, "resource-exhausted"],
  [504, "deadline-exceeded"],
  [418, "unknown"],
  [502, "unknown"],
])("the HTTP status %i has the error code %s", (status, code) => expect(codeOf(status)).toBe(code));
