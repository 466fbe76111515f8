import { itemsToPack } from "../../../../../shared/remaining-items.ts";
import { csvText } from "../../../../../shared/csv.ts";
import type { Order } from "../../../../../shared/order.ts";
import { customerName, summaryOf } from "../../../../../shared/order-summary.ts";
import { pieceCount } from "../../../../../shared/piece-count.ts";
import { variantLabel } from "../../../../../shared/product.ts";
import { phoneDigits } from "../orders/search-text.ts";
import { referenceOf } from "./find-order.ts";

/**
 * The headings that Pirate Ship recognizes; other carriers' tools let the user assign columns by these names. Weight and
 * size of the parcel are left out, because orders do not have them.
 * https://support.pirateship.com/en/articles/1068411-how-do-i-upload-a-spreadsheet
 */
const HEADINGS = [
  "Name",
  "Company",
  "Address",
  "Address 2",
  "City",
  "State",
  "Zipcode",
  "Country",
  "Phone",
  "Order ID",
  "Order Items",
  "Order Quantity",
  "Order Value",
];

/** Splits '12 Barrel Rd, Apt 3' into the street and 'Apt 3', the second line of the address. */
const STREET_AND_UNIT = /^(.*?),\s*((?:(?:apt|apartment|unit|suite|ste|floor|fl)\b|#\s*\w).*)$/i;

/** '2 x Root Shell Tee, M / Charcoal' */
const itemText = (item: Order["items"][number]): string =>
  [`${item.quantity} x ${item.name}`, variantLabel(item)].filter(Boolean).join(", ");

function rowOf(order: Order): (string | number)[] {
  const { billingInfo: billing, shippingInfo } = order;
  const { address = "", city = "", state = "", zipCode = "", country = "" } = shippingInfo ?? {};
  const [, street = address, unit = ""] = STREET_AND_UNIT.exec(address) ?? [];
  const items = itemsToPack(order);
  const itemsDollars = items.reduce((sum, { priceEach, quantity }) => sum + priceEach * quantity, 0);
  return [
    customerName(billing),
    billing?.company ?? "",
    street,
    unit,
    city,
    state,
    zipCode,
    country,
    // Digits only: `csvText` would put an apostrophe before a '+', and carriers would print the apostrophe.
    phoneDigits(billing?.phoneNumber ?? ""),
    referenceOf(summaryOf(order)),
    items.map(itemText).join("; "),
    pieceCount(items),
    itemsDollars.toFixed(2),
  ];
}

/** The parcels of orders that are shipped, as a CSV file for carriers' tools. */
export const carrierCsv = (orders: readonly Order[]): string => csvText([HEADINGS, ...orders.map(rowOf)]);
