import { expect, test } from "vitest";
import { numberInForm } from "../../../web/src/features/admin/order-details/tracking-draft.ts";

test.each([
  ["nothing is typed", {}, "222", "222", false, false],
  [
    "a number is typed for an order without a number",
    { typedNumber: "111", savedNumberWhenTyped: "" },
    "",
    "111",
    false,
    true,
  ],
  [
    "the saved number is being changed",
    { typedNumber: "2223", savedNumberWhenTyped: "222" },
    "222",
    "2223",
    false,
    true,
  ],
  [
    "another admin has saved a number since",
    { typedNumber: "111", savedNumberWhenTyped: "" },
    "222",
    "222",
    true,
    false,
  ],
  [
    "the typed number was saved",
    { typedNumber: " 111 ", savedNumberWhenTyped: "" },
    "111",
    " 111 ",
    false,
    false,
  ],
])("the form's tracking number when %s", (_, draft, saved, text, isOutdated, isUnsaved) => {
  expect(numberInForm(draft, saved)).toEqual({ text, isOutdated, isUnsaved });
});
