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
])(
  "when %s (the draft %j, the saved number %j), the form has the number %j; outdated: %s, unsaved: %s",
  (_, draft, saved, text, isOutdated, isUnsaved) => {
    expect(numberInForm(draft, saved)).toEqual({ text, isOutdated, isUnsaved });
  },
);

/** Types `text` key by key at the end of the form's number, and returns the new draft. */
const typeText = (draft: Parameters<typeof withTypedNumber>[0], text: string, savedNumber: string) => {
  let newDraft = draft;
  for (const key of text)
    newDraft = withTypedNumber(newDraft, numberInForm(newDraft, savedNumber).text + key, savedNumber);
  return newDraft;
};

test("a typed number stays while another admin saves one, and the form asks which to keep until the admin decides", () => {
  const draft = typeText(typeText({}, "1ZMI", ""), "NE", "9400THEIRS");
  expect(numberInForm(draft, "9400THEIRS")).toEqual({ text: "1ZMINE", isOutdated: true, isUnsaved: true });
  const keptDraft = typeText({ ...draft, knownNumbers: ["9400THEIRS"] }, "1", "9400THEIRS");
  expect(numberInForm(keptDraft, "9400THEIRS")).toEqual({
    text: "1ZMINE1",
    isOutdated: false,
    isUnsaved: true,
  });
  expect(numberInForm(keptDraft, "9400OTHER")).toMatchObject({ isOutdated: true });
  const replacedDraft = typeText({}, "5", "9400THEIRS");
  expect(numberInForm(replacedDraft, "9400THEIRS")).toMatchObject({ text: "9400THEIRS5", isOutdated: false });
});

test("an emptied field shows a number that another admin saves later, but stays empty if it was emptied while its number was being saved", () => {
  const emptiedDraft = withTypedNumber(withTypedNumber({}, "1", ""), "", "");
  expect(numberInForm(emptiedDraft, "9400THEIRS")).toMatchObject({ text: "9400THEIRS", isUnsaved: false });
  const draftDuringSave = { ...typeText({}, "1Z9", ""), knownNumbers: ["", "1Z9"] };
  const draftAfterSave = trackingDraftAfterSave(withTypedNumber(draftDuringSave, "", ""), "", "1Z9");
  expect(numberInForm(draftAfterSave, "1Z9")).toEqual({ text: "", isOutdated: false, isUnsaved: true });
});

test("text that is typed during a save stays, and the saved number does not count as another admin's", () => {
  const draft = typeText(typeText({}, "1Z9", ""), "ABC", "");
  const draftAfterSave = typeText(trackingDraftAfterSave(draft, "", "1Z9"), "DEF", "1Z9");
  expect(numberInForm(draftAfterSave, "1Z9")).toEqual({
    text: "1Z9ABCDEF",
    isOutdated: false,
    isUnsaved: true,
  });
  expect(trackingDraftAfterSave(typeText({}, "1Z9 ", ""), "", "1Z9")).toEqual({});
  expect(trackingDraftAfterSave({}, "", "1Z9")).toEqual({});
});

test("a save of another number leaves the question open which of two numbers to keep", () => {
  const draft = typeText({}, "111", "");
  expect(trackingDraftAfterSave(draft, "222", "222")).toBe(draft);
});
