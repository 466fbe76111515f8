/** The words of the contact page. */
export const contact = {
  eyebrow: "mail -s 'hello' the-vipers",
  heading: "Contact",
  lead: "Questions about the show, an order or a bottle we should know: write to us. A person reads every message.",
  cards: {
    email: "E-mail",
    phone: "Phone",
    address: "Studio",
    response: { heading: "Response time", text: "Within 3 business days" },
  },
  social: "Find us elsewhere",
  form: {
    heading: "Write to us",
    noScript: "This form needs JavaScript. Without it, please write to",
  },
  hours: { heading: "Business hours", zone: "Louisville time (Eastern)" },
  map: { heading: "Where we are", open: "Open in OpenStreetMap" },
  faq: { heading: "Frequently asked questions", lead: "Four things people ask before they write." },
} as const;
