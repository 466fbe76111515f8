/**
 * Pure: amounts of Stripe's API as text. Intl.NumberFormat cannot be used, because Stripe's API counts some currencies in
 * other units: ISK and UGX have no decimals in everyday use, but two in the API.
 * https://docs.stripe.com/currencies#zero-decimal
 */

export const SHOP_CURRENCY = "usd";

const DECIMALS = new Map([
  ...decimalsOf(0, "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf"),
  ...decimalsOf(3, "bhd jod kwd omr tnd"),
]);

function decimalsOf(decimals: number, currencies: string): [string, number][] {
  return currencies.split(" ").map((currency) => [currency, decimals]);
}

/** An amount of Stripe's API as text, with the currency's decimals: -1250 in usd is '-12.50', and -1250 in jpy is '-1250'. */
export function amountText(amount: number, currency: string): string {
  const digits = DECIMALS.get(currency) ?? 2;
  return (amount / 10 ** digits).toFixed(digits);
}
