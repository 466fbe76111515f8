import { apiMessages } from "../../shared/api-messages.ts";
import type { publicApi } from "../../shared/api-public.ts";
import { isKnownCountry } from "../../shared/country-codes.ts";
import type { Body, Output } from "../../shared/endpoint.ts";
import { formatMoney, toCents, toDollars } from "../../shared/money.ts";
import { MAX_TOTAL, MIN_TOTAL } from "../../shared/order-total.ts";
import { invalid } from "../lib/errors.ts";
import type { TaxClient } from "./calculate-tax.ts";
import { calculateTax } from "./calculate-tax.ts";
import { destinationAddress } from "./tax-parts.ts";

/**
 * The tax of a cart in dollars, calculated from the amounts that the checkout page sends. Only for display: the checkout
 * calculates the tax again from the stored prices. `shipping` is the fee in dollars, `ship` the address. Throws 400 for
 * amounts and countries that Stripe would refuse, and the errors of `calculateTax`.
 */
export async function quoteTax(
  getClient: () => Promise<TaxClient>,
  { lines, shipping, ship }: Body<typeof publicApi.calculateTax>,
): Promise<Output<typeof publicApi.calculateTax>> {
  const taxableLines = lines.map(({ amount, ...line }) => ({ ...line, cents: toCents(amount) }));
  const shippingCents = toCents(shipping);
  if (taxableLines.reduce((sum, { cents }) => sum + cents, shippingCents) > toCents(MAX_TOTAL))
    throw invalid({ lines: apiMessages.totalOutside(formatMoney(MIN_TOTAL), formatMoney(MAX_TOTAL)) });
  if (ship && !isKnownCountry(ship.country)) throw invalid({ "ship.country": "Unknown country" });
  const { total } = await calculateTax(getClient, {
    lines: taxableLines,
    shippingCents,
    destination: ship && destinationAddress(ship),
  });
  return { tax: toDollars(total) };
}
