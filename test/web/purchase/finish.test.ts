import { beforeEach, describe, expect, test } from "vitest";
import type { CartLine } from "../../../shared/cart.ts";
import { EMPTY_CHECKOUT_FORM } from "../../../shared/checkout-form.ts";
import { latestAttempt } from "../../../web/src/purchase/attempt.ts";
import { draft } from "../../../web/src/purchase/draft.ts";
import { finishPurchase, withoutBought } from "../../../web/src/purchase/finish.ts";
import { shirt } from "../../support/fixtures.ts";

const polo = shirt({ id: "polo", name: "Polo", variants: [{ id: "m", size: "M", color: "Char", stock: 3 }] });
const mug = shirt({ id: "mug", name: "Mug", size: "11 oz" });
const lines: CartLine[] = [
  { product: polo, quantity: 2, variantId: "m" },
  { product: mug, quantity: 3 },
];

describe("what stays in the cart after a purchase", () => {
  test("nothing, when the cart is what was bought", () => {
    const bought = [
      { name: "Polo", size: "M", color: "Char", quantity: 2 },
      { name: "Mug", size: "11 oz", quantity: 3 },
    ];
    expect(withoutBought(lines, bought)).toEqual([]);
  });

  test("what was put there since", () => {
    const bought = [
      { name: "Polo", size: "L", color: "Char", quantity: 2 },
      { name: "Mug", size: "11 oz", quantity: 1 },
    ];
    expect(withoutBought(lines, bought).map(({ product, quantity }) => [product.id, quantity])).toEqual([
      ["polo", 2],
      ["mug", 2],
    ]);
  });
});

describe("the memory of a checkout", () => {
  beforeEach(() => {
    draft.write({ ...EMPTY_CHECKOUT_FORM, firstName: "Ada" });
    latestAttempt.write({ id: crypto.randomUUID(), startedAt: 1, contents: "{}" });
  });

  test("is wiped by the order's payment, once", () => {
    expect(finishPurchase("ord_1")).toBe(true);
    expect([draft.read(), latestAttempt.read()]).toEqual([undefined, undefined]);
    draft.write({ ...EMPTY_CHECKOUT_FORM, firstName: "Grace" });
    expect(finishPurchase("ord_1")).toBe(false);
    expect(draft.read()?.firstName).toBe("Grace");
    expect(finishPurchase("ord_2")).toBe(true);
  });
});
