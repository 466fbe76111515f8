/** Pure: the parts of an order that are taxed at one place each, and Stripe's parameters for them. Amounts are in cents. */
import type Stripe from "stripe";
import { TICKET } from "../../shared/product.ts";
import { SHOP_COUNTRY } from "../../shared/shop-country.ts";
import { address as shop } from "../../shared/site/address-and-hours.ts";
import { SHIPPING_TAX_CODE, taxCodeOf } from "../../shared/site/tax-codes.ts";

export type TaxAddress = { line1: string; city: string; state: string; postal_code: string; country: string };
/** A line of the order. `cents`: the price of all its pieces after the discount. */
export type TaxableLine = { category: string; quantity: number; cents: number };
/** The part of an order that is taxed at `address`. `lines`: the indexes of its lines in the order. */
export type TaxPart = { address: TaxAddress; lines: number[]; shippingCents: number };

const shopAddress: TaxAddress = {
  line1: shop.street,
  city: shop.city,
  state: shop.state,
  postal_code: shop.zip,
  country: SHOP_COUNTRY,
};

type ShipTo = { addr: string; city: string; state: string; zip: string; country: string };
export const destinationAddress = ({ addr, city, state, zip, country }: ShipTo): TaxAddress => ({
  line1: addr,
  city,
  state,
  postal_code: zip,
  country,
});

/**
 * Goods that are shipped are taxed where they arrive. Goods that are picked up, and tickets, are taxed at the shop,
 * whatever the customer's address is. Lines that cost nothing are left out, because Stripe's reports do not need them.
 * A discount code can take the whole price of all goods that are shipped. Then only the shipping fee is taxed.
 */
export function taxParts(
  lines: readonly TaxableLine[],
  shippingCents: number,
  destination: TaxAddress | undefined,
): TaxPart[] {
  const isShipped = ({ category }: TaxableLine) => destination !== undefined && category !== TICKET;
  const indexesWhere = (mustBeShipped: boolean) =>
    lines.flatMap((line, i) => (line.cents > 0 && isShipped(line) === mustBeShipped ? [i] : []));
  return [
    ...(destination ? [{ address: destination, lines: indexesWhere(true), shippingCents }] : []),
    { address: shopAddress, lines: indexesWhere(false), shippingCents: 0 },
  ].filter((part) => part.lines.length > 0 || part.shippingCents > 0);
}

/**
 * The most lines on one page of Stripe's lists; an order has at most 40. A list inside of another object has only the
 * first ten:
 * https://docs.stripe.com/api/tax/calculations/line_items
 */
export const MAX_LINES = 100;

/** The reference of a line in Stripe's calculations and transactions. */
export const lineReference = (index: number): string => `L${index}`;
/** The reference of the shipping if it is sent as a line. */
export const SHIPPING_REFERENCE = "FEE";

/** A calculation needs at least one line. If only the shipping is taxed, it is sent as this line. */
const shippingLine = (amount: number): Stripe.Tax.CalculationCreateParams.LineItem => ({
  amount,
  quantity: 1,
  reference: SHIPPING_REFERENCE,
  tax_code: SHIPPING_TAX_CODE,
});

/** `orderLines`: all lines of the order. https://docs.stripe.com/api/tax/calculations/create */
export const calculationParams = (
  { address, lines, shippingCents }: TaxPart,
  orderLines: readonly TaxableLine[],
): Stripe.Tax.CalculationCreateParams => ({
  currency: "usd",
  line_items:
    lines.length === 0
      ? [shippingLine(shippingCents)]
      : lines.flatMap((index) => {
          const line = orderLines[index];
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
    // Stripe refuses empty strings.
    address: { ...withoutEmpty(address), country: address.country },
    address_source: "shipping",
  },
  ship_from_details: { address: shopAddress },
  expand: ["line_items"],
});

const withoutEmpty = (address: TaxAddress): Partial<TaxAddress> =>
  Object.fromEntries(Object.entries(address).filter(([, text]) => text !== ""));
