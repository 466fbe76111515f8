import { randomUUID } from "node:crypto";
import { createDiscount } from "../../lambdas/discounts/save-discount.ts";
import type { DiscountInput } from "../../shared/discounts.ts";

/** Adds a discount as an admin does. */
export const addDiscount = (input: DiscountInput) =>
  createDiscount({ requestId: randomUUID(), ...input }, { admin: "ada", now: new Date() });
