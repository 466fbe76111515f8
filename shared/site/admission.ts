/** How the holder of a ticket gets in: with its code, or, in a stage that issues no tickets, by name. */
export const admission = {
  code: "Your tickets come by email. Show the code at the door, and bring a photo ID.",
  /** In the mail about an order that is ready to be picked up. */
  notAtPickUp: "Your tickets are not at the studio.",
  list: "Your name is on the list at the door. Bring a photo ID.",
} as const;
