import { hiddenPage, type Seo } from "./seo.ts";

/** Titles of the pages that links in mails open, and of the page that finds an order. No other page needs this file. */
export const mailLinkSeo = {
  "/ticket": hiddenPage("Your tickets", "Show the code of your ticket at the door."),
  "/order": hiddenPage("Your order", "What you bought, where it is, and what you can change."),
  "/find-order": hiddenPage("Find your order", "Have the link to your order mailed to you again."),
  "/back-in-stock": hiddenPage("Back in stock", "Confirm or stop your request for an email."),
  "/unsubscribe": hiddenPage("Stop news and offers", "Stop news and offers by email."),
  "/confirm-news": hiddenPage("News and offers", "Confirm that you want news and offers by email."),
} as const satisfies Record<`/${string}`, Seo>;
