import { expect, test } from "vitest";
import { seedProducts } from "../../../infra/local/seed/products.ts";
import { searchProducts } from "../../../web/src/features/store/search.ts";
import { testProduct } from "../../support/fixtures.ts";

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
  ["t-shirt", ["tee"]],
  ["T Shirts", ["tee"]],
  ["tshirt", ["tee"]],
  ["polo shirt", ["polo"]],
  ["shirt", ["tee", "polo"]],
  ["XL", ["tee"]],
  ["xxl", ["polo"]],
  ["l", ["pants"]],
  ["forest", ["tee"]],
  ["cafe", ["pants"]],
  ["event", ["ticket"]],
  ["events", ["ticket"]],
  ["angel's share", ["tee"]],
  ["angels", ["tee"]],
  ["air gapped", ["flask"]],
  ["airgapped bottles", ["flask"]],
  ["gap", ["flask"]],
  ["oncall pants", ["pants"]],
  ["forest polo", []],
  ["2xl", ["polo"]],
  ["green tee", ["tee"]],
  ["pick-day", ["ticket"]],
  ["---", []],
])("'%s' finds %j", (search, ids) => {
  expect(searchProducts(products, search).map(({ id }) => id)).toEqual(ids);
});

test("matches in the name come before matches elsewhere, each in the order of the catalog", () => {
  const found = searchProducts(
    [
      testProduct({ id: "tee", name: "Tee", description: "Worn at every live taping." }),
      testProduct({ id: "seat", name: "Front Row", category: "ticket" }),
      testProduct({ id: "half", name: "Live Tee", description: "For a taping." }),
      testProduct({ id: "taping", name: "Live Taping: Louisville", category: "ticket" }),
    ],
    "live taping",
  );
  expect(found.map(({ id }) => id)).toEqual(["taping", "seat", "tee", "half"]);
});

test.each(["t-shirt", "polo shirt", "XL", "forest", "event"])(
  "'%s' finds products of the first catalog",
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
