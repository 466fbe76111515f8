/** The text of an order in which a search looks, and the digits of a phone number. */
import { formatDateTime } from "../../../../../shared/dates.ts";
import { formatMoney } from "../../../../../shared/money.ts";
import type { OrderSummary } from "../../../../../shared/order.ts";
import { joinWords, normalizeForSearch } from "../../../normalize-for-search.ts";
import { attentionText } from "./attention-text.ts";
import { timeZone } from "../../../../../shared/site/address-and-hours.ts";

/** A phone number without '+1', spaces and other characters between the digits. */
export const phoneDigits = (phone: string): string => phone.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");

/**
 * The texts of an order in which a search looks, one per line, changed by `normalizeForSearch` and `joinWords`. Order ids and mail
 * domains are matched in search-orders.ts.
 */
export function searchTextOf(order: OrderSummary): string {
  const { orderNumber = "", customer, shipTo = "", items, total, orderDate, tracking = "" } = order;
  const { name, email, phone = "", address = "" } = customer;
  const searchedTexts = [
    name,
    orderNumber,
    // The domain is left out, because many customers have the same domain.
    email.slice(0, Math.max(0, email.lastIndexOf("@"))),
    ...items.flatMap((item) => [
      `${item.quantity} x ${item.name}`,
      [item.size, item.color].filter(Boolean).join(" / "),
    ]),
    formatMoney(total),
    total.toFixed(2),
    formatDateTime(orderDate, timeZone),
    phone,
    phoneDigits(phone),
    address,
    shipTo,
    tracking.replaceAll(/\s/g, ""),
    attentionText(order),
  ];
  return joinWords(normalizeForSearch(searchedTexts.join("\n")));
}
