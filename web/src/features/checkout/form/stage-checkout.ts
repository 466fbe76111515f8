import type { CartLine } from "../../../../../shared/cart.ts";
import type { CheckoutForm } from "../../../../../shared/checkout-form.ts";
import { destinationOf } from "../../../../../shared/checkout-form.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import type { AppliedCode, OrderTerms } from "../../../../../shared/order-terms.ts";
import { SHOP_COUNTRY } from "../../../../../shared/shop-country.ts";
import { shopSettings } from "../../../shop-settings.ts";

/** The texts of the choice 'Ship to me'. `price`: '$10.00' or 'Free'. */
export type ShippingChoice = { price: string; hint: string };

const priceText = (dollars: number): string => (dollars === 0 ? "Free" : formatMoney(dollars));

/** How long a customer who has accepted changes waits for the modules of the features. */
const RELOAD_TIMEOUT_MS = 8_000;

type Settings = Awaited<ReturnType<typeof shopSettings.load>>;

/** Loads the modules of the features that are on. Rejects if one cannot be loaded. */
async function loadFeatures({ hasForeignCountry, hasTax, hasDiscounts }: Settings) {
  const [foreignForm, tax, taxLine, discounts] = await Promise.all([
    hasForeignCountry ? import("./foreign-form.tsx") : undefined,
    hasTax ? import("./tax.ts") : undefined,
    hasTax ? import("./tax-line.tsx") : undefined,
    hasDiscounts ? import("./discount-field.tsx") : undefined,
  ]);
  return { foreignForm, tax, taxLine, discounts };
}

/** Loads the settings and modules on which the stage's checkout depends. Rejects if a module cannot be loaded. */
export async function loadStageCheckout() {
  const settings = await shopSettings.load();
  let features = await loadFeatures(settings);
  const termsFor = (lines: readonly CartLine[], form: CheckoutForm, appliedCode: AppliedCode | undefined) =>
    settings.termsFor(lines, destinationOf(form), appliedCode);
  return {
    /** Undefined in a stage that ships only to the US. */
    get foreignForm() {
      return features.foreignForm;
    },
    /** The countries to which the stage ships; the first is preselected. Empty in a stage without shipping settings. */
    get countries() {
      return settings.shipping?.countries ?? [];
    },
    /** Forgets the tax, reads the settings again, and loads the modules of the features that are on now. Never rejects. */
    async reload() {
      features.tax?.forgetTaxes();
      await settings.reload();
      const timeout = Promise.withResolvers<never>();
      const timer = setTimeout(() => timeout.reject(new Error("No answer in time")), RELOAD_TIMEOUT_MS);
      try {
        features = await Promise.race([loadFeatures(settings), timeout.promise]);
      } catch (error) {
        console.warn("The code of the checkout could not be loaded again", error);
      } finally {
        clearTimeout(timer);
      }
    },
    /** The terms without the tax. */
    termsFor,
    /** Undefined in a stage without discount codes. */
    get DiscountField() {
      return features.discounts?.DiscountField;
    },
    /** Undefined in a stage without tax. */
    get TaxLine() {
      return features.taxLine?.TaxLine;
    },
    /** The request for the tax; undefined in a stage without tax, and until the place of delivery is known. */
    taxRequest: (lines: readonly CartLine[], form: CheckoutForm, appliedCode: AppliedCode | undefined) =>
      features.tax?.taxRequestOf(lines, form, termsFor(lines, form, appliedCode)),
    /** 'With this code, shipping is $8.00. Without it: free.'; undefined if shipping does not cost more with the code. */
    higherShippingText(
      lines: readonly CartLine[],
      form: CheckoutForm,
      appliedCode: AppliedCode | undefined,
    ): string | undefined {
      if (form.shipMerchandise !== true) return undefined;
      const feeWithCode = termsFor(lines, form, appliedCode).shippingFee;
      const feeWithoutCode = termsFor(lines, form, undefined).shippingFee;
      return feeWithCode <= feeWithoutCode
        ? undefined
        : `With this code, shipping is ${priceText(feeWithCode)}. Without it: ${priceText(feeWithoutCode).toLowerCase()}.`;
    },
    /** The terms of the order that is sent, with its tax. Rejects with an `ApiError` if the tax cannot be calculated. */
    async loadFinalTerms(
      lines: readonly CartLine[],
      form: CheckoutForm,
      appliedCode: AppliedCode | undefined,
    ): Promise<OrderTerms> {
      const terms = termsFor(lines, form, appliedCode);
      const { tax } = features;
      const request = tax?.taxRequestOf(lines, form, terms);
      return tax && request ? { ...terms, tax: await tax.requestTax(request) } : terms;
    },
    /** 'Tue, Dec 1 to Thu, Dec 3'; undefined if the stage promises no days. */
    expectedArrival: (form: CheckoutForm) => settings.shipping?.expectedArrival(destinationOf(form)),
    /** The price and the text of shipping; undefined if the stage has no shipping settings. */
    shippingChoice(
      lines: readonly CartLine[],
      form: CheckoutForm,
      appliedCode: AppliedCode | undefined,
    ): ShippingChoice | undefined {
      if (!settings.shipping) return undefined;
      const { countries } = settings.shipping;
      const { shippingFee } = termsFor(lines, form, appliedCode);
      const destination = destinationOf(form) || settings.shipping.defaultCountry;
      const arrivalDays = settings.shipping.expectedArrival(destination);
      const countryNames = countries.map(({ name }) => name).join(", ");
      const countryName = countries.length > 1 && countries.find(({ code }) => code === destination)?.name;
      const sentenceStart = countryName ? `${countryName}: ordered now` : "Ordered now";
      const arrivalSentence = arrivalDays ? [`${sentenceStart}, it arrives ${arrivalDays}.`] : [];
      return {
        price: priceText(shippingFee),
        hint: [`To: ${countryNames}.`, ...arrivalSentence].join(" "),
      };
    },
    /** Undefined in a stage that ships only to the US. */
    foreignErrors: (form: CheckoutForm) =>
      features.foreignForm?.foreignErrors(form, settings.shipping?.defaultCountry ?? SHOP_COUNTRY),
  };
}
export type StageCheckout = Awaited<ReturnType<typeof loadStageCheckout>>;
