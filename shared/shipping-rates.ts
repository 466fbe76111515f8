/** Pure: what shipping costs. The amounts of rates and the prices of products are in dollars, other amounts in integer cents. */
import type { CartLine } from "./cart.ts";
import { formatMoney, toCents } from "./money.ts";
import { TICKET } from "./product.ts";
import { SHOP_COUNTRY } from "./shop-country.ts";
import type { ShippingRate, ShippingSettings } from "./shipping-settings.ts";
import { SHIPPING_FEE } from "./site/delivery.ts";

/** The number of the only shipping method, as orders store it. */
export const SHIPPING_METHOD = 1;

/** The shipping of a stage without settings: one fee, in the shop's own country. */
export const flatShipping: ShippingSettings = {
  countries: { [SHOP_COUNTRY]: { rate: { by: "flat", fee: SHIPPING_FEE } } },
};

/**
 * A line of a cart or an order. `grams`: the weight of one piece. `cents`: the price of all its pieces, after a discount. Tickets
 * are not shipped, so their lines count for nothing.
 */
type WeighedLine = { category: string; quantity: number; grams?: number | undefined; cents: number };

const parcelGrams = (lines: readonly WeighedLine[], defaultGrams: number): number =>
  lines.reduce(
    (sum, { category, quantity, grams = defaultGrams }) =>
      category === TICKET ? sum : sum + grams * quantity,
    0,
  );

/** What a rate costs for the lines, in dollars. */
function feeOf(rate: ShippingRate, lines: readonly WeighedLine[]): number {
  if (rate.by === "flat") return rate.fee;
  if (rate.by === "weight") {
    const grams = parcelGrams(lines, rate.defaultGrams);
    return rate.steps.find(({ upTo }) => upTo === undefined || grams <= upTo)?.fee ?? 0;
  }
  const goodsCents = lines.reduce((sum, { category, cents }) => (category === TICKET ? sum : sum + cents), 0);
  return rate.steps.findLast(({ from }) => goodsCents >= toCents(from))?.fee ?? 0;
}

/** What shipping the lines to a country costs, in cents; undefined if the shop does not ship there. */
export function shippingCents(
  settings: ShippingSettings,
  country: string,
  lines: readonly WeighedLine[],
): number | undefined {
  const rate = rateOf(settings, country);
  return rate && toCents(feeOf(rate, lines));
}

const rateOf = ({ countries }: ShippingSettings, country: string): ShippingRate | undefined =>
  Object.hasOwn(countries, country) ? countries[country]?.rate : undefined;

/** The lines of a cart for `shippingCents`. `discounts`: cents off each line, in the sequence of `lines`. */
export const toWeighedLines = (
  lines: readonly CartLine[],
  discounts: readonly number[] = [],
): WeighedLine[] =>
  lines.map(({ product: { price, category, grams }, quantity }, i) => ({
    category,
    quantity,
    grams,
    cents: toCents(price) * quantity - (discounts[i] ?? 0),
  }));

const feeText = (fee: number): string => (fee === 0 ? "free" : formatMoney(fee));

/** '$10.00 per order', '$6.00 to $18.00 by weight', '$10.00, free from $75.00 of items that ship, after discounts'. */
export function rateText(rate: ShippingRate): string {
  if (rate.by === "flat") return rate.fee === 0 ? "free" : `${formatMoney(rate.fee)} per order`;
  if (rate.by === "total") {
    const stepTexts = rate.steps.map(({ from, fee }, i) =>
      i === 0 ? feeText(fee) : `${feeText(fee)} from ${formatMoney(from)}`,
    );
    // Tickets do not count.
    return stepTexts.join(", ") + (stepTexts.length > 1 ? " of items that ship, after discounts" : "");
  }
  const fees = rate.steps.map(({ fee }) => fee);
  const lowestFeeText = feeText(Math.min(...fees));
  const highestFeeText = feeText(Math.max(...fees));
  return lowestFeeText === highestFeeText
    ? `${lowestFeeText} per order`
    : `${lowestFeeText} to ${highestFeeText} by weight`;
}
