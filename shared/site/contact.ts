import { orderNumberPrefix } from "./order-number.ts";
import { responseTime } from "./response-time.ts";

/** The texts of the contact page. */
export const contact = {
  eyebrow: "mail -s 'hello' the-vipers",
  heading: "Contact",
  lead: "Questions about the show, an order or a bottle we should know: write to us. A person reads every message.",
  cards: {
    email: "Email",
    phone: "Phone",
    address: "Studio",
    response: { heading: "Response time", text: `Within ${responseTime}` },
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

type Question = { id: string; question: string; answer: string };

/** The questions of the contact page. Without questions, the page has no section for them. */
export const faq: readonly Question[] = [
  {
    id: "response-time",
    question: "How soon will you answer my message?",
    answer: `Within ${responseTime}, and usually sooner. If you wrote about an order, put its number in the message: it is on your receipt and looks like ${orderNumberPrefix}-1042.`,
  },
  {
    id: "international-shipping",
    question: "Do you ship internationally?",
    answer:
      "Checkout takes United States addresses. For any other country, write to us with the subject 'Merchandise Inquiry' and we will quote the postage. International shipping takes 2 to 3 weeks, customs included.",
  },
  {
    id: "pickup-and-tickets",
    question: "How do I get tickets or pick up an order?",
    answer:
      "Nothing comes by post: the email that you get as soon as you have paid has all you need at the door, on your phone or printed. Choose pick-up at checkout to save the shipping: we email you when your merchandise is ready at the studio, or bring it to a live taping you have a ticket for.",
  },
  {
    id: "be-on-the-show",
    question: "Can I be a guest, or send you a bottle or a story?",
    answer:
      "Please do. Choose 'Collaboration Opportunity' and tell us in two or three sentences what you would talk about. We never take payment for a review, and we never name a breached company that is not already public.",
  },
];
