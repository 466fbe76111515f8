import type { publicApi } from "../../shared/api-public.ts";
import type { Body, Output } from "../../shared/endpoint.ts";
import { toCents, toDollars } from "../../shared/money.ts";
import type { TaxClient } from "./calculate-tax.ts";
import { calculateTax } from "./calculate-tax.ts";
import { destinationAddress } from "./tax-parts.ts";

/**
 * The tax of a cart in dollars, calculated from the amounts that the page sends. Only for display: the checkout calculates the tax
 * again from the stored prices. Throws the errors of `calculateTax`. `shipping` is the fee in dollars, `ship` the address.
 */
export async function quoteTax(
  client: () => Promise<TaxClient>,
  { lines, shipping, ship }: Body<typeof publicApi.calculateTax>,
): Promise<Output<typeof publicApi.calculateTax>> {
  const { total } = await calculateTax(client, {
    lines: lines.map(({ amount, ...line }) => ({ ...line, cents: toCents(amount) })),
    shippingCents: toCents(shipping),
    destination: ship && destinationAddress(ship),
  });
  return { tax: toDollars(total) };
}
