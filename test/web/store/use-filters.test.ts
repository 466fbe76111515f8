import { describe, expect, onTestFinished, test, vi } from "vitest";
import { categories, categoryLabel } from "../../../shared/site/categories.ts";
import { sizes as presetSizes } from "../../../shared/site/sizes.ts";
import {
  ALL_CATEGORIES,
  categoryOptions,
  filterProducts,
  type Filters,
  isFiltered,
  NO_FILTERS,
  readFilters,
  writeFilters,
} from "../../../web/src/features/store/use-filters.ts";
import { filterOptionsOf } from "../../../web/src/features/store/filter-options.ts";
import { eventInDays, testProduct } from "../../support/fixtures.ts";

const products = [
  testProduct({ id: "tee", name: "Mash Bill Hex Dump Tee", description: "Eight rows of hex." }),
  testProduct({ id: "polo", name: "Prompt Polo", category: "polos", details: ["Pique cotton"] }),
  testProduct({
    id: "flask",
    name: "Cask Strength Flask",
    category: "yetiflask",
    variants: [{ id: "a", color: "Forest", stock: 3 }],
  }),
  testProduct({ id: "meetup", name: "Tasting@Midnight", category: "ticket" }),
  testProduct({ id: "mug", name: "Glencairn", category: "bar-ware" }),
];
const findIds = (category: string, search: string) =>
  filterProducts(products, { ...NO_FILTERS, category, search }).map(({ id }) => id);

