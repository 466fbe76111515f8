import { randomUUID } from "node:crypto";
import { createDiscount } from "../../lambdas/discounts/save-discount.ts";
import type { DiscountInput } from "../../shared/discounts.ts";

/** Creates a discount as an admin does. The time of its creation is now, or 1 ms before its end if it has ended. */
export const addDiscount = (input: DiscountInput) => {
  const endMs = input.until === undefined ? Infinity : Date.parse(input.until);
  const now = new Date(Math.min(Date.now(), endMs - 1));
  return createDiscount({ requestId: randomUUID(), ...input }, { admin: "ada", now });
};
