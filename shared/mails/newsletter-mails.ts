/** The mail about a consent to the newsletter. */
import { CONFIRM_DAYS } from "../newsletter-consent.ts";
import { brand } from "../site/brand.ts";
import { button, paragraph } from "./blocks.ts";
import { mail } from "./layout.ts";
import type { MailContent } from "./mail.ts";

/**
 * Asks the customer to confirm a consent to the newsletter. `link`: the page with the button that confirms
 * the consent.
 */
export function newsletterConfirmMail(link: string, origin: string): MailContent {
  const title = "News and offers by email?";
  const question = "With your order you asked for news and offers by email.";
  return mail(
    {
      subject: `Please confirm: news and offers (${brand.name})`,
      title,
      preview: `${question} Please confirm it with one click.`,
      origin,
      footer: `You get this email once, because somebody ordered from ${brand.name} with this address and asked for news.`,
    },
    [
      paragraph(`${question} Please confirm that this is right.`),
      button("Yes, Send Me News", link),
      paragraph(
        `The link is valid for ${CONFIRM_DAYS} days. If you do nothing, you get no news and offers, and we do not ask again for this order. Your order is not affected.`,
      ),
    ],
  );
}
