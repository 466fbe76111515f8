/** The lines and sums of an order in a mail. */
import { calendarPath } from "../calendar-path.ts";
import { returnedByBank } from "../customer-promises.ts";
import { eventLine } from "../event-text.ts";
import type { Html } from "../html.ts";
import { html } from "../html.ts";
import { formatMoney, lineTotal } from "../money.ts";
import type { Order, OrderLine } from "../order.ts";
import { amountText, receiptAmountsOf, type Amount } from "../order-total.ts";
import { TICKET, variantLabel } from "../product.ts";
import type { Block } from "./blocks.ts";
import { BREAK_LONG_WORDS, fullWidthTable } from "./blocks.ts";
import { BORDER, styleAttributes } from "./theme.ts";

const lineBorder = "border-bottom-width:1px;border-bottom-style:solid";
const amountStyle = "text-align:right;white-space:nowrap;vertical-align:top;line-height:1.5";

const nameOf = ({ name, category }: OrderLine): string => (category === TICKET ? `${name} (Ticket)` : name);
const quantityText = ({ quantity, priceEach }: OrderLine): string =>
  `${quantity} × ${formatMoney(priceEach)}`;
const totalOf = ({ quantity, priceEach }: OrderLine): string => formatMoney(lineTotal(priceEach, quantity));

/**
 * The 400 px copy of a picture in `/media/products/`; undefined for any other picture. Outlook on Windows cannot show WebP, so the
 * HTML comments hide the picture from it.
 */
function picture(imageUrl: string | undefined, origin: string): Html | undefined {
  const [, path] = /^(\/media\/products\/[\w.-]+)\.\w+$/.exec(imageUrl ?? "") ?? [];
  if (path === undefined) return undefined;
  const css = "display:block;width:64px;height:64px;border:0;border-radius:8px;object-fit:cover";
  return html`<!--[if !mso
    ]><!--><img
      src="${origin}${path}-400.webp"
      width="64"
      height="64"
      alt=""
      style="${css}"
    /><!--<![endif]-->`;
}

/** The origin for links to calendar files; undefined for lines without these links. */
type CalendarOrigin = string | undefined;

const calendarUrl = ({ productId, event }: OrderLine, origin: CalendarOrigin): string | undefined =>
  event && origin !== undefined ? origin + calendarPath(productId) : undefined;

const calendarLink = (url: string): Html =>
  html`<br /><a href="${url}" ${styleAttributes("link", "sans", "font-size:14px")}>Add to calendar</a>`;

function eventHtml(item: OrderLine, calendarOrigin: CalendarOrigin): Html | undefined {
  if (!item.event) return undefined;
  const url = calendarUrl(item, calendarOrigin);
  return html`<br />${eventLine(item.event)}${url && calendarLink(url)}`;
}

const variantStyle = `margin:3px 0 0;font-size:14px;line-height:1.5;${BREAK_LONG_WORDS}`;

const row = (item: OrderLine, origin: string, calendarOrigin: CalendarOrigin): Html =>
  html`<tr>
    <td
      width="64"
      ${styleAttributes(BORDER, "sans", `width:64px;padding:14px 16px 14px 0;vertical-align:top;${lineBorder}`)}
    >
      <div ${styleAttributes("sunk", "sans", "width:64px;height:64px;border-radius:8px")}>
        ${picture(item.imageUrl, origin)}
      </div>
    </td>
    <td ${styleAttributes(BORDER, "sans", `padding:14px 12px 14px 0;vertical-align:top;${lineBorder}`)}>
      <p
        ${styleAttributes("ink", "sans", `margin:0;font-size:16px;line-height:1.4;font-weight:600;${BREAK_LONG_WORDS}`)}
      >
        ${nameOf(item)}
      </p>
      <p ${styleAttributes("faint", "sans", variantStyle)}>
        ${variantLabel(item) ? html`${variantLabel(item)}<br />` : undefined}${quantityText(item)}
        ${eventHtml(item, calendarOrigin)}
      </p>
    </td>
    <td
      width="96"
      ${styleAttributes([BORDER, "ink"], "mono", `width:96px;padding:15px 0 14px;font-size:14px;${amountStyle};${lineBorder}`)}
    >
      ${totalOf(item)}
    </td>
  </tr>`;

const lineText = (item: OrderLine, calendarOrigin: CalendarOrigin): string => {
  const url = calendarUrl(item, calendarOrigin);
  const variant = variantLabel(item) ? `, ${variantLabel(item)}` : "";
  return [
    `${item.quantity} × ${nameOf(item)}${variant}: ${totalOf(item)}`,
    ...(item.event ? [eventLine(item.event)] : []),
    ...(url ? [`Add to calendar: ${url}`] : []),
  ].join("\n  ");
};

/** The order's items. `hasCalendarLinks`: tickets link to the calendar files of their events. */
export const orderLines = (
  { items }: Pick<Order, "items">,
  origin: string,
  { hasCalendarLinks = false } = {},
): Block => ({
  html: html`<table
    ${fullWidthTable}
    ${styleAttributes(BORDER, "sans", "width:100%;table-layout:fixed;border-top-width:1px;border-top-style:solid")}
  >
    ${items.map((item) => row(item, origin, hasCalendarLinks ? origin : undefined))}
  </table>`,
  text: items.map((item) => lineText(item, hasCalendarLinks ? origin : undefined)).join("\n"),
});

const amountRow = (amount: Amount, isTotal: boolean): Html => {
  const size = isTotal ? "font-size:19px;font-weight:700;padding-top:10px" : "font-size:15px;padding-top:4px";
  return html`<tr>
    <td ${styleAttributes(isTotal ? "ink" : "soft", "sans", `${size};line-height:1.5`)}>${amount.label}</td>
    <td align="right" ${styleAttributes("ink", "mono", `${amountStyle};${size}`)}>${amountText(amount)}</td>
  </tr>`;
};

/** Labelled amounts, the last one in large type. */
const amounts = (rows: readonly Amount[]): Block => ({
  html: html`<table ${fullWidthTable} style="width:100%">
    ${rows.map((amount, i) => amountRow(amount, i === rows.length - 1))}
  </table>`,
  text: rows.map((amount) => `${amount.label}: ${amountText(amount)}`).join("\n"),
});

type Sum = readonly [label: string, dollars: number];

/** Sums, the last sum in large type. */
export const sums = (rows: readonly Sum[]): Block =>
  amounts(rows.map(([label, dollars]) => ({ label, dollars })));

/** Subtotal, discount, shipping, tax and total, and then what came back and what remains paid: see `receiptAmountsOf`. */
export const orderSums = (order: Order): Block =>
  amounts(
    receiptAmountsOf({
      ...order.financialInfo,
      returnedByBank: returnedByBank(order),
      shipTo: order.shippingInfo,
    }),
  );
