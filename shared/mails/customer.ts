/** What mails to a customer about an order have in common. */
import type { Order } from "../order.ts";
import { brand } from "../site/brand.ts";
import { facts, paragraph, type Block } from "./blocks.ts";

export const WHY = `You get this mail because you bought from ${brand.name}. Anything wrong? Reply to it, and a person answers.`;

export const greeting = ({ billingInfo }: Order): Block =>
  paragraph(billingInfo?.firstName ? `Hello ${billingInfo.firstName},` : "Hello,");

export const orderNumber = ({ orderId }: Order): Block =>
  facts([{ name: "Order number", lines: [orderId], mono: true }]);
