import { expect, test } from "vitest";
import { findProduct } from "../../../web/src/features/store/find-product.ts";
import { testProduct } from "../../support/fixtures.ts";

const tee = testProduct({ name: "Root Tee" });
const htmlProducts = { products: [], featured: undefined, htmlProduct: tee };

test("a product of the page's HTML is shown until all products are known, and afterwards only if it is one of them", () => {
  expect(findProduct(tee.id, { ...htmlProducts, isWhole: false }).product).toBe(tee);
  expect(findProduct(tee.id, { ...htmlProducts, isWhole: true }).product).toBeUndefined();
  const changedTee = { ...tee, price: 99 };
  expect(findProduct(tee.id, { ...htmlProducts, products: [changedTee], isWhole: true }).product).toBe(
    changedTee,
  );
  expect(findProduct("prd_other", { ...htmlProducts, isWhole: false }).product).toBeUndefined();
});
