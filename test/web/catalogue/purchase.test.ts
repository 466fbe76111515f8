import { expect, test } from "vitest";
import { selectable } from "../../../web/src/catalogue/purchase.ts";

test.each([
  [100, 0, 10, 10],
  [7, 0, 10, 7],
  [7, 5, 5, 2],
  [12, 3, 7, 7],
  [3, 3, 7, 0],
  [0, 0, 10, 0],
  // Other variants of it are in the cart.
  [12, 3, 2, 2],
  [12, 3, 0, 0],
  // Sold elsewhere since it was put into the cart.
  [1, 4, 6, 0],
])(
  "of %i in stock with %i in the cart and room for %i more, %i can be added",
  (stock, inCart, room, most) => {
    expect(selectable(stock, inCart, room)).toBe(most);
  },
);
