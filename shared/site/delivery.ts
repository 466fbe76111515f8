import { formatMoney } from "../money.ts";
import { address, openDays, openTime } from "./address-and-hours.ts";

/** The fee in dollars for each shipped order, in a stage without shipping rates of its own. */
export const SHIPPING_FEE = 10;

/** Texts for the customer about each delivery method, before and after the order is completed, and about refunds. */
export const delivery = {
  ship: {
    pending: "Your order leaves within 3 business days and arrives 3 to 7 business days later.",
    completed: "Your order has been shipped. It arrives 3 to 7 business days after it left us.",
    /** In a stage that promises days; `days`: for example 'Tue, Dec 1 to Thu, Dec 3'. */
    expected: (days: string, isSent: boolean) =>
      isSent ? `Your order has been shipped. It arrives ${days}.` : `Your order arrives ${days}.`,
  },
  "pick-up": {
    pending: `We email you as soon as your order is ready to be picked up in ${address.city}. Please wait for that email.`,
    ready: `Pick up your order at ${address.street}, ${address.city}, ${openDays}, ${openTime}. We hold it for 60 days.`,
    completed: "Your order has been picked up.",
  },
  refund: "Banks take 5 to 10 days to show it.",
} as const;

/** What the checkout says of each delivery method. A text made from the stage's own shipping rates, if any, replaces `ship`. */
export const deliveryHints = {
  ship: "Anywhere in the United States, one price for the whole order. Leaves within 3 business days.",
  "pick-up": `${address.street}, ${address.city}, ${address.state}, ${openDays}, ${openTime}. We email you when it is ready, and hold it for 60 days.`,
} as const;

/** Short texts beside products and in the cart, before the customer orders. */
export const deliverySummary = {
  goods: {
    shipping: `Shipping in the US: ${formatMoney(SHIPPING_FEE)} per order. Leaves within 3 business days, arrives 3 to 7 business days later.`,
    pickUp: `Pick-up in ${address.city}: free.`,
    returns: "Returns: within 30 days of delivery.",
    link: { label: "Shipping & Returns", to: "/shipping-and-returns" },
  },
  ticket: {
    admission: "What you show at the door comes by email as soon as you have paid.",
    returns: "Tickets are not refundable, unless we cancel or move the date.",
    link: { label: "Ticket terms", to: "/terms" },
  },
} as const;
