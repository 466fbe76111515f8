import { describe, expect, test } from "vitest";
import { seedProducts } from "../../../infra/local/seed/products.ts";
import { categoryLabel } from "../../../shared/site/categories.ts";
import { categorySynonyms, wordSynonyms } from "../../../shared/site/search.ts";
import { stateNameOf } from "../../../shared/us-states.ts";
import { searchProducts } from "../../../web/src/features/store/search.ts";
import { eventInDays, testProduct } from "../../support/fixtures.ts";

const products = [
  testProduct({
    id: "tee",
    name: "Angels' Share Tee",
    variants: [
      { id: "s", size: "S", color: "Forest", stock: 1 },
      { id: "xl", size: "XL", color: "Forest", stock: 0 },
    ],
  }),
  testProduct({
    id: "polo",
    name: "Floor Nine",
    category: "polos",
    variants: [{ id: "xxl", size: "XXL", stock: 1 }],
  }),
  testProduct({ id: "pants", name: "On-Call", category: "sweatpants", size: "L", color: "Café" }),
  testProduct({ id: "flask", name: "Air-Gapped", category: "yetiflask", description: "Prevents leaks." }),
  testProduct({ id: "ticket", name: "Barrel Pick Day", category: "ticket" }),
];

test.each([
  ["XL", ["tee"]],
  ["size XL", ["tee"]],
  ["tee Size xl", ["tee"]],
  ["color forest", ["tee"]],
  ["colour café", ["pants"]],
  ["size", []],
  ["size ", []],
  ["xxl", ["polo"]],
  ["l", ["pants"]],
  ["forest", ["tee"]],
  ["cafe", ["pants"]],
  ["angel's share", ["tee"]],
  ["angels", ["tee"]],
  ["air gapped", ["flask"]],
  ["airgapped leak", ["flask"]],
  ["gap", ["flask"]],
  ["oncall café", ["pants"]],
  ["forest polo", []],
  ["pick-day", ["ticket"]],
  ["---", []],
])("the search '%s' finds %j", (search, ids) => {
  expect(searchProducts(products, search).map(({ id }) => id)).toEqual(ids);
});

/** Other spellings of a customer's word, which find the same products. */
const spellingsOf = (word: string): string[] => [
  ...[word, word.toUpperCase()],
  ...(/[^sxh]$/.test(word) ? [`${word}s`] : []),
  ...(word.includes("-") ? [word.replaceAll("-", ""), word.replaceAll("-", " ")] : []),
];

test.each(Object.entries(categorySynonyms))(
  "a product of the category %s is found by the category's label and by customers' words, alone or with the product's name",
  (category, words) => {
    const product = testProduct({ id: "found", category, name: "Number Nine" });
    const otherProduct = testProduct({ id: "other", category: "bar-ware", name: "Number Nine" });
    for (const word of [categoryLabel(category), ...words].flatMap(spellingsOf))
      for (const search of [word, `nine ${word}`])
        expect([search, ...searchProducts([otherProduct, product], search)]).toEqual([search, product]);
  },
);

test.each(Object.entries(wordSynonyms))(
  "the search '%s' also finds products with the words %j",
  (word, synonyms) => {
    for (const text of [word, ...synonyms]) {
      const product = testProduct({ category: "bar-ware", name: "Number Nine", color: text });
      const otherProduct = testProduct({ category: "bar-ware", name: "Number Nine", color: "Plaid" });
      for (const search of [word, `${word} nine`])
        expect(searchProducts([otherProduct, product], search)).toEqual([product]);
    }
  },
);

describe("a ticket", () => {
  // It is Saturday in UTC, and still Friday in Louisville.
  const times = { startsAt: "2026-12-12T00:00:00.000Z", endsAt: "2026-12-12T03:00:00.000Z" };
  const event = eventInDays(0, { ...times, title: "Cask Night" });
  const ticket = testProduct({ id: "night", name: "Seat", category: "ticket", event });
  const foundIds = (search: string, product = ticket) =>
    searchProducts([product, ...products], search, stateNameOf).map(({ id }) => id);

  test("is found by the name of its state as soon as the names are loaded", () => {
    expect(searchProducts([ticket], "kentucky")).toEqual([]);
    expect(searchProducts([ticket], "kentucky", stateNameOf)).toEqual([ticket]);
  });

  test.each([
    "louisville",
    "rickhouse",
    "KY",
    "Kentucky",
    "december",
    "dec",
    "friday",
    "Dec 11, 2026",
    "cask",
  ])("is found by '%s' of its event", (search) => expect(foundIds(search)).toEqual(["night"]));

  test("is not found by another city, month or weekday", () =>
    expect(["lexington", "november", "saturday"].flatMap((search) => foundIds(search))).toEqual([]));

  test.each([
    ["CA", "California"],
    ["NY", "new york"],
    ["NC", "North Carolina"],
    ["DC", "district of columbia"],
  ])("in %s is found by '%s', and not by another state", (state, name) => {
    const ticketThere = { ...ticket, event: { ...event, venue: { ...event.venue, state } } };
    expect(foundIds(name, ticketThere)).toEqual(["night"]);
    expect(foundIds("Kentucky", ticketThere)).toEqual([]);
  });

  test("is found by its venue in a browser that does not know its time zone", () => {
    const ticketFarAway = { ...ticket, event: { ...event, timeZone: "Mars/Olympus" } };
    expect(foundIds("louisville", ticketFarAway)).toEqual(["night"]);
  });
});

test("matches in the name come first, then those in name and category together, then all others, each in the order of the catalog", () => {
  const foundProducts = searchProducts(
    [
      testProduct({ id: "tee", name: "Number One", description: "Worn at every bar ware night." }),
      testProduct({ id: "seat", name: "Front Row", category: "bar-ware" }),
      testProduct({ id: "half", name: "Bar Tee", description: "For a ware." }),
      testProduct({ id: "taping", name: "Bar Ware: Louisville", category: "ticket" }),
    ],
    // This category is in no setting, so its label is 'Bar Ware'.
    "bar ware",
  );
  expect(foundProducts.map(({ id }) => id)).toEqual(["taping", "seat", "tee", "half"]);
});

/** The other words for the categories that the seeded catalog has. Another podcast may have changed the categories in the settings, but not that catalog yet. */
const synonymsInCatalog = Object.entries(categorySynonyms).flatMap(([id, words]) =>
  seedProducts.some(({ category }) => category === id) ? words : [],
);

/** A size and a color of the seeded catalog, if it has any. */
const seedVariants = seedProducts.flatMap(({ variants = [] }) => variants);
const choicesInCatalog = [
  seedVariants.find(({ size }) => size !== undefined)?.size,
  seedVariants[0]?.color.toLowerCase(),
].filter((choice) => choice !== undefined);

test.each([...synonymsInCatalog, ...choicesInCatalog])(
  "the search '%s' finds products of the seeded catalog",
  (search) => {
    const catalog = seedProducts.map(({ variants, ...product }) =>
      testProduct({
        ...product,
        ...(variants ? { variants: variants.map((variant, i) => ({ ...variant, id: String(i) })) } : {}),
      }),
    );
    expect(searchProducts(catalog, search)).not.toEqual([]);
  },
);
