/** How the holder of a ticket gets in: with the ticket's code, or, in a stage that issues no tickets, by name. */
export const admission = {
  code: "Tickets come by email. Show the code at the door, and bring a photo ID.",
  /** In the mail about an order that is ready to be picked up. */
  notAtPickUp: "Tickets are not at the studio.",
  /** For an order whose payment arrived after the event. */
  late: "Your payment arrived after the event. We will write to you about your tickets.",
  list: "Your name is on the list at the door. Bring a photo ID.",
} as const;
