import { expect, test } from "vitest";
import { itemName } from "../../../web/src/features/checkout/item-name.ts";

test("tickets are marked as tickets", () => {
  expect([itemName("Vipers@Midnight", "ticket"), itemName("Prompt Polo", "polos")]).toEqual([
    "Vipers@Midnight (Ticket)",
    "Prompt Polo",
  ]);
});
