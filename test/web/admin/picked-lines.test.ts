import { expect, test } from "vitest";
import { withQuantity } from "../../../web/src/features/admin/orders/picked-lines.ts";

test("a line's quantity can be changed, and a line with 0 pieces is not picked", () => {
  const picked = withQuantity(new Map([[0, 1]]), 1, 2);
  expect([...withQuantity(picked, 0, 3)]).toEqual([
    [0, 3],
    [1, 2],
  ]);
  expect([...withQuantity(picked, 0, 0)]).toEqual([[1, 2]]);
});
