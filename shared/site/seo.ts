import { brand } from "./brand.ts";

export type Seo = { title: string; description: string; isIndexed: boolean };

const indexedPage = (title: string, description: string): Seo => ({
  title: `${title} | ${brand.name}`,
  description,
  isIndexed: true,
});
/** A page that search engines leave out. */
export const hiddenPage = (title: string, description: string): Seo => ({
  ...indexedPage(title, description),
  isIndexed: false,
});

/** Titles and descriptions of pages for search engines and link previews. For products and episodes, see page-meta.ts. */
export const seo = {
  "/": { title: `${brand.name} | ${brand.tagline}`, description: brand.description, isIndexed: true },
  "/store": indexedPage(
    "Store",
    "Shirts, polos, sweatpants, Yeti flasks and tickets to live tapings from the podcast where bourbon meets cybersecurity.",
  ),
  "/podcast": indexedPage(
    "Podcast",
    "Listen on Spotify or watch on YouTube: one bottle, one real breach and the boring fix that would have stopped it, every other Thursday.",
  ),
  "/blog": indexedPage(
    "Blog",
    "Six reads we keep sending to people: passwords, the security mindset, what the law says bourbon is, and who hacked the distillery.",
  ),
  "/contact": indexedPage(
    "Contact",
    "Questions about the podcast, merchandise or a collaboration: write to us and we answer within 3 business days.",
  ),
  "/checkout": hiddenPage("Checkout", "Review your cart and pay securely."),
  "/checkout/success": hiddenPage("Payment", "Your payment's result and your receipt."),
  "/checkout/cancel": hiddenPage("Payment Cancelled", "No charges have been made."),
  "/privacy": indexedPage(
    "Privacy",
    "What this shop keeps about you, why, for how long, and how to have it removed.",
  ),
  "/terms": indexedPage("Terms", "The terms on which we sell merchandise and tickets."),
  "/shipping-and-returns": indexedPage(
    "Shipping & Returns",
    "Flat $10 shipping in the United States, free pick-up in Louisville, and returns within 30 days.",
  ),
  "/admin/login": hiddenPage("Admin sign-in", "Staff only."),
  "/admin/dashboard": hiddenPage("Admin Dashboard", "Staff only."),
  "*": hiddenPage("Page not found", "There is nothing at this address."),
} as const satisfies Record<`/${string}` | "*", Seo>;

/** The picture of link previews, 1200 × 630 px, under web/public. */
export const shareImage = {
  path: "/og-image.png",
  width: 1200,
  height: 630,
  alt: `${brand.name}: ${brand.tagline}`,
} as const;
