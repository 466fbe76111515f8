import { expect, test } from "vitest";
import {
  trackingDraftAfterSave,
  numberInForm,
  withTypedNumber,
} from "../../../web/src/features/admin/order-details/tracking-draft.ts";

test.each([
  ["nothing is typed", {}, "222", "222", false, false],
  [
    "a number is typed for an order without a number",
    { typedNumber: "111", knownNumbers: [""] },
    "",
    "111",
    false,
    true,
  ],
  [
    "the saved number is being changed",
    { typedNumber: "2223", knownNumbers: ["222"] },
    "222",
    "2223",
    false,
    true,
  ],
  [
    "another admin has saved a number since",
    { typedNumber: "111", knownNumbers: [""] },
    "222",
    "111",
    true,
    true,
  ],
  [
    "another admin has removed the number since",
    { typedNumber: "2223", knownNumbers: ["222"] },
    "",
    "2223",
    true,
    true,
  ],
  ["the typed number was saved", { typedNumber: " 111 ", knownNumbers: [""] }, "111", " 111 ", false, false],
])("the form's tracking number when %s", (_, draft, saved, text, isOutdated, isUnsaved) => {
  expect(numberInForm(draft, saved)).toEqual({ text, isOutdated, isUnsaved });
});

/** The draft after `text` was typed key by key after the text of `draft`. */
const type = (draft: Parameters<typeof withTypedNumber>[0], text: string, savedNumber: string) => {
  let typed = draft;
  for (const key of text)
    typed = withTypedNumber(typed, numberInForm(typed, savedNumber).text + key, savedNumber);
  return typed;
};

test("what is typed stays, and the form asks about another admin's number until the admin decides", () => {
  const draft = type(type({}, "1ZMI", ""), "NE", "9400THEIRS");
  expect(numberInForm(draft, "9400THEIRS")).toEqual({ text: "1ZMINE", isOutdated: true, isUnsaved: true });
  const kept = type({ ...draft, knownNumbers: ["9400THEIRS"] }, "1", "9400THEIRS");
  expect(numberInForm(kept, "9400THEIRS")).toEqual({ text: "1ZMINE1", isOutdated: false, isUnsaved: true });
  expect(numberInForm(kept, "9400OTHER")).toMatchObject({ isOutdated: true });
  const replaced = type({}, "5", "9400THEIRS");
  expect(numberInForm(replaced, "9400THEIRS")).toMatchObject({ text: "9400THEIRS5", isOutdated: false });
});

test("a number that was typed back follows later changes, but an emptied field stays empty while a number is saved", () => {
  const typedBack = withTypedNumber(withTypedNumber({}, "1", ""), "", "");
  expect(numberInForm(typedBack, "9400THEIRS")).toMatchObject({ text: "9400THEIRS", isUnsaved: false });
  const sending = { ...type({}, "1Z9", ""), knownNumbers: ["", "1Z9"] };
  const emptied = trackingDraftAfterSave(withTypedNumber(sending, "", ""), "", "1Z9");
  expect(numberInForm(emptied, "1Z9")).toEqual({ text: "", isOutdated: false, isUnsaved: true });
});

test("what is typed while a save runs stays, and the saved number is no other admin's", () => {
  const draft = type(type({}, "1Z9", ""), "ABC", "");
  const saved = type(trackingDraftAfterSave(draft, "", "1Z9"), "DEF", "1Z9");
  expect(numberInForm(saved, "1Z9")).toEqual({ text: "1Z9ABCDEF", isOutdated: false, isUnsaved: true });
  expect(trackingDraftAfterSave(type({}, "1Z9 ", ""), "", "1Z9")).toEqual({});
  expect(trackingDraftAfterSave({}, "", "1Z9")).toEqual({});
});

test("a save of another number does not answer which of two numbers to keep", () => {
  const draft = type({}, "111", "");
  expect(trackingDraftAfterSave(draft, "222", "222")).toBe(draft);
});
