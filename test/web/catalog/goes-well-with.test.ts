import { expect, test, vi } from "vitest";
import { productsThatGoWith } from "../../../web/src/catalog/goes-well-with.ts";
import { testProduct } from "../../support/fixtures.ts";

const [ownCategory, firstCategory, secondCategory] = ["shirts", "hats", "flasks"];
const matchingCategories = [firstCategory, secondCategory];
vi.mock("../../../shared/site/goes-well-with.ts", () => ({
  goesWellWith: { shirts: ["hats", "flasks"], hats: [], flasks: [] },
}));
const product = (id: string, category: string, changes: { featured?: boolean; stock?: number } = {}) =>
  testProduct({ id, category, ...changes });
const ownProduct = product("own", ownCategory);
const idsFor = (...others: ReturnType<typeof product>[]) =>
  productsThatGoWith(ownProduct, [ownProduct, ...others]).map(({ id }) => id);

test("one product of each matching category is shown, in the order of the settings, then another product; featured ones are preferred", () => {
  const others = matchingCategories
    .toReversed()
    .flatMap((category) => [
      product(`plain ${category}`, category),
      product(`featured ${category}`, category, { featured: true }),
    ]);
  const expectedIds = [
    ...matchingCategories.map((category) => `featured ${category}`),
    `plain ${matchingCategories.at(-1)}`,
  ];
  expect(idsFor(...others)).toEqual(expectedIds);
});

test("products that are sold out or of the same category are left out, and other products fill the list up to three", () => {
  const others = [
    product("other-own", ownCategory, { featured: true }),
    product("sold-out", firstCategory, { stock: 0 }),
    product("match", secondCategory),
    product("second-match", secondCategory),
    product("mug", "bar-ware", { featured: true }),
    product("poster", "posters"),
  ];
  expect(idsFor(...others)).toEqual(["match", "mug", "second-match"]);
  expect(idsFor()).toEqual([]);
});
