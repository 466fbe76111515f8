import { expect, test } from "vitest";
import { amountsOf, itemName } from "../../../web/src/features/checkout/order-amounts.ts";

test("shipping is listed only when it costs something", () => {
  const labels = (shipping: number) =>
    amountsOf({ subtotal: 40, shipping, total: 40 + shipping }, "Grand Total").map(({ label }) => label);
  expect(labels(10)).toEqual(["Subtotal", "Shipping", "Grand Total"]);
  expect(labels(0)).toEqual(["Subtotal", "Grand Total"]);
});

test("tickets are marked as tickets", () => {
  expect([itemName("Vipers@Midnight", "ticket"), itemName("Prompt Polo", "polos")]).toEqual([
    "Vipers@Midnight (Ticket)",
    "Prompt Polo",
  ]);
});
