import { expect, test } from "vitest";
import { selectable } from "../../../web/src/catalogue/purchase.ts";

test.each([
  [100, 0, 10],
  [7, 0, 7],
  [7, 5, 2],
  [12, 3, 9],
  [3, 3, 0],
  [0, 0, 0],
  // Sold elsewhere since it was put into the cart.
  [1, 4, 0],
])("of %i in stock with %i in the cart, %i can be added", (stock, inCart, most) => {
  expect(selectable(stock, inCart)).toBe(most);
});
