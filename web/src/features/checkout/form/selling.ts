import type { CartLine } from "../../../../../shared/cart.ts";
import type { CheckoutForm } from "../../../../../shared/checkout-form.ts";
import { destinationOf } from "../../../../../shared/checkout-form.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import type { AppliedCode, OrderTerms } from "../../../../../shared/order-terms.ts";
import { COUNTRY } from "../../../../../shared/shipping.ts";
import { shopSettings } from "../../../shop-settings.ts";

/** The texts of the choice 'Ship to me'. `price`: '$10.00' or 'Free'. */
export type ShippingChoice = { price: string; hint: string };

/** Loads what depends on the stage's settings in the checkout; code for a feature only if the stage has the feature. */
export async function loadSelling() {
  const settings = await shopSettings.load();
  const { countries = [] } = settings.shipping ?? {};
  const isLocal = countries.some(({ code }) => code !== COUNTRY);
  const [local, tax, discounts] = await Promise.all([
    isLocal ? import("./local-address.tsx") : undefined,
    settings.hasTax ? Promise.all([import("./tax.ts"), import("./tax-line.tsx")]) : undefined,
    settings.hasDiscounts ? import("./discount-field.tsx") : undefined,
  ]);
  const termsFor = (lines: readonly CartLine[], form: CheckoutForm, applied: AppliedCode | undefined) =>
    settings.termsFor(lines, destinationOf(form), applied);
  return {
    /** The form of addresses by country; undefined if all addresses are in the US. */
    local,
    countries,
    /** Reads the settings again, and forgets the tax. */
    async reload() {
      tax?.[0].forgetTaxes();
      await settings.reload();
    },
    termsFor,
    /** Undefined in a stage without discount codes. */
    DiscountField: discounts?.DiscountField,
    /** The line about the tax; undefined in a stage without tax, as is `taxQuestion`'s result. */
    TaxLine: tax?.[1].TaxLine,
    taxQuestion: (lines: readonly CartLine[], form: CheckoutForm, applied: AppliedCode | undefined) =>
      tax?.[0].questionOf(lines, form, termsFor(lines, form, applied)),
    /** The terms of the order that is sent, with its tax. Rejects with an `ApiError` if the tax is not known. */
    async finalTerms(
      lines: readonly CartLine[],
      form: CheckoutForm,
      applied: AppliedCode | undefined,
    ): Promise<OrderTerms> {
      const terms = termsFor(lines, form, applied);
      const question = tax?.[0].questionOf(lines, form, terms);
      return tax && question ? { ...terms, tax: await tax[0].taxFor(question) } : terms;
    },
    /** 'Tue, Dec 1 to Thu, Dec 3'; undefined if the stage promises no days. */
    expectedArrival: (form: CheckoutForm) => settings.shipping?.expectedArrival(destinationOf(form)),
    /** The price and the text of shipping; undefined if the stage has no settings. */
    shippingChoice(
      lines: readonly CartLine[],
      form: CheckoutForm,
      applied: AppliedCode | undefined,
    ): ShippingChoice | undefined {
      if (!settings.shipping) return undefined;
      const { shippingFee } = termsFor(lines, form, applied);
      const arrives = settings.shipping.expectedArrival(destinationOf(form));
      const names = countries.map(({ name }) => name).join(", ");
      return {
        price: shippingFee === 0 ? "Free" : formatMoney(shippingFee),
        hint: [`To: ${names}.`, ...(arrives ? [`Ordered now, it arrives ${arrives}.`] : [])].join(" "),
      };
    },
    localErrors: (form: CheckoutForm) => local?.localErrors(form, settings.shipping?.homeCountry ?? COUNTRY),
  };
}
export type Selling = Awaited<ReturnType<typeof loadSelling>>;
