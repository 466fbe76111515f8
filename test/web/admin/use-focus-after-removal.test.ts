import { expect, test } from "vitest";
import { rowIdAfterRemoval } from "../../../web/src/features/admin/use-focus-after-removal.ts";

test.each([
  ["the row itself, if only a part of it was removed", "b", ["a", "b", "c"], "b"],
  ["the next row", "b", ["a", "c"], "c"],
  ["the next row that is still listed", "a", ["c"], "c"],
  ["the row before, if the row was the last", "c", ["a", "b"], "b"],
  ["no row, if none is left", "b", [], undefined],
])("after a removal the focus goes to %s", (_, id, ids, row) => {
  expect(rowIdAfterRemoval(id, ["a", "b", "c"], ids)).toBe(row);
});
