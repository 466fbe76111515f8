import { expect, test } from "vitest";
import { EMPTY_CHECKOUT_FORM } from "../../../shared/checkout-form.ts";
import { defaultTerms } from "../../../shared/order-terms.ts";
import { taxRequestOf } from "../../../web/src/features/checkout/form/tax.ts";
import { testProduct } from "../../support/fixtures.ts";

test("the tax of a cart line that was stored without a category is not calculated as that of a ticket", () => {
  const form = { ...EMPTY_CHECKOUT_FORM, shipMerchandise: false };
  // Like a shipping decision, the tax takes a line of an unknown category for goods.
  const lines = [{ product: testProduct({ category: "" }), quantity: 2 }];
  expect(taxRequestOf(lines, form, defaultTerms)?.lines).toEqual([{ category: "", quantity: 2, amount: 50 }]);
});
