/** Pure: the month's balance transactions as CSV, one row for each. */
import { csvText } from "../../../shared/csv.ts";
import { amountText } from "./currency.ts";
import { isOfDelayedPayment, isOfPaymentThatCounts, splitAmount, type Entry } from "./entry.ts";
import { dayIn, type Month } from "./month.ts";

export const HEADINGS = [
  "Date",
  "Time (UTC)",
  "Category",
  "Type",
  "Order ID",
  "Description",
  "Gross",
  "Fee",
  "Net",
  "Goods",
  "Shipping",
  "Tax",
  "Currency",
  "Payout",
  "Available on",
  "Balance transaction",
  "Source",
  "Payment",
  "Balance",
] as const;

const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString().replace(".000Z", "Z");

function descriptionOf(entry: Entry): string {
  const { transaction, order, chargeStatus } = entry;
  if (order !== undefined && !isOfPaymentThatCounts(entry))
    return order.payment.paidSessionId === undefined
      ? "Not recorded in the order"
      : "Not the order's own payment";
  if (isOfDelayedPayment(entry))
    return `Delayed payment ${chargeStatus === "failed" ? "that failed" : "on its way"}`;
  return transaction.description ?? "";
}

function rowOf(entry: Entry, { zone }: Month): string[] {
  const { transaction, order, metadataOrderId, payoutId = "", sourceId = "", paymentIntentId = "" } = entry;
  const { amount, fee, net, currency, created, available_on, reporting_category, type, id } = transaction;
  const { balance_type: balance = "payments" } = transaction;
  const parts = splitAmount(entry);
  const text = (cents: number | undefined) => (cents === undefined ? "" : amountText(cents, currency));
  return [
    dayIn(created, zone),
    isoTime(created),
    reporting_category,
    type,
    order?.orderId ?? metadataOrderId ?? "",
    descriptionOf(entry),
    ...[amount, fee, net, parts?.goods, parts?.shipping, parts?.tax].map(text),
    currency.toUpperCase(),
    payoutId,
    dayIn(available_on, zone),
    id,
    sourceId,
    paymentIntentId,
    balance,
  ];
}

export const closingCsv = (entries: readonly Entry[], month: Month): string =>
  csvText([HEADINGS, ...entries.map((entry) => rowOf(entry, month))]);
