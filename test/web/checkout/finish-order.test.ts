import { beforeEach, describe, expect, test } from "vitest";
import type { CartLine } from "../../../shared/cart.ts";
import { EMPTY_CHECKOUT_FORM } from "../../../shared/checkout-form.ts";
import { latestAttempt } from "../../../web/src/checkout-attempt.ts";
import { draft } from "../../../web/src/features/checkout/checkout-storage.ts";
import { finishOrder, withoutBought } from "../../../web/src/features/checkout/finish-order.ts";
import { testProduct } from "../../support/fixtures.ts";

const polo = testProduct({
  id: "polo",
  name: "Polo",
  variants: [{ id: "m", size: "M", color: "Char", stock: 3 }],
});
const mug = testProduct({ id: "mug", name: "Mug", size: "11 oz" });
const lines: CartLine[] = [
  { product: polo, quantity: 2, variantId: "m" },
  { product: mug, quantity: 3 },
];

describe("the cart after an order", () => {
  test("is empty when everything in it was bought", () => {
    const boughtItems = [
      { productId: "polo", variantId: "m", quantity: 2 },
      { productId: "mug", quantity: 3 },
    ];
    expect(withoutBought(lines, boughtItems)).toEqual([]);
  });

  test("keeps the pieces that were not bought", () => {
    const boughtItems = [
      { productId: "polo", variantId: "l", quantity: 2 },
      { productId: "mug", quantity: 1 },
    ];
    expect(withoutBought(lines, boughtItems).map(({ product, quantity }) => [product.id, quantity])).toEqual([
      ["polo", 2],
      ["mug", 2],
    ]);
  });
});

describe("the end of an order", () => {
  const attempt = { id: crypto.randomUUID(), startedAt: 1, contents: "{}" };
  beforeEach(() => {
    draft.write({ ...EMPTY_CHECKOUT_FORM, firstName: "Ada" });
    latestAttempt.write({ ...attempt, sessionId: "cs_1" });
  });

  test("clears draft and attempt once for each paid order", () => {
    expect(finishOrder("ord_1", "cs_1")).toBe(true);
    expect([draft.read(), latestAttempt.read()]).toEqual([undefined, undefined]);
    draft.write({ ...EMPTY_CHECKOUT_FORM, firstName: "Grace" });
    expect(finishOrder("ord_1", "cs_1")).toBe(false);
    expect(draft.read()?.firstName).toBe("Grace");
    expect(finishOrder("ord_2", "cs_2")).toBe(true);
  });

  test.each([
    ["ord_3", "another open payment page", { ...attempt, sessionId: "cs_2" }],
    ["ord_4", "no payment page yet", attempt],
  ])(
    "keeps draft and attempt when %s is paid in another session, and the attempt of the tab has %s",
    (orderId, _, tabAttempt) => {
      latestAttempt.write(tabAttempt);
      expect(finishOrder(orderId, "cs_1")).toBe(true);
      expect([draft.read()?.firstName, latestAttempt.read()]).toEqual(["Ada", tabAttempt]);
    },
  );

  test("clears the draft in a tab without an attempt, because the payment may have returned to another tab", () => {
    latestAttempt.clear();
    expect(finishOrder("ord_5", "cs_1")).toBe(true);
    expect(draft.read()).toBeUndefined();
  });
});
