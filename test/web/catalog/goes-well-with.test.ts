import { expect, test } from "vitest";
import { productsThatGoWith } from "../../../web/src/catalog/goes-well-with.ts";
import { testProduct } from "../../support/fixtures.ts";

const product = (id: string, category: string, changes: { featured?: boolean; stock?: number } = {}) =>
  testProduct({ id, category, ...changes });
const tee = product("tee", "shirts");
const idsFor = (...others: ReturnType<typeof product>[]) =>
  productsThatGoWith(tee, [tee, ...others]).map(({ id }) => id);

test("one product of each category that goes well with the product is shown, in the order of the settings, featured ones first", () => {
  const others = [
    product("ticket", "ticket"),
    product("flask", "yetiflask"),
    product("featured-flask", "yetiflask", { featured: true }),
    product("pants", "sweatpants"),
  ];
  expect(idsFor(...others)).toEqual(["pants", "featured-flask", "ticket"]);
});

test("products that are sold out or of the same category are left out, and other products fill the list up to three", () => {
  const others = [
    product("other-tee", "shirts", { featured: true }),
    product("pants", "sweatpants", { stock: 0 }),
    product("flask", "yetiflask"),
    product("second-flask", "yetiflask"),
    product("mug", "bar-ware", { featured: true }),
    product("polo", "polos"),
  ];
  expect(idsFor(...others)).toEqual(["flask", "mug", "second-flask"]);
  expect(idsFor()).toEqual([]);
});
