import { expect, test } from "vitest";
import { home } from "../../../shared/site/home.ts";
import { highlightsOf } from "../../../web/src/catalog/highlights.ts";
import { testProduct } from "../../support/fixtures.ts";

const products = [
  testProduct({ id: "sold-out", category: "polos", stock: 0 }),
  testProduct({ id: "tee" }),
  testProduct({ id: "second-tee" }),
  testProduct({ id: "third-tee" }),
  testProduct({ id: "flask", category: "yetiflask" }),
];
const headingAndIds = (...args: Parameters<typeof highlightsOf>) => {
  const { heading, products: shownProducts } = highlightsOf(...args);
  return [heading, ...shownProducts.map(({ id }) => id)];
};

test("without best sellers, three featured products in stock are shown, one of each category first", () => {
  expect(headingAndIds({ products })).toEqual([home.featured.highlights, "tee", "flask", "second-tee"]);
  expect(headingAndIds({ products: [] })).toEqual([home.featured.highlights]);
});

test("the best sellers are shown in the order in which the server sends them, also if they are not featured", () => {
  const bestSellers = ["mug", "third-tee", "cap"].map((id) => testProduct({ id }));
  expect(headingAndIds({ products, bestSellers })).toEqual([
    home.featured.bestSellers,
    "mug",
    "third-tee",
    "cap",
  ]);
});
