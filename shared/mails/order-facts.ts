/** Blocks that mails about an order share: customer, delivery and payment. */
import { formatDateTime } from "../dates.ts";
import type { Order, Receipt } from "../order.ts";
import { cityLine } from "../postal-address.ts";
import { address, timeZone } from "../site/address-and-hours.ts";
import { brand } from "../site/brand.ts";
import { facts, paragraph, type Block, type Fact } from "./blocks.ts";

/** The reason for the mail, in the footer of every mail to a customer. */
export const CUSTOMER_FOOTER = `You get this mail because you bought from ${brand.name}. Anything wrong? Reply to it, and a person answers.`;

export const greeting = ({ billingInfo }: Order): Block =>
  paragraph(billingInfo?.firstName ? `Hello ${billingInfo.firstName},` : "Hello,");

export const orderNumber = ({ orderId }: Order): Block =>
  facts([{ name: "Order number", lines: [orderId], mono: true }]);

type PostalAddress = { address: string; city: string; state: string; zipCode: string };

/** The lines of a postal address. */
export const addressLines = ({ address: street, city, state, zipCode }: PostalAddress): string[] => [
  street,
  cityLine({ city, state, zip: zipCode }),
];

function deliveryOf(order: Order, delivery: Receipt["delivery"]): Fact | undefined {
  if (order.shippingInfo) return { name: "Ship to", lines: addressLines(order.shippingInfo) };
  if (delivery === "none") return undefined;
  const studio = { ...address, address: address.street, zipCode: address.zip };
  return { name: "Pick up at", lines: [address.name, ...addressLines(studio)] };
}

/** All facts on the receipt except lines and sums, and the facts in `more`. */
export function orderFacts(order: Order, receipt: Receipt, ...more: Fact[]): Block {
  const { customer } = receipt;
  return facts([
    { name: "Order number", lines: [receipt.orderNumber], mono: true },
    { name: "Date", lines: [formatDateTime(receipt.date, timeZone)] },
    {
      name: "Customer",
      lines: [
        customer.name,
        order.billingInfo?.company,
        customer.email,
        customer.address,
        cityLine(customer),
      ],
    },
    deliveryOf(order, receipt.delivery),
    ...more,
    { name: "Payment method", lines: [receipt.paymentMethod] },
    { name: "Status", lines: [receipt.status] },
    { name: "Transaction ID", lines: [receipt.transactionId], mono: true },
  ]);
}
