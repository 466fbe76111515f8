import * as z from "zod/mini";
import { arrivalOf } from "../../shared/arrival.ts";
import { arrivalText } from "../../shared/arrival-text.ts";
import type { CartLine } from "../../shared/cart.ts";
import { countryName } from "../../shared/country-codes.ts";
import { toCents, toDollars } from "../../shared/money.ts";
import type { AppliedCode, OrderTerms } from "../../shared/order-terms.ts";
import { defaultTerms } from "../../shared/order-terms.ts";
import { SHOP_COUNTRY } from "../../shared/shop-country.ts";
import { rateText, toWeighedLines, shippingCents } from "../../shared/shipping-rates.ts";
import type { ShippingSettings } from "../../shared/shipping-settings.ts";
import { ShopSettings } from "../../shared/shop-settings.ts";

type Settings = Omit<z.infer<typeof ShopSettings>, "shipping"> & { shipping?: ShippingSettings };

const TIMEOUT_MS = 8_000;

/**
 * The settings that pages use if the stage's settings could not be read. The server then refuses an order whose amounts
 * differ, and the checkout reads the settings again.
 */
const DEFAULT_SETTINGS: Settings = { hasTax: false, hasDiscounts: false };

/** Reads the stage's settings; undefined if that fails. */
async function readSettings(): Promise<Settings | undefined> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch("/config.json", { cache: "no-cache", signal });
    if (!response.ok) throw new Error(`/config.json answers ${response.status}`);
    const { shipping, ...settings } = z.parse(ShopSettings, await response.json());
    // The stack has checked the shipping settings, so their schema is not loaded here.
    return shipping === undefined ? settings : { ...settings, shipping: shipping as ShippingSettings };
  } catch (error) {
    console.warn("The settings of the shop could not be read", error);
    return undefined;
  }
}

/** The countries to which the stage ships, with their names. The checkout form preselects the first one. */
const countriesOf = (shipping: ShippingSettings) =>
  Object.keys(shipping.countries).map((code) => ({ code, name: countryName(code) }));

/** The country's name in a sentence: 'the United States', 'Canada'. */
const countryInText = (code: string): string =>
  countryName(code).replace(/^(United |Netherlands|Philippines|Bahamas)/, "the $1");

/** A text for each country, such as 'the United States: $8.00, free from $75.00 of items that ship, after discounts'. */
const rateTexts = (shipping: ShippingSettings): string[] =>
  Object.entries(shipping.countries).map(([code, { rate }]) => `${countryInText(code)}: ${rateText(rate)}`);

/** What pages need of the shipping settings. `country` is a code; '' means the first country. Amounts are in dollars. */
function shippingOf(shipping: ShippingSettings) {
  const countries = countriesOf(shipping);
  const defaultCountry = countries[0]?.code ?? defaultTerms.country;
  /** When an order placed now arrives, such as 'Tue, Dec 1 to Thu, Dec 3'; undefined if the stage promises no days. */
  const expectedArrival = (country: string): string | undefined => {
    const arrival = arrivalOf(shipping, country || defaultCountry, Date.now());
    return arrival && arrivalText(arrival);
  };
  const defaultArrival = expectedArrival(defaultCountry);
  const placeText = countries.length > 1 ? ` in ${countryInText(defaultCountry)}` : "";
  return {
    countries,
    defaultCountry,
    expectedArrival,
    /** `discounts`: what a discount code takes off each line. */
    feeFor(lines: readonly CartLine[], country: string, discounts: readonly number[]): number {
      const weighedLines = toWeighedLines(lines, discounts.map(toCents));
      return toDollars(shippingCents(shipping, country || defaultCountry, weighedLines) ?? 0);
    },
    /** Sentences about the rates and the expected arrival, for the details of a product and the cart. */
    note: [
      `Shipping to ${rateTexts(shipping).join("; to ")}.`,
      ...(defaultArrival ? [`Ordered now, it arrives${placeText} ${defaultArrival}.`] : []),
    ].join(" "),
  };
}

/** The settings for the pages. `shipping` is undefined if the stage has no shipping settings, or they could not be read. */
export async function loadShopSettings() {
  let settings = (await readSettings()) ?? DEFAULT_SETTINGS;
  // By these attributes, CSS reserves space in the checkout for the discount code and the country. The deployment sets them
  // in the checkout's HTML. They are missing if the visitor comes from another page of the site.
  const { documentElement } = document;
  documentElement.toggleAttribute("data-discounts", settings.hasDiscounts);
  let shipping = settings.shipping && shippingOf(settings.shipping);
  const hasForeignCountry = () => shipping?.countries.some(({ code }) => code !== SHOP_COUNTRY) ?? false;
  documentElement.toggleAttribute("data-countries", hasForeignCountry());
  return {
    /** Whether the shop ships to countries other than its own. */
    get hasForeignCountry() {
      return hasForeignCountry();
    },
    get shipping() {
      return shipping;
    },
    get hasTax() {
      return settings.hasTax;
    },
    get hasDiscounts() {
      return settings.hasDiscounts;
    },
    /** Reads the settings again, after the server has refused the amounts of an order. If that fails, the settings stay. */
    async reload() {
      settings = (await readSettings()) ?? settings;
      shipping = settings.shipping && shippingOf(settings.shipping);
    },
    /** The terms of a cart. `country`: the code of the country to ship to; '' means the first country. */
    termsFor: (
      lines: readonly CartLine[],
      country: string,
      appliedCode: AppliedCode | undefined,
    ): OrderTerms => ({
      ...(shipping
        ? {
            shippingFee: shipping.feeFor(lines, country, appliedCode?.shares ?? []),
            country: shipping.defaultCountry,
          }
        : defaultTerms),
      applied: appliedCode,
    }),
  };
}
