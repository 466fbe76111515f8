import { expect, test } from "vitest";
import { categories, categoryLabel } from "../../../shared/site/categories.ts";
import { testProduct } from "../../support/fixtures.ts";
import {
  categoryOptions,
  countLabel,
  findProducts,
} from "../../../web/src/features/admin/product-list/find-products.ts";

const tee = testProduct({ id: "tee", state: "draft", name: "b Tee", price: 20, stock: 3 });
const polo = testProduct({ id: "polo", name: "A Polo", price: 40, stock: 1, category: "polos" });
const poster = testProduct({
  id: "odd",
  name: "C Odd",
  price: 5,
  stock: 9,
  category: "",
  description: "Poster",
});
const cafeMug = testProduct({
  id: "mug",
  name: "D Café Mug, Cooper's",
  price: 60,
  stock: 12,
  category: "polos",
  state: "archived",
  description: "Air-Gapped",
});
const products = [tee, polo, poster];
const foundIds = (query: Partial<Parameters<typeof findProducts>[1]>) =>
  findProducts(products, {
    search: "",
    category: "all",
    state: "all",
    sort: "name",
    direction: "ascending",
    ...query,
  }).map(({ id }) => id);

test.each([
  [{}, ["polo", "tee", "odd"]],
  [{ sort: "price" as const }, ["odd", "tee", "polo"]],
  [{ sort: "stock" as const }, ["polo", "tee", "odd"]],
  [{ sort: "price" as const, direction: "descending" as const }, ["polo", "tee", "odd"]],
  [{ state: "draft" as const }, ["tee"]],
  [{ state: "archived" as const }, []],
  [{ category: "polos" }, ["polo"]],
  [{ category: "uncategorized" }, ["odd"]],
  [{ search: " POSTER " }, ["odd"]],
  [{ search: categoryLabel("polos") }, ["polo"]],
  [{ search: "tee", category: "polos" }, []],
])("the query %j finds %j", (query, expectedIds) => {
  expect(foundIds(query)).toEqual(expectedIds);
});

test.each(["mug cafe", "CAFÉ", "coopers mug", "Cooper’s", "air gapped mug", "airgapped"])(
  "the search %j finds the product with all these words; case, accents, hyphens and apostrophes do not matter",
  (search) => {
    const foundProducts = findProducts([...products, cafeMug], {
      ...{ search, category: "all", state: "all", sort: "name", direction: "ascending" },
    });
    expect(foundProducts).toEqual([cafeMug]);
  },
);

test("sorted by category, products are in the order of the categories' labels", () => {
  const idsAndLabels = [
    ["tee", categoryLabel("shirts")],
    ["polo", categoryLabel("polos")],
    ["odd", categoryLabel("uncategorized")],
  ] as const;
  const sorted = idsAndLabels.toSorted(([, a], [, b]) => a.localeCompare(b, "en"));
  expect(foundIds({ sort: "category" })).toEqual(sorted.map(([id]) => id));
});

test("the category filter lists the shop's categories, then other categories of products, with their labels", () => {
  const labels = categoryOptions([testProduct({ category: "gift-cards" }), poster]).map(({ label }) => label);
  expect(labels).toEqual([
    ...categories.map(({ label }) => label),
    "Gift Cards",
    categoryLabel("uncategorized"),
  ]);
});

test.each([
  [28, 28, "28 products"],
  [1, 1, "1 product"],
  [5, 28, "5 of 28 products"],
])("the label for %i found of %i products is '%s'", (found, total, label) => {
  expect(countLabel(found, total)).toBe(label);
});
