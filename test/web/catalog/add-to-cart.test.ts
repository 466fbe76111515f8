import { expect, test } from "vitest";
import { addableQuantity } from "../../../web/src/catalog/add-to-cart.ts";

test.each([
  [100, 0, 10, 10],
  [7, 0, 10, 7],
  [7, 5, 5, 2],
  [12, 3, 7, 7],
  [3, 3, 7, 0],
  [0, 0, 10, 0],
  // Other variants in the cart count toward the product's limit.
  [12, 3, 2, 2],
  [12, 3, 0, 0],
  // Other customers bought the stock after it was added to the cart.
  [1, 4, 6, 0],
])(
  "of %i in stock, with %i in the cart and %i more allowed by the limit for a product, %i can be added",
  (stock, inCart, allowed, expected) => {
    expect(addableQuantity(stock, inCart, allowed)).toBe(expected);
  },
);
