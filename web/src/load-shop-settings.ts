import * as z from "zod/mini";
import { arrivalOf } from "../../shared/arrival.ts";
import { arrivalText } from "../../shared/arrival-text.ts";
import type { CartLine } from "../../shared/cart.ts";
import { countryName } from "../../shared/country-codes.ts";
import { toCents, toDollars } from "../../shared/money.ts";
import type { AppliedCode, OrderTerms } from "../../shared/order-terms.ts";
import { flatTerms } from "../../shared/order-terms.ts";
import { rateText, shippedLines, shippingCents } from "../../shared/shipping-rates.ts";
import type { ShippingSettings } from "../../shared/shipping-settings.ts";
import { ShopSettings } from "../../shared/shop-settings.ts";

type Settings = Omit<z.infer<typeof ShopSettings>, "shipping"> & { shipping?: ShippingSettings };

const TIMEOUT_MS = 8_000;

/**
 * Reads the stage's settings. Without an answer, the pages use the settings of a stage that has none: the server refuses an
 * order with other amounts, and the page then reads the settings again.
 */
async function read(): Promise<Settings> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch("/config.json", { cache: "no-cache", signal });
    if (!response.ok) throw new Error(`/config.json answers ${response.status}`);
    const { shipping, ...settings } = z.parse(ShopSettings, await response.json());
    // `ShopSettings` says why these are not checked here.
    return shipping === undefined ? settings : { ...settings, shipping: shipping as ShippingSettings };
  } catch (error) {
    console.warn("The settings of the shop could not be read", error);
    return { hasTax: false, hasDiscounts: false };
  }
}

/** The countries to which the stage ships, with their names; the first is the one that the form shows. */
const countriesOf = (shipping: ShippingSettings) =>
  Object.keys(shipping.countries).map((code) => ({ code, name: countryName(code) }));

/** The country's name in a sentence: 'the United States', 'Canada'. */
const countryInText = (code: string): string => countryName(code).replace(/^United /, "the United ");

/** 'the United States: $8.00, free from $75.00 on' for each country. */
const rateTexts = (shipping: ShippingSettings): string[] =>
  Object.entries(shipping.countries).map(([code, { rate }]) => `${countryInText(code)}: ${rateText(rate)}`);

function following(shipping: ShippingSettings) {
  const countries = countriesOf(shipping);
  const [home = { code: flatTerms.country, name: "" }] = countries;
  /** 'Sent now, it arrives Tue, Dec 1 to Thu, Dec 3'; undefined if the stage promises no days. */
  const arrives = (country: string): string | undefined => {
    const arrival = arrivalOf(shipping, country || home.code, Date.now());
    return arrival && arrivalText(arrival);
  };
  const arrivesHome = arrives(home.code);
  return {
    countries,
    home: home.code,
    arrives,
    feeTo(lines: readonly CartLine[], country: string, shares: readonly number[]): number {
      const shipped = shippedLines(lines, shares.map(toCents));
      return toDollars(shippingCents(shipping, country || home.code, shipped) ?? 0);
    },
    note: [
      `Shipping to ${rateTexts(shipping).join("; to ")}.`,
      ...(arrivesHome ? [`Ordered now, it arrives ${arrivesHome}.`] : []),
    ].join(" "),
  };
}

/** The settings, with what follows from them; `shipping` is absent if the stage has none. */
export async function load() {
  let settings = await read();
  let shipping = settings.shipping && following(settings.shipping);
  return {
    get shipping() {
      return shipping;
    },
    get hasTax() {
      return settings.hasTax;
    },
    get hasDiscounts() {
      return settings.hasDiscounts;
    },
    /** Reads the settings again, after the server had other amounts. */
    async reload() {
      settings = await read();
      shipping = settings.shipping && following(settings.shipping);
    },
    /** `country`: where the order is shipped; '' is the first country. */
    termsFor: (
      lines: readonly CartLine[],
      country: string,
      applied: AppliedCode | undefined,
    ): OrderTerms => ({
      ...(shipping
        ? { shippingFee: shipping.feeTo(lines, country, applied?.shares ?? []), country: shipping.home }
        : flatTerms),
      applied,
    }),
  };
}
