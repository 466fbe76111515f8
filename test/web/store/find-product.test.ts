import { expect, test } from "vitest";
import { findProduct } from "../../../web/src/features/store/find-product.ts";
import { testProduct } from "../../support/fixtures.ts";

const tee = testProduct({ name: "Root Tee" });
const html = { products: [], featured: undefined, opened: tee };

test("a product of the page's HTML is shown until all products are known, and afterwards only if it is one of them", () => {
  expect(findProduct(tee.id, { ...html, complete: false }).product).toBe(tee);
  expect(findProduct(tee.id, { ...html, complete: true }).product).toBeUndefined();
  const changed = { ...tee, price: 99 };
  expect(findProduct(tee.id, { ...html, products: [changed], complete: true }).product).toBe(changed);
  expect(findProduct("prd_other", { ...html, complete: false }).product).toBeUndefined();
});
