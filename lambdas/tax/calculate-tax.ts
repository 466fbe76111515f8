import Stripe from "stripe";
import { apiMessages } from "../../shared/api-messages.ts";
import { AppError, invalid } from "../lib/errors.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import type { TaxAddress, TaxableLine, TaxPart } from "./tax-parts.ts";
import { calculationParams, lineReference, MAX_LINES, taxParts } from "./tax-parts.ts";

/**
 * A calculation at Stripe. `lines`: the indexes of the order's lines in it. `shipping`: whether it includes the
 * shipping.
 */
export type TaxCalculation = { calculationId: string; lines: number[]; shipping: boolean };
/** Amounts in cents. `lines`: the tax of each line of the order. */
export type CalculatedTax = { total: number; lines: number[]; calculations: TaxCalculation[] };

export type TaxableOrder = {
  lines: readonly TaxableLine[];
  shippingCents: number;
  /** Where the goods are shipped; undefined if nothing is shipped. */
  destination: TaxAddress | undefined;
};

type TaxOfLine = { reference: string; amount_tax: number };
type Calculation = {
  id: string | null;
  tax_amount_exclusive: number;
  line_items?: { data: TaxOfLine[]; has_more: boolean } | null;
};
/** The part of Stripe's client that calculations use. */
export type TaxClient = {
  tax: {
    calculations: {
      create: (
        params: Stripe.Tax.CalculationCreateParams,
        options: Stripe.RequestOptions,
      ) => Promise<Calculation>;
      listLineItems: (
        id: string,
        params: Stripe.Tax.CalculationListLineItemsParams,
        options: Stripe.RequestOptions,
      ) => PromiseLike<{ data: TaxOfLine[] }>;
    };
  };
};

/**
 * Times in ms. There is no retry, because all calls of a checkout must fit into the 29 s of its function (see
 * open-session.ts); the checkout page or the customer tries again.
 */
const OPTIONS = { timeout: 6_000, maxNetworkRetries: 0 };
const LIST_OPTIONS = { ...OPTIONS, timeout: 2_000 };
const RETRY_AFTER_SECONDS = 5;
/** https://docs.stripe.com/error-codes#customer-tax-location-invalid */
const UNKNOWN_LOCATION = "customer_tax_location_invalid";

/**
 * The tax that Stripe calculates for an order. Throws 400 with the field 'orderData.ship.zip' for a destination that
 * Stripe cannot locate. An order cannot be sold without its tax, so throws 503 if Stripe does not answer, refuses the
 * request, or leaves out the id or a line.
 * https://docs.stripe.com/tax/custom
 */
export async function calculateTax(
  getClient: () => Promise<TaxClient>,
  { lines, shippingCents, destination }: TaxableOrder,
): Promise<CalculatedTax> {
  const parts = taxParts(lines, shippingCents, destination);
  const { tax } = await getClient();
  const calculatedParts = await waitForAll(
    parts.map(async (part) => {
      try {
        const calculation = await tax.calculations.create(calculationParams(part, lines), OPTIONS);
        return readAnswer(part, calculation, await readAllLines(tax, calculation));
      } catch (error) {
        throw taxError(error, part.address === destination);
      }
    }),
  );
  const lineTaxes = lines.map(() => 0);
  for (const { taxes } of calculatedParts) for (const [index, cents] of taxes) lineTaxes[index] = cents;
  return {
    total: calculatedParts.reduce((sum, { total }) => sum + total, 0),
    lines: lineTaxes,
    calculations: calculatedParts.map(({ calculation }) => calculation),
  };
}

/** The result of a part's calculation. `taxes`: pairs of a line's index in the order and the tax of this line. */
function readAnswer(
  { lines, shippingCents }: TaxPart,
  { id, tax_amount_exclusive: total }: Calculation,
  lineItems: readonly TaxOfLine[],
): { calculation: TaxCalculation; total: number; taxes: [number, number][] } {
  // Without its id the tax cannot be recorded after the payment.
  if (!id) throw unavailableTax(new Error("Stripe's tax calculation has no id"));
  const taxByReference = new Map(lineItems.map(({ reference, amount_tax }) => [reference, amount_tax]));
  const taxes = lines.map((index): [number, number] => {
    const cents = taxByReference.get(lineReference(index));
    if (cents === undefined) throw unavailableTax(new Error(`Stripe's tax calculation has no line ${index}`));
    return [index, cents];
  });
  return { calculation: { calculationId: id, lines, shipping: shippingCents > 0 }, total, taxes };
}

/** All lines of a calculation. Stripe's answer to its creation has at most ten. */
async function readAllLines({ calculations }: TaxClient["tax"], { id, line_items }: Calculation) {
  if (!line_items?.has_more || id === null) return line_items?.data ?? [];
  return (await calculations.listLineItems(id, { limit: MAX_LINES }, LIST_OPTIONS)).data;
}

const unavailableTax = (cause: unknown): AppError =>
  new AppError(503, apiMessages.taxUnavailable, { retryAfter: RETRY_AFTER_SECONDS, cause });

/** `isDestination`: the part is taxed at the customer's address, and not at the shop's. */
function taxError(error: unknown, isDestination: boolean): Error {
  if (!(error instanceof Stripe.errors.StripeError))
    return error instanceof Error ? error : new Error("unknown");
  if (error.code === UNKNOWN_LOCATION && isDestination)
    return invalid({ "orderData.ship.zip": apiMessages.taxAddressUnknown }, apiMessages.taxAddressUnknown);
  return unavailableTax(error);
}
