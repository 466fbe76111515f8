import { expect, test } from "vitest";
import { wayBack } from "../../../web/src/features/admin/orders/order-list-query.ts";

const NOW = Date.parse("2026-11-01T00:00:00Z");

test.each([
  ["2026-11-01T00:00:00.000Z", "2026-09", 0],
  ["2026-10-01T12:00:00.000Z", "2026-09", 0.5],
  ["2026-09-01T00:00:00.000Z", "2026-09", 1],
  // A clock that is behind the server's.
  ["2026-11-02T00:00:00.000Z", "2026-09", 0],
  ["2026-08-30T00:00:00.000Z", "2026-09", 1],
  ["2026-11-01T00:00:00.000Z", "2026-11", undefined],
  [undefined, "2026-09", undefined],
  ["2026-10-01T00:00:00.000Z", undefined, undefined],
])("loaded back to %s, the first order in %s: %s", (last, oldest, share) => {
  const found = wayBack(last, oldest, NOW);
  if (share === undefined) expect(found).toBeUndefined();
  else expect(found).toBeCloseTo(share, 1);
});
