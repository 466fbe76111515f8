import type { publicApi } from "../../shared/api-public.ts";
import type { Body, Output } from "../../shared/endpoint.ts";
import { toCents, toDollars } from "../../shared/money.ts";
import type { TaxClient } from "./calculate-tax.ts";
import { calculateTax } from "./calculate-tax.ts";
import { destinationAddress } from "./tax-parts.ts";

/** The tax of a cart at the prices of the page, only to be shown: the checkout calculates the tax of the order again. */
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
