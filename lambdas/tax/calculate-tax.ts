import Stripe from "stripe";
import { apiMessages } from "../../shared/api-messages.ts";
import { AppError, invalid } from "../lib/errors.ts";
import type { TaxAddress, TaxedLine } from "./tax-parts.ts";
import { calculationParams, lineReference, taxParts } from "./tax-parts.ts";

/** A calculation at Stripe: the lines of the order that it taxes by their index, and whether it taxes the shipping. */
export type TaxCalculation = { calculationId: string; lines: number[]; shipping: boolean };
/** Amounts in cents. `lines`: the tax of each line of the order. */
export type CalculatedTax = { total: number; lines: number[]; calculations: TaxCalculation[] };

export type Taxed = {
  lines: readonly TaxedLine[];
  shippingCents: number;
  /** Where the goods are shipped; undefined if nothing is shipped. */
  destination: TaxAddress | undefined;
};

/** What the calculation needs of Stripe's client and reads of its answer. */
export type TaxClient = {
  tax: {
    calculations: {
      create: (
        params: Stripe.Tax.CalculationCreateParams,
        options: Stripe.RequestOptions,
      ) => Promise<{
        id: string | null;
        tax_amount_exclusive: number;
        line_items?: { data: { reference: string; amount_tax: number }[] } | null;
      }>;
    };
  };
};

/** One try: the customer waits, and the page or the customer repeats. */
const OPTIONS = { timeout: 8_000, maxNetworkRetries: 0 };
const RETRY_AFTER_SECONDS = 5;
/** https://docs.stripe.com/error-codes#customer-tax-location-invalid */
const UNKNOWN_LOCATION = "customer_tax_location_invalid";

/**
 * The tax that Stripe calculates for an order. Throws 400 with the field 'orderData.ship.zip' for an address that Stripe cannot
 * locate, and 503 if Stripe does not answer: without its tax an order cannot be sold.
 * https://docs.stripe.com/tax/custom
 */
export async function calculateTax(
  client: () => Promise<TaxClient>,
  { lines, shippingCents, destination }: Taxed,
): Promise<CalculatedTax> {
  const parts = taxParts(lines, shippingCents, destination);
  const { tax } = await client();
  const lineTaxes = lines.map(() => 0);
  let total = 0;
  const calculations: TaxCalculation[] = [];
  for (const part of parts) {
    const calculation = await tax.calculations
      .create(calculationParams(part, lines), OPTIONS)
      .catch((error: unknown) => Promise.reject(toAppError(error)));
    const taxOf = new Map(
      calculation.line_items?.data.map(({ reference, amount_tax }) => [reference, amount_tax]),
    );
    for (const index of part.lines) lineTaxes[index] = taxOf.get(lineReference(index)) ?? 0;
    total += calculation.tax_amount_exclusive;
    calculations.push({
      calculationId: calculation.id ?? "",
      lines: part.lines,
      shipping: part.shippingCents > 0,
    });
  }
  return { total, lines: lineTaxes, calculations };
}

function toAppError(error: unknown): Error {
  if (!(error instanceof Stripe.errors.StripeError))
    return error instanceof Error ? error : new Error("unknown");
  if (error.code === UNKNOWN_LOCATION)
    return invalid({ "orderData.ship.zip": apiMessages.taxAddressUnknown }, apiMessages.taxAddressUnknown);
  return new AppError(503, apiMessages.taxUnavailable, { retryAfter: RETRY_AFTER_SECONDS, cause: error });
}
