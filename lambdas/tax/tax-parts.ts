/** Pure: what Stripe calculates the tax of. Amounts are in cents. */
import type Stripe from "stripe";
import { TICKET } from "../../shared/product.ts";
import { COUNTRY } from "../../shared/shipping.ts";
import { address as shop } from "../../shared/site/address-and-hours.ts";
import { SHIPPING_TAX_CODE, taxCodeOf } from "../../shared/site/tax-codes.ts";

export type TaxAddress = { line1: string; city: string; state: string; postal_code: string; country: string };
/** A line with the price of all its pieces after a discount. */
export type TaxedLine = { category: string; quantity: number; cents: number };
/** What is taxed at one place: the lines by their index, and the shipping fee. */
export type TaxPart = { address: TaxAddress; lines: number[]; shippingCents: number };

const shopAddress: TaxAddress = {
  line1: shop.street,
  city: shop.city,
  state: shop.state,
  postal_code: shop.zip,
  country: COUNTRY,
};

type ShipTo = { addr: string; city: string; state: string; zip: string; country: string };
export const destinationAddress = ({ addr, city, state, zip, country }: ShipTo): TaxAddress => ({
  ...{ line1: addr, city, state, postal_code: zip, country },
});

/**
 * Goods that are shipped are taxed where they arrive. Goods that are picked up, and tickets, are taxed at the shop, whatever
 * the customer's address is. Lines without a price are left out, because Stripe's reports need none of them; a code can take
 * the whole price of all goods that are shipped, so the shipping can be alone.
 */
export function taxParts(
  lines: readonly TaxedLine[],
  shippingCents: number,
  destination: TaxAddress | undefined,
): TaxPart[] {
  const isShipped = ({ category }: TaxedLine) => destination !== undefined && category !== TICKET;
  const indexes = (shipped: boolean) =>
    lines.flatMap((line, i) => (line.cents > 0 && isShipped(line) === shipped ? [i] : []));
  return [
    ...(destination ? [{ address: destination, lines: indexes(true), shippingCents }] : []),
    { address: shopAddress, lines: indexes(false), shippingCents: 0 },
  ].filter((part) => part.lines.length > 0 || part.shippingCents > 0);
}

/** The reference of a line in calculations and transactions. */
export const lineReference = (index: number): string => `L${index}`;
/** The reference of the shipping where it is a line. */
export const FEE_REFERENCE = "FEE";

/** Stripe needs a line, so shipping that is alone is one. */
const feeLine = (amount: number): Stripe.Tax.CalculationCreateParams.LineItem => ({
  ...{ amount, quantity: 1, reference: FEE_REFERENCE, tax_code: SHIPPING_TAX_CODE },
});

/** https://docs.stripe.com/api/tax/calculations/create */
export const calculationParams = (
  { address, lines, shippingCents }: TaxPart,
  all: readonly TaxedLine[],
): Stripe.Tax.CalculationCreateParams => ({
  currency: "usd",
  line_items:
    lines.length === 0
      ? [feeLine(shippingCents)]
      : lines.flatMap((index) => {
          const line = all[index];
          if (!line) return [];
          return [
            {
              amount: line.cents,
              quantity: line.quantity,
              reference: lineReference(index),
              tax_code: taxCodeOf(line.category),
            },
          ];
        }),
  ...(shippingCents > 0 && lines.length > 0
    ? { shipping_cost: { amount: shippingCents, tax_code: SHIPPING_TAX_CODE } }
    : {}),
  customer_details: {
    // Stripe refuses empty texts.
    address: { ...withoutEmpty(address), country: address.country },
    address_source: "shipping",
  },
  ship_from_details: { address: shopAddress },
  expand: ["line_items"],
});

const withoutEmpty = (address: TaxAddress): Partial<TaxAddress> =>
  Object.fromEntries(Object.entries(address).filter(([, text]) => text !== ""));
