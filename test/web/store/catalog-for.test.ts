import { expect, test } from "vitest";
import type { Catalog } from "../../../web/src/catalog/catalog-store.ts";
import { catalogFor } from "../../../web/src/features/store/catalog-for.ts";
import { NO_FILTERS } from "../../../web/src/features/store/use-filters.ts";
import { testProduct } from "../../support/fixtures.ts";

const polos = { ...NO_FILTERS, category: "polos" };
const htmlCatalog: Catalog = {
  status: "ready",
  products: [testProduct({ category: "polos" })],
  filteredBy: "category=polos",
  isWhole: false,
  total: 5,
  isStale: false,
};

test("the filtered products of the HTML are shown for their own filters only", () => {
  expect(catalogFor(htmlCatalog, polos)).toBe(htmlCatalog);
  for (const filters of [NO_FILTERS, { ...NO_FILTERS, category: "shirts" }, { ...polos, search: "hex" }])
    expect(catalogFor(htmlCatalog, filters)).toMatchObject({
      status: "loading",
      products: [],
      total: undefined,
    });
});

test("with other filters than those of the HTML, the status is 'failed' if the last request to the API failed", () => {
  expect(catalogFor({ ...htmlCatalog, isStale: true }, NO_FILTERS)).toMatchObject({
    status: "failed",
    isStale: false,
  });
});

test("products of the API are shown for all filters", () => {
  const catalog: Catalog = { ...htmlCatalog, filteredBy: undefined };
  expect(catalogFor(catalog, NO_FILTERS)).toBe(catalog);
});
