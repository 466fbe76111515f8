/** What the shop writes to its own team. */
import { CONTACT_SUBJECTS, type ContactMessage } from "../contact-form.ts";
import { formatDateTime } from "../dates.ts";
import { formatMoney } from "../money.ts";
import type { Order } from "../order.ts";
import { receiptOf } from "../receipt.ts";
import { timeZone } from "../site/address-and-hours.ts";
import { brand } from "../site/brand.ts";
import { button, facts, paragraph, quote } from "./blocks.ts";
import { mail } from "./layout.ts";
import type { MailContent } from "./mail.ts";
import { orderFacts } from "./order-facts.ts";
import { orderLines, orderSums } from "./order-lines.ts";

const WAY = { ship: "To ship", "pick-up": "To be picked up", none: "Tickets only: nothing to pack" } as const;

/** A new order: all that is needed to pack it. */
export function teamNotice(order: Order, origin: string): MailContent {
  const receipt = receiptOf(order, { full: true });
  const title = `New order over ${formatMoney(receipt.total)}`;
  const pieces = order.items.reduce((sum, { quantity }) => sum + quantity, 0);
  return mail(
    {
      subject: `${title}: ${receipt.orderNumber}`,
      title,
      preview: order.items.map((item) => `${item.quantity} × ${item.name}`).join(", "),
      badge: { tone: receipt.delivery === "none" ? "good" : "warm", label: WAY[receipt.delivery] },
      origin,
      why: `The shop writes this to ${brand.name}'s team for each order. An answer goes to the customer.`,
    },
    [
      paragraph(
        `${receipt.customer.name || "Somebody"} bought ${pieces === 1 ? "one piece" : `${pieces} pieces`}.`,
      ),
      button("Open the orders", `${origin}/admin/dashboard?tab=orders`),
      orderLines(order, origin),
      orderSums(order),
      orderFacts(order, receipt, {
        name: "Phone",
        lines: [order.billingInfo?.phoneNumber],
      }),
    ],
  );
}

/** A message of the contact form. */
export function contactMail(message: ContactMessage, now: Date, origin: string): MailContent {
  const subject = CONTACT_SUBJECTS[message.subject];
  return mail(
    {
      subject: `${subject} from ${message.user_name}`,
      title: subject,
      preview: message.message.replaceAll(/\s+/g, " ").slice(0, 120),
      origin,
      why: `Somebody filled ${brand.name}'s contact form. An answer to this mail goes to them: we promise one within 3 business days.`,
    },
    [
      facts([
        { name: "From", lines: [message.user_name, message.user_email] },
        { name: "At", lines: [formatDateTime(now.toISOString(), timeZone)] },
      ]),
      quote(message.message),
    ],
  );
}
