import { expect, test } from "vitest";
import { describeChange } from "../../../web/src/features/admin/product-form/stock-history-text.ts";

test("pieces that were retaken for an order are described as taken again", () => {
  const entry = {
    id: "1",
    at: "2026-11-28T00:00:00.000Z",
    kind: "retaken",
    change: -2,
    pieces: 2,
    after: 3,
  } as const;
  expect(describeChange(entry, new Map()).text).toBe("2 taken again for an order");
});
