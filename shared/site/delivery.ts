import { address } from "./address-and-hours.ts";

/** Texts for the customer about each delivery method, before and after the order is completed, and about refunds. */
export const delivery = {
  ship: {
    pending: "Your order leaves within 3 business days and arrives 3 to 7 business days later.",
    completed: "Your order has been shipped. It arrives 3 to 7 business days after it left us.",
  },
  "pick-up": {
    pending: `Pick up your order at ${address.street}, ${address.city}, Monday to Friday, 9am to 5pm. We hold it for 60 days.`,
    completed: "Your order has been picked up.",
  },
  ticket: "Your name is on the list at the door. Bring a photo ID.",
  refund: "Banks take 5 to 10 days to show it.",
} as const;
