/** How the holder of a ticket gets in: with its code, or, in a stage that issues no tickets, by name. */
export const admission = {
  code: "Your tickets come by email. Show the code at the door, and bring a photo ID.",
  list: "Your name is on the list at the door. Bring a photo ID.",
} as const;
