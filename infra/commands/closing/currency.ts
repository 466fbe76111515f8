/**
 * Pure: amounts of Stripe's API as text. Intl.NumberFormat cannot be used, because Stripe's API counts some currencies in
 * other units: ISK and UGX have no decimals in everyday use, but two in the API.
 * https://docs.stripe.com/currencies#zero-decimal
 */

/** The currency of the shop's orders. */
export const SHOP_CURRENCY = "usd";

const DECIMALS = new Map([
  ...decimalsOf(0, "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf"),
  ...decimalsOf(3, "bhd jod kwd omr tnd"),
]);

function decimalsOf(decimals: number, currencies: string): [string, number][] {
  return currencies.split(" ").map((currency) => [currency, decimals]);
}

/** Cents (or a currency's smallest units in Stripe's API) as '-12.50', with the currency's number of decimals. */
export function amountText(amount: number, currency: string): string {
  const digits = DECIMALS.get(currency) ?? 2;
  return (amount / 10 ** digits).toFixed(digits);
}
