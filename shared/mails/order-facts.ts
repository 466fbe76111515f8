/** Who bought, where it goes, and how it was paid. */
import { formatDateTime } from "../dates.ts";
import type { Order, Receipt } from "../order.ts";
import { address, timeZone } from "../site/address-and-hours.ts";
import { facts, type Block, type Fact } from "./blocks.ts";

type Place = { address: string; city: string; state: string; zipCode: string };

/** An address as on an envelope. */
export const place = ({ address: street, city, state, zipCode }: Place): string[] => [
  street,
  `${city}, ${state} ${zipCode}`,
];

function deliveryOf(order: Order, way: Receipt["delivery"]): Fact | undefined {
  if (order.shippingInfo) return { name: "Ship to", lines: place(order.shippingInfo) };
  if (way === "none") return undefined;
  const studio = { ...address, address: address.street, zipCode: address.zip };
  return { name: "Pick up at", lines: [address.name, ...place(studio)] };
}

/** All that is on the receipt beside its lines and sums and `more`. */
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
        `${customer.city}, ${customer.state} ${customer.zip}`,
      ],
    },
    deliveryOf(order, receipt.delivery),
    ...more,
    { name: "Payment method", lines: [receipt.paymentMethod] },
    { name: "Status", lines: [receipt.status] },
    { name: "Transaction ID", lines: [receipt.transactionId], mono: true },
  ]);
}
