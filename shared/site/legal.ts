import type { adminStorage } from "../admin-storage.ts";
import type { browserStorage } from "../browser-storage.ts";
import { address, openDays, openTime } from "./address-and-hours.ts";
import { brand } from "./brand.ts";
import { links } from "./links.ts";

/** A table's headings, and its rows with a cell for each heading. */
type LegalTable = { headings: readonly string[]; rows: readonly (readonly string[])[] };
type LegalSection = {
  heading: string;
  paragraphs: readonly string[];
  points?: readonly string[];
  table?: LegalTable;
  /** Whether the section is shown only in a stage whose orders have sales tax. */
  onlyWithTax?: true;
};
export type LegalPage = {
  path: `/${string}`;
  title: string;
  lead: string;
  /** Day of the last change, ISO 8601. */
  updated: string;
  sections: readonly LegalSection[];
};

/** The line above the title of a legal page: 'cat ./privacy.txt'. */
export const legalEyebrow = (path: string): string => `cat .${path}.txt`;

const teamContact = `${brand.name}, ${address.street}, ${address.city}, ${address.state} ${address.zip}, ${links.email.handle}`;

/** For each key in the browser's storage: what the site stores, and for how long. */
export const storedInBrowser: Record<keyof typeof browserStorage | keyof typeof adminStorage, string> = {
  cart: "your cart, until you empty it or order",
  checkoutDraft: "a half-filled checkout form, until you order or close the tab",
  checkoutAttempt:
    "your latest checkout as you sent it and the number of its payment page, until you order or close the tab: sent twice, it is still one order",
  contactDraft: "a half-written message to us, until you send it or close the tab",
  orderGrant:
    "that you have confirmed your email address for an order's page, for an hour or until you close the tab",
  scrollPositions:
    "how far you scrolled each page that you visited in this tab, so that Back returns you there; until you close the tab",
  finishedOrders:
    "the numbers of your last 20 paid orders, so that each empties your cart only once; until you clear this site's data",
  unverifiedPayment:
    "the number of a payment page that is not paid yet or whose result could not be shown to you, until we know the result: nothing is paid twice",
  processingOrders:
    "the items of orders whose payment is still on its way, so that you do not order them twice unawares; until we learn the result and you come back to it",
  muted: "that you muted the sound, until you turn it on again",
  tickets:
    "the tickets that you have opened, with the holder's name and the code, so that they can be shown without a network until the event is over; they are removed when you open a ticket after that",
  player:
    "where you stopped in the last 100 episodes that you played here, and the speed and the volume, until you clear this site's data",
  playing: "the episode in the player, until you close the player or the tab",
  embeds: "which players and maps you always allow, until you change that",
  visitor:
    "a cookie with a random number, set when you begin a checkout and kept for 30 days; it limits how much of our stock one visitor can hold, keeps a discount code for the visitor whose open checkout uses it, and serves nothing else",
  signIn: "for our own staff only: their sign-in, until they sign out",
  signInTimes: "for our own staff only: when they signed in last, until they clear this site's data",
  productView:
    "for our own staff only: whether they see products as cards or as a table, until they clear this site's data",
  orderViews: "for our own staff only: their saved views of the orders, until they remove them",
  lastTab:
    "for our own staff only: the part of the back office that they used last, until they clear this site's data",
  doorDevice:
    "for our own staff at a door only: a random number and the door's name, until they clear this site's data",
  doorList:
    "for our own staff at a door only: the guests' names and tickets of one event, so that scanning works without a network, until their sign-out or until the page is opened more than a day after the event (a week without a network); scans without names, until the shop has them",
};

