import { address } from "./address-and-hours.ts";

/** Texts for the customer about each delivery method and about refunds. */
export const delivery = {
  ship: "Your order leaves within 3 business days and arrives 3 to 7 business days later.",
  "pick-up": `Pick up your order at ${address.street}, ${address.city}, Monday to Friday, 9am to 5pm. We hold it for 60 days.`,
  ticket: "Your name is on the list at the door. Bring a photo ID.",
  refund: "Banks take 5 to 10 days to show it.",
} as const satisfies Record<string, string>;
