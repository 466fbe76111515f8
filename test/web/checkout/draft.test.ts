import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { browserStorage } from "../../../shared/browser-storage.ts";
import { EMPTY_CHECKOUT_FORM } from "../../../shared/checkout-form.ts";
import { draft } from "../../../web/src/features/checkout/checkout-storage.ts";

const storedTexts = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal("window", {
    sessionStorage: {
      getItem: (key: string) => storedTexts.get(key) ?? null,
      setItem: (key: string, text: string) => storedTexts.set(key, text),
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a stored draft is read as it was written", () => {
  const form = { ...EMPTY_CHECKOUT_FORM, firstName: "Ada", shipMerchandise: false, shipCity: "Reno" };
  draft.write(form);
  expect(draft.read()).toEqual(form);
  draft.write({ ...form, shipMerchandise: null });
  expect(draft.read()?.shipMerchandise).toBeNull();
});

/** The fields that drafts of earlier versions do not have. */
const NEW_FIELDS = [
  "differentAddress",
  "shipAddress",
  "shipSuite",
  "shipCity",
  "shipState",
  "shipZip",
  "country",
  "shipCountry",
  "discountCode",
  "typedCode",
];

// In these drafts, false meant that nothing was chosen yet.
test.each([
  [true, true],
  [false, null],
])("a draft of an earlier version with shipMerchandise %j is read with %j", (storedChoice, expected) => {
  const form = { ...EMPTY_CHECKOUT_FORM, firstName: "Ada" };
  const oldFields = Object.entries(form).filter(([name]) => !NEW_FIELDS.includes(name));
  expect(oldFields).toHaveLength(Object.keys(form).length - NEW_FIELDS.length);
  storedTexts.set(
    browserStorage.checkoutDraft,
    JSON.stringify({ ...Object.fromEntries(oldFields), shipMerchandise: storedChoice }),
  );
  expect(draft.read()).toEqual({ ...form, shipMerchandise: expected });
});
