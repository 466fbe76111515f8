import { afterEach, expect, test, vi } from "vitest";
import { EMPTY_CHECKOUT_FORM } from "../../../shared/checkout-form.ts";
import type { ShippingSettings } from "../../../shared/shipping-settings.ts";
import { testProduct } from "../../support/fixtures.ts";

const shipping: ShippingSettings = {
  countries: { US: { rate: { by: "flat", fee: 7 } }, DE: { rate: { by: "flat", fee: 20 } } },
};
const lines = [{ product: testProduct(), quantity: 1 }];
const form = { ...EMPTY_CHECKOUT_FORM, shipMerchandise: false };

/** Loads the checkout of a stage with tax, discount codes and two countries. `failedRequest`: which request for the settings fails. */
async function loadCheckout(failedRequest: 1 | 2) {
  let requestCount = 0;
  vi.stubGlobal("document", { documentElement: { toggleAttribute: () => true } });
  vi.stubGlobal("fetch", (url: string) => {
    if (url !== "/config.json") return Promise.resolve(Response.json({ tax: 1.5 }));
    return ++requestCount === failedRequest
      ? Promise.reject(new TypeError("Failed to fetch"))
      : Promise.resolve(Response.json({ shipping, hasTax: true, hasDiscounts: true }));
  });
  vi.spyOn(console, "warn").mockReturnValue();
  const { loadStageCheckout } = await import("../../../web/src/features/checkout/form/stage-checkout.ts");
  return loadStageCheckout();
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
});

test("a checkout whose first request for the settings fails has tax, discount codes and countries after it has read them again", async () => {
  const stage = await loadCheckout(1);
  expect(stage.TaxLine).toBeUndefined();
  await stage.reload();
  expect(stage.TaxLine).toBeDefined();
  expect(stage.DiscountField).toBeDefined();
  expect(stage.foreignForm).toBeDefined();
  expect(stage.countries.map(({ code }) => code)).toEqual(["US", "DE"]);
  expect(stage.taxRequest(lines, form, undefined)).toBeDefined();
  expect(await stage.loadFinalTerms(lines, form, undefined)).toMatchObject({ tax: 1.5 });
});

test("a checkout that cannot read the settings again keeps the settings that it has", async () => {
  const stage = await loadCheckout(2);
  await stage.reload();
  expect(stage.TaxLine).toBeDefined();
  expect(stage.countries.map(({ code }) => code)).toEqual(["US", "DE"]);
  expect(stage.termsFor(lines, form, undefined)).toMatchObject({ shippingFee: 7 });
});
