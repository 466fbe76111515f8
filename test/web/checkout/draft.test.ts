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

test.each([
  [true, true],
  [false, null],
])("a draft of an earlier version with shipMerchandise %j is read with %j", (storedChoice, expected) => {
  const {
    differentAddress: _,
    shipAddress,
    shipSuite,
    shipCity,
    shipState,
    shipZip,
    ...otherFields
  } = {
    ...EMPTY_CHECKOUT_FORM,
    firstName: "Ada",
  };
  expect([shipAddress, shipSuite, shipCity, shipState, shipZip].join("")).toBe("");
  storedTexts.set(
    browserStorage.checkoutDraft,
    JSON.stringify({ ...otherFields, shipMerchandise: storedChoice }),
  );
  expect(draft.read()).toEqual({ ...EMPTY_CHECKOUT_FORM, firstName: "Ada", shipMerchandise: expected });
});
