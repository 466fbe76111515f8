/**
 * The receipt as HTML with only inline styles, to save as a file and to print: the content security policy
 * forbids style elements in the window that is printed.
 */
import { eventLine } from "./event-text.ts";
import { formatCustomerTime } from "./zoned-time.ts";
import type { Html } from "./html.ts";
import { html } from "./html.ts";
import { formatMoney } from "./money.ts";
import type { Receipt } from "./receipt-data.ts";
import { refundedText } from "./refunded-pieces.ts";
import { amountText, receiptAmountsOf, type Amount } from "./order-total.ts";
import { cityLine, cityLineLabel } from "./postal-address.ts";
import { TICKET, variantLabel } from "./product.ts";
import { sellerLines } from "./site/address-and-hours.ts";
import { brand } from "./site/brand.ts";

const DELIVERY = { ship: "Ship", "pick-up": "Pick up", none: "" } as const satisfies Record<
  Receipt["delivery"],
  string
>;
const cellStyle = "padding:5px 0;border-bottom:1px solid #D9CBBB;text-align:left;vertical-align:top";
// On phones, long words and order numbers must break.
const textStyle = `${cellStyle};overflow-wrap:anywhere`;
const labelStyle = `${cellStyle};padding-right:16px;font-weight:600;width:40%;white-space:nowrap`;
// On the narrowest phone the column of quantities has room for '10 × $99.99', and that of totals for $9,999.99.
const columnStyle = `${cellStyle};padding-left:8px;text-align:right`;
const quantityColumnStyle = `${columnStyle};width:clamp(90px,24vw,116px)`;
const totalColumnStyle = `${columnStyle};width:clamp(76px,18vw,116px)`;
const amountStyle = `${textStyle};padding-left:8px;text-align:right;font-family:ui-monospace,Consolas,monospace;font-size:clamp(12px,3.2vw,14px)`;

/** The name of an item, with '(Ticket)' for a ticket and with the variant. */
const itemName = (item: Pick<Receipt["items"][number], "name" | "size" | "color" | "category">): string =>
  [
    item.name,
    item.category === TICKET ? " (Ticket)" : "",
    variantLabel(item) ? `, ${variantLabel(item)}` : "",
  ].join("");

const lineBelow = (text: string | undefined): Html | undefined => (text ? html`<br />${text}` : undefined);

const row = (label: string, value: string | undefined): Html | undefined =>
  value
    ? html`<tr>
        <th scope="row" style="${labelStyle}">${label}</th>
        <td style="${textStyle}">${value}</td>
      </tr>`
    : undefined;

const sumRow = (amount: Amount, isTotal: boolean): Html => {
  const totalStyle = isTotal ? ";font-weight:700;font-size:18px;white-space:nowrap" : "";
  return html`<tr>
    <th scope="row" style="${cellStyle};font-weight:400${totalStyle}">${amount.label}</th>
    <td colspan="2" style="${amountStyle}${totalStyle}">${amountText(amount)}</td>
  </tr>`;
};

function receiptHtml(receipt: Receipt): Html {
  const { customer, shipTo } = receipt;
  return html`<table
      role="presentation"
      style="width:100%;border-collapse:collapse;font-size:15px;line-height:1.5"
    >
      ${row("Order number", receipt.orderNumber)} ${row("Date", formatCustomerTime(receipt.date))}
      ${row("Customer", customer.name)} ${row("Email", customer.email)} ${row("Address", customer.address)}
      ${row(cityLineLabel(customer), cityLine(customer))} ${row("Delivery", DELIVERY[receipt.delivery])}
      ${row("Ship to", shipTo && [shipTo.address, cityLine(shipTo)].filter(Boolean).join(", "))}
      ${row("Payment method", receipt.paymentMethod)} ${row("Transaction ID", receipt.transactionId)}
      ${row("Status", receipt.status)}
    </table>
    <table
      style="width:100%;table-layout:fixed;border-collapse:collapse;margin-top:24px;font-size:15px;line-height:1.5"
    >
      <thead>
        <tr>
          <th scope="col" style="${cellStyle}">Item</th>
          <th scope="col" style="${quantityColumnStyle}">Quantity</th>
          <th scope="col" style="${totalColumnStyle}">Total</th>
        </tr>
      </thead>
      <tbody>
        ${receipt.items.map(
          (item) =>
            html`<tr style="break-inside:avoid">
              <td style="${textStyle}">
                ${itemName(item)}${lineBelow(item.event && eventLine(item.event))}${lineBelow(refundedText(item))}
              </td>
              <td style="${amountStyle}">${item.quantity} × ${formatMoney(item.priceEach)}</td>
              <td style="${amountStyle}">${formatMoney(item.lineTotal)}</td>
            </tr>`,
        )}
      </tbody>
      <tbody style="break-inside:avoid">
        ${receiptAmountsOf(receipt).map((amount, i, { length }) => sumRow(amount, i === length - 1))}
      </tbody>
    </table>`;
}

/** A complete document without external files, for 'Save Receipt' and 'Print Receipt'. */
export const receiptDocument = (receipt: Receipt): string =>
  `<!doctype html>${
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${brand.name} receipt ${receipt.orderNumber}</title>
      </head>
      <body style="margin:0;background:#FFFFFF;color:#1F1712;font-family:Georgia,serif">
        <main style="max-width:640px;margin:0 auto;padding:clamp(16px,5vw,24px)">
          <div style="display:flex;flex-wrap:wrap;gap:16px;justify-content:space-between;margin:0 0 24px">
            <div>
              <p style="margin:0;font-size:14px;letter-spacing:.04em;color:#6A5747">${brand.name}</p>
              <h1 style="margin:4px 0 0;font-size:28px">Receipt</h1>
            </div>
            <address style="font-size:13px;font-style:normal;line-height:1.5;color:#4A3A2D">
              Sold by${sellerLines.map((sellerLine) => html`<br />${sellerLine}`)}
            </address>
          </div>
          ${receiptHtml(receipt)}
          <p style="margin:32px 0 0;font-size:14px;color:#6A5747">${brand.tagline}</p>
        </main>
      </body>
    </html>`.text
  }`;
