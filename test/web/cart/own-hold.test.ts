import { afterEach, describe, expect, test, vi } from "vitest";
import { latestAttempt } from "../../../web/src/checkout-attempt.ts";
import { compareWithCatalog } from "../../../web/src/cart/compare-with-catalog.ts";
import { ownHoldStore, readOwnHold, withOwnHold } from "../../../web/src/cart/own-hold.ts";
import { removeSession } from "../../../web/src/features/checkout/checkout-storage.ts";
import { testProduct } from "../../support/fixtures.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const flask = testProduct({ id: "flask", stock: 0 });
const polo = testProduct({
  id: "polo",
  stock: 1,
  variants: [
    { id: "m", stock: 0 },
    { id: "l", stock: 1 },
  ],
});
const attempt = {
  id: "7b9f3c52-6a3e-4d0b-9a55-0f7d6a2f8c11",
  startedAt: NOW,
  contents: JSON.stringify({
    items: [
      { id: "flask", n: "Flask", p: 64, q: 3 },
      { id: "polo", v: "m", n: "Polo", p: 40, q: 2 },
    ],
  }),
  sessionId: "cs_1",
  heldUntil: NOW + 60_000,
};
const shortagesAt = (nowMs: number) =>
  compareWithCatalog(
    [
      { product: flask, quantity: 3 },
      { product: polo, quantity: 2, variantId: "m" },
      { product: polo, quantity: 2, variantId: "l" },
    ],
    withOwnHold([flask, polo], readOwnHold(nowMs)),
  ).map(({ change }) => change?.shortage);

afterEach(() => latestAttempt.clear());

describe("what the visitor's own payment page holds", () => {
  test("counts as available in the cart, for the same product and variant", () => {
    latestAttempt.write(attempt);
    expect(shortagesAt(NOW)).toEqual([undefined, undefined, { inCart: 2, available: 1 }]);
  });

  test("is added to the product's stock, and the objects of other products stay the same", () => {
    latestAttempt.write(attempt);
    const tee = testProduct();
    const [ownFlask, ownPolo, ownTee] = withOwnHold([flask, polo, tee], readOwnHold(NOW));
    expect([ownFlask?.stock, ownPolo?.stock]).toEqual([3, 3]);
    expect(ownTee).toBe(tee);
  });

  test("stops counting without a reload when the hold ends", () => {
    vi.useFakeTimers({ now: NOW });
    latestAttempt.write(attempt);
    const counts: number[] = [ownHoldStore.current().length];
    const unsubscribe = ownHoldStore.subscribe(() => counts.push(ownHoldStore.current().length));
    vi.advanceTimersByTime(61_000);
    unsubscribe();
    vi.useRealTimers();
    expect(counts).toEqual([2, 0]);
  });

  test("does not count without an attempt, after the hold has ended, or if the attempt cannot be read", () => {
    const soldOut = [
      { inCart: 3, available: 0 },
      { inCart: 2, available: 0 },
      { inCart: 2, available: 1 },
    ];
    expect(shortagesAt(NOW)).toEqual(soldOut);
    latestAttempt.write(attempt);
    expect(shortagesAt(NOW + 60_000)).toEqual(soldOut);
    latestAttempt.write({ ...attempt, contents: "{" });
    expect(shortagesAt(NOW)).toEqual(soldOut);
  });

  test("still counts for some seconds after the payment page was cancelled, because the catalog shows the returned pieces with a delay", () => {
    const now = Date.now();
    latestAttempt.write({ ...attempt, heldUntil: now + 45 * 60_000 });
    removeSession("cs_1");
    expect(latestAttempt.read()?.sessionId).toBeUndefined();
    expect(readOwnHold(now)).toHaveLength(2);
    expect(readOwnHold(now + 60_000)).toEqual([]);
  });
});