export const privacy: LegalPage = {
  path: "/privacy",
  title: "Privacy",
  lead: "We keep what an order needs, show nothing of yours to advertisers, and load nothing from other companies until you say so.",
  updated: "2026-11-28",
  sections: [
    {
      heading: "What we keep, where and how long",
      paragraphs: ["In short. The sections below say more."],
      table: {
        headings: ["What", "Where", "How long"],
        rows: [
          [
            "A paid order: name, addresses, phone, what you bought",
            "Our records",
            "Until you ask for deletion; amounts, items, dates, state and country stay, because tax law asks for them",
          ],
          ["Copies of it, if others ship or send our news", "Their records", "Until you ask for deletion"],
          ["A checkout that was not paid", "Our records", "30 days at most"],
          [
            "A ticket: its holder's name and email, those of the person who sent it to the holder, when we mailed it, and when the holder was let in",
            "Our records",
            "90 days after the event",
          ],
          [
            "Your email address, if you asked to hear that something sold out is back",
            "Our records",
            "Until we have mailed you or you stop it; a week at most if you do not confirm it, and else a year and the rest of its month",
          ],
          [
            "Whether you asked for news, and with which email address",
            "Our records",
            "Until you withdraw it, or ask for deletion",
          ],
          ["The payment, your email address and your card", "Stripe", "As Stripe's privacy policy says"],
          ["Mails to you and notices of your orders", "Your mailbox and ours", "Until somebody deletes them"],
          [
            "What you write to us about an order on its page, and our answer",
            "Our records and our mailbox",
            "Until you ask for deletion",
          ],
          ["What else you write to us", "Our mailbox", "Until we delete it; ask us"],
          [
            "An address that refused our mail",
            "As a fingerprint in our records, and on Amazon's list",
            "Until we lift it",
          ],
          [
            "A fingerprint of an address that used a discount code with a limit for each customer",
            "Our records",
            "Two years after the last use, or until you ask for deletion",
          ],
          ["Counts of requests", "Our records, under a code", "Days; 30 days for held items"],
          ["Logs, without names and addresses", "Amazon's servers", "90 days at most"],
          ["What happened to an order, without names and addresses", "Amazon's servers", "A year"],
          ["Backups of our records", "Amazon's servers", "35 days"],
        ],
      },
    },
    {
      heading: "What we keep when you order",
      paragraphs: [
        "Your name, email address, phone number, ZIP code, billing and shipping address if we ship, what you bought, and whether you asked for news. We need it to send your order and to answer for it. A paid order stays in our records because tax law asks for them; no clock deletes it. When you ask for deletion, your name, addresses, phone and our notes go, and the amounts, the items, the dates, the state and the country stay.",
        "A checkout that was never paid is deleted within 30 days.",
        "The link in our mails opens the page of your order. After 24 hours it shows only the receipt and what has happened to the order and its refunds, until you confirm your email address with a code that we mail to you.",
        "After 24 hours the receipt page no longer shows your email address and street, even to somebody who has its link.",
      ],
    },
    {
      heading: "News and offers",
      paragraphs: [
        "We send news and offers only if you asked for them at checkout. The receipt of such an order and the emails about its status have a link that stops them for your email address; the button of your mail program stops them too. If you ask for them again with a later order, we send them again. Emails about your orders still come.",
      ],
    },
    {
      heading: "When something sold out is back",
      paragraphs: [
        "If you ask for an email when an item is back in stock, we keep your email address and the item. You confirm it by the link of an email within two days; without that we delete it within a week. We send one email when the item is back, and then delete your address. Each email has a link that stops the request and deletes your address at once. So does the end of the item in our store; at the end of the month in which your confirmation is a year old the request ends too.",
      ],
    },
    {
      heading: "Discount codes",
      paragraphs: [
        "If you use a discount code that each customer can use only so many times, we keep a fingerprint of your email address (a hash, not the address itself) with the code, to count its uses. We delete it two years after the last use, and when we delete your order's data.",
      ],
    },
    {
      heading: "Your card",
      paragraphs: [
        "You pay on a page that belongs to Stripe, which gets your email address from us. Your card number never reaches us: we learn only whether the payment succeeded. Stripe's own privacy policy covers what it keeps.",
      ],
    },
    {
      heading: "Sales tax",
      onlyWithTax: true,
      paragraphs: [
        "Stripe calculates the sales tax of your order, and needs to know where the goods are handed over. It gets the address that we ship to, or ours if you pick up, and the price and kind of each item, but not your name, your email address or your phone number. This begins at the checkout, when the address is complete. For a paid order Stripe keeps what it calculated, as tax law asks.",
      ],
    },
    {
      heading: "When you write to us",
      paragraphs: [
        "Your message goes to our mailbox as a mail with your name and address. The site itself keeps no copy, and nothing deletes that mail by itself: ask us, and we do. You get one automatic reply.",
      ],
    },
    {
      heading: "When mail to you comes back",
      paragraphs: [
        "If a mail of ours cannot be delivered, or you call it spam, our team sees that with your order. We then keep a fingerprint of your address (a hash, not the address itself) so that we do not write to it again, until somebody asks us to lift that. Amazon, which sends our mail, keeps the address on a list for the same reason.",
      ],
    },
    {
      heading: "In your browser",
      paragraphs: [
        "No advertising, no analytics, no tracking cookies. Besides copies of its own files, the site stores, on your device only:",
      ],
      points: Object.values(storedInBrowser),
    },
    {
      heading: "Players and maps",
      paragraphs: [
        "The Spotify player, the YouTube video and the map load only after you press their button. From then on that company sees your visit as if you had opened its own site.",
        "If our own player offers an episode, its recording comes from the company that stores our podcast. Nothing is loaded from there before you press play; then that company sees your network address.",
      ],
    },
    {
      heading: "Protection against abuse",
      paragraphs: [
        "Our servers count requests per network address, and automatic replies per email address, so that nobody can flood the checkout, the contact form or somebody's mailbox. The counts are kept under a code that only our servers can make of the address. Requests count for an hour at most, and items of checkouts for two hours, whether they were paid or not. The counts are deleted automatically within days; how many items one visitor holds is forgotten after 30 days.",
      ],
    },
    {
      heading: "Logs and copies",
      paragraphs: [
        "Our logs hold order numbers and outcomes, no names and no addresses, and are deleted after 90 days at most. A message between our systems that could not be handled waits for a person for 14 days at most. What is deleted from our records can be restored from a backup for 35 more days, then it is gone.",
      ],
    },
    {
      heading: "Your say",
      paragraphs: [
        `Ask us for a copy of what we hold, a correction or a deletion, and we will do it within 30 days, except for records the law makes us keep. We sell your data to nobody. Write to ${teamContact}.`,
      ],
    },
  ],
};

