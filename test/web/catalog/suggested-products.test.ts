import { expect, test } from "vitest";
import { suggestedProducts } from "../../../web/src/catalog/suggested-products.ts";
import { testProduct } from "../../support/fixtures.ts";

test("three products in stock are suggested, one of each category before a second of the same", () => {
  const featured = [
    testProduct({ id: "sold-out", category: "polos", stock: 0 }),
    testProduct({ id: "tee" }),
    testProduct({ id: "second-tee" }),
    testProduct({ id: "third-tee" }),
    testProduct({ id: "flask", category: "yetiflask" }),
  ];
  expect(suggestedProducts(featured).map(({ id }) => id)).toEqual(["tee", "flask", "second-tee"]);
  expect(suggestedProducts([])).toEqual([]);
});
