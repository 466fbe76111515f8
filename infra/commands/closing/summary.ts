/** Pure: the sums of a month, in lines. Amounts are in cents. */
import { formatDateTime } from "../../../shared/dates.ts";
import { COMPARED_KINDS, type ClosingComparison } from "./compare.ts";
import { amountText, SHOP_CURRENCY } from "./currency.ts";
import { splitAmount, type Entry } from "./entry.ts";
import type { Month } from "./month.ts";
import { isOfPaymentsBalance, type CentsByCurrency } from "./stripe-month.ts";

type Totals = { count: number; gross: number; fee: number; net: number };
const PAYOUTS = ["payout", "payout_reversal"];

function totalsOf(entries: readonly Entry[]): Totals {
  const totals = { count: 0, gross: 0, fee: 0, net: 0 };
  for (const { transaction } of entries) {
    totals.count++;
    totals.gross += transaction.amount;
    totals.fee += transaction.fee;
    totals.net += transaction.net;
  }
  return totals;
}

const categoryOf = ({ transaction }: Entry): string => transaction.reporting_category;
const isPayout = (entry: Entry): boolean => PAYOUTS.includes(categoryOf(entry));

const formatColumns = (label: string, ...cells: (string | number)[]): string =>
  label.padEnd(24) + cells.map((cell) => String(cell).padStart(13)).join("");

/**
 * The sums of the entries of one currency, by Stripe's reporting categories as in its balance report. The activity and the payouts
 * are only those of the balance of payments: this balance at the start plus both is the balance at the end.
 */
function currencyLines(currency: string, entries: readonly Entry[], balance: number | undefined): string[] {
  const text = (amount: number) => amountText(amount, currency);
  const line = (label: string, lineEntries: readonly Entry[]) => {
    const { count, gross, fee, net } = totalsOf(lineEntries);
    return formatColumns(label, count, text(gross), text(fee), text(net));
  };
  const categories = [...new Set(entries.map(categoryOf))].sort();
  const balanceEntries = entries.filter(({ transaction }) => isOfPaymentsBalance(transaction));
  const otherEntries = entries.filter(({ transaction }) => !isOfPaymentsBalance(transaction));
  const activityEntries = balanceEntries.filter((entry) => !isPayout(entry));
  const knownParts = activityEntries.flatMap((entry) => splitAmount(entry) ?? []);
  const sumOfParts = (name: "goods" | "shipping" | "tax") =>
    knownParts.reduce((sum, parts) => sum + parts[name], 0);
  const [goods, shipping, tax] = [sumOfParts("goods"), sumOfParts("shipping"), sumOfParts("tax")];
  const unattributed = totalsOf(activityEntries).gross - goods - shipping - tax;
  const startBalance = balance === undefined ? undefined : balance - totalsOf(balanceEntries).net;
  const balanceText = (amount: number | undefined) => (amount === undefined ? "not known" : text(amount));
  return [
    formatColumns(currency.toUpperCase(), "count", "gross", "fee", "net"),
    ...categories.map((category) =>
      line(
        category,
        entries.filter((entry) => categoryOf(entry) === category),
      ),
    ),
    line("Activity", activityEntries),
    line("Payouts", balanceEntries.filter(isPayout)),
    ...(otherEntries.length > 0 ? [line("In other balances", otherEntries)] : []),
    formatColumns("Balance at the start", "", "", "", balanceText(startBalance)),
    formatColumns("Balance at the end", "", "", "", balanceText(balance)),
    `The gross activity is for goods ${text(goods)}, shipping ${text(shipping)}, tax ${text(tax)}, not known ${text(unattributed)}.`,
  ];
}

/** The comparison with the shop's orders, which are in US dollars. */
function comparisonLines(comparison: ClosingComparison): string[] {
  const text = (amount: number) => amountText(amount, SHOP_CURRENCY);
  const { differences, notOfShop, otherCurrency } = comparison;
  return [
    formatColumns("Stripe and the shop", "Stripe", "shop", "difference"),
    ...COMPARED_KINDS.map((kind) => {
      const { stripe, shop } = comparison[kind];
      return formatColumns(kind, text(stripe), text(shop), text(stripe - shop));
    }),
    ...(notOfShop.count > 0
      ? [
          `Not compared: ${notOfShop.count} of other applications that use the same Stripe account, ${text(notOfShop.amount)}`,
        ]
      : []),
    ...(otherCurrency.count > 0
      ? [
          `Not compared: ${otherCurrency.count} that are not in US dollars, ${otherCurrency.ownCount} of them of the shop's orders`,
        ]
      : []),
    `Differences: ${differences.length}`,
    ...differences.map(
      ({ text: differenceText, orderId, stripeId, shop, stripe }) =>
        `- ${differenceText} ${orderId} ${stripeId} (shop ${text(shop)}, Stripe ${text(stripe)})`,
    ),
  ];
}

/** The sums of a month as lines of text. `balance`: at the end of the month, by currency. */
export function summaryLines(
  month: Month,
  entries: readonly Entry[],
  balance: CentsByCurrency | undefined,
  comparison: ClosingComparison,
  now: Date,
): string[] {
  const { name, zone, from, to } = month;
  const timeText = (at: Date) => formatDateTime(at.toISOString(), zone);
  const currencies = new Set([
    ...entries.map(({ transaction }) => transaction.currency),
    ...(balance?.keys() ?? []),
  ]);
  return [
    `${name}: from ${timeText(from)} to before ${timeText(to)} (${zone})`,
    ...(to > now ? ["The month is not over: these are the sums until now."] : []),
    ...(currencies.size === 0 ? ["", "Nothing has moved the balance."] : []),
    ...[...currencies].flatMap((currency) => [
      "",
      ...currencyLines(
        currency,
        entries.filter(({ transaction }) => transaction.currency === currency),
        // Stripe's balance may lack a currency of which nothing is left.
        balance && (balance.get(currency) ?? 0),
      ),
    ]),
    "",
    ...comparisonLines(comparison),
  ];
}