describe("the store's filters", () => {
  test.each([
    [ALL_CATEGORIES, "", ["tee", "polo", "flask", "meetup", "mug"]],
    ["polos", "", ["polo"]],
    [ALL_CATEGORIES, "HEX", ["tee"]],
    [ALL_CATEGORIES, "  dump   mash ", ["tee"]],
    [ALL_CATEGORIES, "forest", ["flask"]],
    [ALL_CATEGORIES, "pique", ["polo"]],
    [ALL_CATEGORIES, categoryLabel("yetiflask"), ["flask"]],
    ["polos", "hex", []],
    [ALL_CATEGORIES, "(", []],
    [ALL_CATEGORIES, "@", ["meetup"]],
    [ALL_CATEGORIES, "tasting@midnight", ["meetup"]],
  ])("with category %s and search '%s' show %j", (category, search, ids) => {
    expect(findIds(category, search)).toEqual(ids);
  });

  test("show tickets by the start of their events, those without a date last, unless another sequence is chosen", () => {
    const ticket = (id: string, startsAt: string, price = 20) =>
      testProduct({ id, price, category: "ticket", event: eventInDays(0, { startsAt }) });
    const tickets = [
      testProduct({ id: "open", category: "ticket", price: 5 }),
      ticket("june", "2027-06-01T23:00:00.000Z", 30),
      ...products,
      ticket("march", "2027-03-01T23:00:00.000Z"),
      ticket("april", "2027-04-01T23:00:00.000Z", 10),
    ];
    const idsOf = (changes: Partial<Filters>) =>
      filterProducts(tickets, { ...NO_FILTERS, category: "ticket", ...changes }).map(({ id }) => id);
    expect(idsOf({})).toEqual(["march", "april", "june", "open", "meetup"]);
    expect(idsOf({ sort: "price-up" }).slice(0, 3)).toEqual(["open", "april", "march"]);
    expect(idsOf({ category: ALL_CATEGORIES })[0]).toBe("open");
  });

  test("sort names as the server does, also in a browser whose language has another alphabet", () => {
    // Estonian has Z between S and T. A browser uses its own language where the code names none.
    vi.spyOn(String.prototype, "localeCompare").mockImplementation(function compare(
      this: string,
      other: string,
      locales: Intl.LocalesArgument = "et",
    ) {
      return new Intl.Collator(locales).compare(this, other);
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const named = ["Zip", "Tee", "Ådal", "Sock"].map((name) => testProduct({ id: name, name }));
    const sorted = filterProducts(named, { ...NO_FILTERS, sort: "name" });
    expect(sorted.map(({ name }) => name)).toEqual(["Ådal", "Sock", "Tee", "Zip"]);
  });

  test("are written to the URL and read back, while other parameters stay and unset filters are left out", () => {
    const filters = {
      category: "polos",
      search: "hex",
      sizes: ["M", "XL"],
      colors: ["Forest"],
      sort: "price-up",
      page: 2,
    } as const;
    const filteredUrl = writeFilters(new URLSearchParams("ref=mail&size=S"), { ...filters, search: " hex " });
    expect(String(filteredUrl)).toBe(
      "ref=mail&category=polos&q=hex&size=M&size=XL&color=Forest&sort=price-up&page=2",
    );
    expect(readFilters(filteredUrl)).toEqual(filters);
    const clearedUrl = writeFilters(filteredUrl, { ...NO_FILTERS, search: " " });
    expect(String(clearedUrl)).toBe("ref=mail");
    expect(readFilters(clearedUrl)).toEqual(NO_FILTERS);
    expect(readFilters(new URLSearchParams("sort=constructor")).sort).toBe("");
    for (const page of ["0", "01", "1.5", "-1", "x"])
      expect(readFilters(new URLSearchParams({ page })).page).toBe(1);
  });

  test("treat a search of spaces as no search", () => {
    expect(isFiltered({ ...NO_FILTERS, search: "  " })).toBe(false);
    expect(isFiltered({ ...NO_FILTERS, search: "x" })).toBe(true);
    expect(isFiltered({ ...NO_FILTERS, category: "polos" })).toBe(true);
    expect(isFiltered({ ...NO_FILTERS, sizes: ["M"] })).toBe(true);
    expect(isFiltered({ ...NO_FILTERS, sort: "name" })).toBe(true);
  });

  test("also offer a category that is not in the shop's list, if a product has it", () => {
    const ids: readonly string[] = categories.map(({ id }) => id);
    const unlistedLabels = products
      .flatMap(({ category }) => (ids.includes(category) ? [] : categoryLabel(category)))
      .sort();
    expect(unlistedLabels).toContain("Bar Ware");
    expect(categoryOptions(products).map(({ label }) => label)).toEqual([
      ...categories.map(({ label }) => label),
      ...unlistedLabels,
    ]);
  });
});

const sizedProducts = [
  testProduct({
    id: "tee",
    name: "Hex Tee",
    price: 32,
    variants: [
      { id: "1", size: "M", color: "Forest", stock: 3 },
      { id: "2", size: "2XL", color: "Char", stock: 2 },
      { id: "3", size: "M", color: "Char", stock: 0 },
    ],
  }),
  testProduct({
    id: "polo",
    name: "Blue Team",
    category: "polos",
    price: 48,
    createdAt: "2026-11-02T12:00:00.000Z",
    variants: [
      { id: "1", size: "XS", color: "Cream / Oak", stock: 1 },
      { id: "2", size: "L", color: "Slate", stock: 0 },
    ],
  }),
  testProduct({ id: "cap", name: "Cap", price: 20, size: "One size", color: "Oak" }),
];
const idsWith = (filters: Partial<typeof NO_FILTERS>) =>
  filterProducts(sizedProducts, { ...NO_FILTERS, ...filters }).map(({ id }) => id);

describe("the filters for sizes and colors", () => {
  test.each([
    [{ sizes: ["M"] }, ["tee"]],
    [{ sizes: ["M", "XS"] }, ["tee", "polo"]],
    [{ colors: ["Oak"] }, ["polo", "cap"]],
    [{ sizes: ["L"] }, []],
    [{ sizes: ["M"], colors: ["Char"] }, []],
    [{ sizes: ["M"], colors: ["Char", "Forest"] }, ["tee"]],
    [{ sizes: ["M", "XS"], category: "polos" }, ["polo"]],
    [{ sizes: ["M", "XS"], search: "hex" }, ["tee"]],
  ])("with %j show the products that can be bought in them: %j", (filters, ids) => {
    expect(idsWith(filters)).toEqual(ids);
  });

  test("offer the sizes and colors in stock in the category, and the chosen ones, small sizes first", () => {
    expect(filterOptionsOf(sizedProducts, NO_FILTERS)).toEqual({
      sizes: ["XS", "M", "2XL", "One size"],
      colors: ["Char", "Cream", "Forest", "Oak"],
    });
    expect(filterOptionsOf(sizedProducts, { ...NO_FILTERS, category: "polos", sizes: ["M"] })).toEqual({
      sizes: ["XS", "M"],
      colors: ["Cream", "Oak"],
    });
  });

  test("list the sizes of the settings in their order, other letter sizes among them, and all other sizes at the end", async () => {
    vi.resetModules();
    vi.doMock("../../../shared/site/sizes.ts", () => ({ sizes: ["Small", "Large", "M", "XL"] }));
    onTestFinished(() => void vi.doUnmock("../../../shared/site/sizes.ts"));
    const module = await import("../../../web/src/features/store/filter-options.ts");
    const unsortedSizes = ["XL", "Large", "Hat", "L", "Small", "S", "M", "2XL", "10", "9"];
    const { sizes } = module.filterOptionsOf(
      unsortedSizes.map((size) => testProduct({ size })),
      NO_FILTERS,
    );
    expect(sizes).toEqual(["S", "Small", "Large", "M", "L", "XL", "2XL", "9", "10", "Hat"]);
  });

  test("list the product form's sizes in the order of the form", () => {
    const presets = [...presetSizes].reverse().map((size) => testProduct({ size }));
    expect(filterOptionsOf(presets, NO_FILTERS).sizes).toEqual(presetSizes);
  });
});

test.each([
  ["", ["tee", "polo", "cap"]],
  ["price-up", ["cap", "tee", "polo"]],
  ["price-down", ["polo", "tee", "cap"]],
  ["newest", ["polo", "tee", "cap"]],
  ["name", ["polo", "cap", "tee"]],
] as const)("sorting by '%s' gives %j", (sort, ids) => {
  expect(idsWith({ sort })).toEqual(ids);
});
