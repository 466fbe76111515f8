import { expect, test } from "vitest";
import { itemName } from "../../../web/src/features/checkout/item-name.ts";

test("tickets are marked as tickets", () => {
  expect([itemName("Tasting@Midnight", "ticket"), itemName("Prompt Polo", "polos")]).toEqual([
    "Tasting@Midnight (Ticket)",
    "Prompt Polo",
  ]);
});
