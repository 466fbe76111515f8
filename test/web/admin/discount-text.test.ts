import { expect, test } from "vitest";
import * as z from "zod/mini";
import type { Discount } from "../../../shared/discounts.ts";
import { DiscountInput } from "../../../shared/discounts.ts";
import { fieldErrors } from "../../../shared/errors.ts";
import { shopTime } from "../../support/shop-clock.ts";
import {
  discountFacts,
  discountState,
  EMPTY_DISCOUNT_FORM,
  toDiscountInput,
} from "../../../web/src/features/admin/discounts/discount-text.ts";

const NOW = Date.parse("2026-11-26T10:00:00Z");
const DISCOUNT: Discount = {
  ...{ id: "dsc_1", code: "ONCE", percent: 20, used: 0, isInStripe: true },
  ...{ createdAt: "2026-11-01T10:00:00.000Z", createdBy: "ada" },
};
const stateOf = (terms: Partial<Discount>) => discountState({ ...DISCOUNT, ...terms }, NOW);

test("a discount is 'Used up' when all its uses are paid, 'Ended' after its end, and 'Not yet' before its start", () => {
  expect(stateOf({ used: 7 })).toBe("Active");
  expect(stateOf({ limit: 2, used: 1 })).toBe("Active");
  expect(stateOf({ limit: 2, used: 2 })).toBe("Used up");
  expect(stateOf({ code: undefined, count: 5, used: 5 })).toBe("Used up");
  expect(stateOf({ limit: 1, used: 1, endedAt: "2026-11-20T10:00:00.000Z" })).toBe("Ended");
  expect(stateOf({ from: "2026-12-01T10:00:00.000Z" })).toBe("Not yet");
  expect(stateOf({ until: "2026-11-20T10:00:00.000Z" })).toBe("Ended");
});

test("the text about a discount says 'use' for one and 'uses' for other numbers", () => {
  /** The uses in the text about a discount: the last part but one. */
  const usesTextOf = (terms: Partial<Discount>) =>
    discountFacts({ ...DISCOUNT, ...terms })
      .split(" · ")
      .at(-2);
  expect([usesTextOf({ used: 1 }), usesTextOf({ used: 1200 })]).toEqual(["1 use", "1,200 uses"]);
  expect([usesTextOf({ limit: 1 }), usesTextOf({ limit: 100, used: 3 })]).toEqual([
    "0 of 1 use",
    "3 of 100 uses",
  ]);
});

test("the times that an admin types are in the shop's time zone", () => {
  expect(
    toDiscountInput({ ...EMPTY_DISCOUNT_FORM, from: "2026-12-01T09:00", until: "2026-07-01T09:00" }),
  ).toMatchObject({ from: shopTime("2026-12-01T09:00"), until: shopTime("2026-07-01T09:00") });
});

test.each([
  [{ value: "101" }, { percent: "Percent must be a whole number from 1 to 100" }],
  [{ isPercent: false, value: "ten" }, { amount: "Amount must be a number such as 12.50" }],
  [{ isPercent: false, value: "99999999" }, { amount: "Amount must be at most $1,000,000.00" }],
  [{ isPercent: false, value: "0" }, { amount: "Amount must be more than zero" }],
  [{ minimum: "99999999" }, { minimum: "Minimum price must be at most $1,000,000.00" }],
  [{ limit: "99999999" }, { limit: "Maximum uses must be a whole number from 1 to 1,000,000" }],
  [
    { perCustomer: "1.5" },
    { perCustomer: "Maximum uses for each customer must be a whole number from 1 to 1,000" },
  ],
  [{ isBatch: true, count: "501" }, { count: "Number of codes must be a whole number from 1 to 500" }],
])(
  "the wrong number %j in a discount's form has a message that names the field and says what is valid",
  (values, errors) => {
    const input = toDiscountInput({ ...EMPTY_DISCOUNT_FORM, code: "ONCE", value: "10", ...values });
    const { error } = z.safeParse(DiscountInput, input);
    expect(error && fieldErrors(error)).toEqual(errors);
  },
);
