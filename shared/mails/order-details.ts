/** Blocks that mails about an order share: customer, delivery and payment. */
import { countryName } from "../country-codes.ts";
import { SHOP_COUNTRY } from "../shop-country.ts";
import { formatCustomerTime } from "../zoned-time.ts";
import { isPaidAfterEvent } from "../customer-promises.ts";
import { orderNumberOf } from "../order-number.ts";
import { deliveryOf } from "../order-summary.ts";
import type { Order } from "../order.ts";
import type { Receipt } from "../receipt-data.ts";
import { cityLine } from "../postal-address.ts";
import { admission } from "../site/admission.ts";
import { address, hours } from "../site/address-and-hours.ts";
import { brand } from "../site/brand.ts";
import { button, descriptionList, paragraph, type Block, type DescriptionItem } from "./blocks.ts";

/**
 * An order with its links and its code. `orderLink` opens the order's page, `newsletterLink` ends the
 * customer's consent to the newsletter. `pickUpCode`: the code with which the order is picked up. `issuesTickets`:
 * the stage issues tickets.
 */
export type MailedOrder = Order & {
  orderLink?: string | undefined;
  newsletterLink?: string | undefined;
  pickUpCode?: string | undefined;
  issuesTickets?: boolean | undefined;
};

/** How the holder of a ticket gets in. */
export const admissionText = (order: Pick<MailedOrder, "issuesTickets" | "history">): string => {
  if (isPaidAfterEvent(order)) return admission.late;
  return admission[order.issuesTickets ? "code" : "list"];
};

const CUSTOMER_FOOTER = `You get this email because you bought from ${brand.name}. Anything wrong? Reply to it, and a person answers.`;

/** The footer of most mails to a customer: the reason for the mail, and the links of `MailedOrder` that the order has. */
export const customerFooter = ({ orderLink, newsletterLink }: MailedOrder) => ({
  footer: CUSTOMER_FOOTER,
  ...(orderLink ? { orderLink } : {}),
  ...(newsletterLink ? { newsletterLink } : {}),
});

export const greeting = ({ billingInfo }: Order): Block =>
  paragraph(billingInfo?.firstName ? `Hello ${billingInfo.firstName},` : "Hello,");

export const orderNumberItem = (order: Order): DescriptionItem => ({
  name: "Order number",
  lines: [orderNumberOf(order)],
  isMono: true,
});

export const orderButton = ({ orderLink }: MailedOrder): Block | undefined =>
  orderLink === undefined ? undefined : button("See your order", orderLink);

export const orderNumberBlock = (order: Order): Block => descriptionList([orderNumberItem(order)]);

/** The shop's own country, as orders and as site settings write it. */
const NAMES_OF_OWN_COUNTRY: readonly string[] = [SHOP_COUNTRY, address.country];

type PostalAddress = { address: string; city: string; state: string; zipCode: string; country?: string };

export const addressLines = ({ address: street, city, state, zipCode, country }: PostalAddress): string[] => [
  street,
  cityLine({ city, state, zip: zipCode }),
  ...(country === undefined || NAMES_OF_OWN_COUNTRY.includes(country) ? [] : [countryName(country)]),
];

export const pickUpPlace: DescriptionItem = {
  name: "Pick up at",
  lines: [
    address.name,
    ...addressLines({ ...address, address: address.street, zipCode: address.zip }),
    address.phone,
  ],
};

export const pickUpHours: DescriptionItem = {
  name: "Hours",
  lines: hours.map(({ days, time }) => `${days}: ${time}`),
};

function deliveryItem(order: Order): DescriptionItem | undefined {
  if (order.shippingInfo) return { name: "Ship to", lines: addressLines(order.shippingInfo) };
  // Not 'Pick up at', which would ask the customer to come: the order may not be ready yet.
  return deliveryOf(order) === "pick-up" ? { ...pickUpPlace, name: "Pick-up address" } : undefined;
}

/** The receipt's details without its lines and sums. `more`: further details, which come after the delivery. */
export function orderDetails(order: Order, receipt: Receipt, ...more: DescriptionItem[]): Block {
  const { customer } = receipt;
  return descriptionList([
    { name: "Order number", lines: [receipt.orderNumber], isMono: true },
    { name: "Date", lines: [formatCustomerTime(receipt.date)] },
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
    deliveryItem(order),
    ...more,
    { name: "Payment method", lines: [receipt.paymentMethod] },
    { name: "Status", lines: [receipt.status] },
    receipt.transactionId === ""
      ? undefined
      : { name: "Transaction ID", lines: [receipt.transactionId], isMono: true },
  ]);
}