export const terms: LegalPage = {
  path: "/terms",
  title: "Terms",
  lead: "Plain terms for a small shop. By ordering you agree to them.",
  updated: "2026-11-20",
  sections: [
    {
      heading: "Who you buy from",
      paragraphs: [
        `${teamContact}. We sell merchandise and tickets. We do not sell alcohol through this site.`,
      ],
    },
    {
      heading: "Prices and orders",
      paragraphs: [
        "Prices are in United States dollars. Checkout shows the whole amount, shipping included, before you pay. If a price or the stock changed while you shopped, checkout tells you first and charges nothing until you agree.",
        "Your order is placed when the payment succeeds and you see its number. If we cannot fulfil it, we refund all of it.",
      ],
    },
    {
      heading: "Tickets",
      paragraphs: [
        "Live tapings with a pour are for people of 21 and over; bring a government-issued photo ID. A ticket with a code lets one person in, once: show it at the door, and to nobody else before. You may send such a ticket to somebody else on its page, until it is used or the event is over. It then has a new code, and yours is not valid any more.",
        "Tickets are not refundable, unless we cancel or move the date: then we refund the full price without being asked.",
      ],
    },
    {
      heading: "The show and the articles",
      paragraphs: [
        "What we say about security is general information, not advice for your systems. Articles we link to belong to their authors.",
      ],
    },
    {
      heading: "What we answer for",
      paragraphs: [
        "If something we sold is faulty, we repair, replace or refund it. Beyond that our liability ends at the price you paid, as far as the law allows. The law of Kentucky applies.",
      ],
    },
  ],
};

export const shippingAndReturns: LegalPage = {
  path: "/shipping-and-returns",
  title: "Shipping & Returns",
  lead: "Flat-rate shipping in the United States, free pick-up in Louisville, 30 days to change your mind.",
  updated: "2026-11-23",
  sections: [
    {
      heading: "Shipping",
      paragraphs: [
        "$10 for the whole order, to any address in the United States, however much is in the box. Orders leave within 3 business days and arrive 3 to 7 business days later.",
        "For another country, write to us first: we quote the postage, and international shipping takes 2 to 3 weeks.",
      ],
    },
    {
      heading: "Pick-up",
      paragraphs: [
        `Choose pick-up at checkout and there is no fee. We email you when your order is ready, and hold it for 60 days at ${address.street}, ${address.city}, ${openDays} from ${openTime}, or bring it to a taping you have a ticket for.`,
      ],
    },
    {
      heading: "Returns",
      paragraphs: [
        "Unworn, unwashed merchandise and unused flasks come back within 30 days of delivery for a full refund of the item. Write to us with your order number and we send the address. Return postage is yours, unless the mistake was ours.",
        "Refunds go back to the payment method you used, usually within 5 to 10 business days of the parcel's arrival.",
      ],
    },
    {
      heading: "Damaged or wrong",
      paragraphs: ["Send a photograph within 14 days and we replace or refund it, postage included."],
    },
    {
      heading: "Tickets",
      paragraphs: ["Tickets are not refundable, unless we cancel or move the date."],
    },
  ],
};
