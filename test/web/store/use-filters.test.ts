import { describe, expect, test } from "vitest";
import {
  ALL_CATEGORIES,
  categoryOptions,
  filterProducts,
  isFiltered,
  readFilters,
  writeFilters,
} from "../../../web/src/features/store/use-filters.ts";
import { testProduct } from "../../support/fixtures.ts";

const products = [
  testProduct({ id: "tee", name: "Mash Bill Hex Dump Tee", description: "Eight rows of hex." }),
  testProduct({ id: "polo", name: "Prompt Polo", category: "polos", details: ["Pique cotton"] }),
  testProduct({
    id: "flask",
    name: "Cask Strength Flask",
    category: "yetiflask",
    variants: [{ id: "a", color: "Forest", stock: 3 }],
  }),
  testProduct({ id: "meetup", name: "Vipers@Midnight", category: "ticket" }),
  testProduct({ id: "mug", name: "Glencairn", category: "bar-ware" }),
];
const findIds = (category: string, search: string) =>
  filterProducts(products, { category, search }).map(({ id }) => id);

describe("the store's filters", () => {
  test.each([
    [ALL_CATEGORIES, "", ["tee", "polo", "flask", "meetup", "mug"]],
    ["polos", "", ["polo"]],
    [ALL_CATEGORIES, "HEX", ["tee"]],
    [ALL_CATEGORIES, "  dump   mash ", ["tee"]],
    [ALL_CATEGORIES, "forest", ["flask"]],
    [ALL_CATEGORIES, "pique", ["polo"]],
    [ALL_CATEGORIES, "yeti", ["flask"]],
    ["polos", "hex", []],
    [ALL_CATEGORIES, "(", []],
    [ALL_CATEGORIES, "@", ["meetup"]],
    [ALL_CATEGORIES, "vipers@midnight", ["meetup"]],
  ])("with category %s and search '%s' show %j", (category, search, ids) => {
    expect(findIds(category, search)).toEqual(ids);
  });

  test("are written to the URL and read back, while other parameters stay and unset filters are left out", () => {
    const filteredUrl = writeFilters(new URLSearchParams("ref=mail"), { category: "polos", search: " hex " });
    expect(String(filteredUrl)).toBe("ref=mail&category=polos&q=hex");
    expect(readFilters(filteredUrl)).toEqual({ category: "polos", search: "hex" });
    const clearedUrl = writeFilters(filteredUrl, { category: ALL_CATEGORIES, search: " " });
    expect(String(clearedUrl)).toBe("ref=mail");
    expect(readFilters(clearedUrl)).toEqual({ category: ALL_CATEGORIES, search: "" });
  });

  test("treat a search of spaces as no search", () => {
    expect(isFiltered({ category: ALL_CATEGORIES, search: "  " })).toBe(false);
    expect(isFiltered({ category: ALL_CATEGORIES, search: "x" })).toBe(true);
    expect(isFiltered({ category: "polos", search: "" })).toBe(true);
  });

  test("offer also categories that only a product has", () => {
    expect(categoryOptions(products).map(({ label }) => label)).toEqual([
      "Shirts",
      "Polos",
      "Sweatpants",
      "Yeti Flasks",
      "Tickets",
      "Bar Ware",
    ]);
  });
});
