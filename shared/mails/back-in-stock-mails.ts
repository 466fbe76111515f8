/** The mails about a sold-out product that a visitor waits for. */
import { UNCONFIRMED_DELETION } from "../back-in-stock.ts";
import { brand } from "../site/brand.ts";
import { button, paragraph } from "./blocks.ts";
import { mail } from "./layout.ts";
import type { MailContent } from "./mail.ts";

/** `nameWithVariant`: the product with its size and color. `endUrl`: the link that ends the request. */
export type MailedRequest = { nameWithVariant: string; endUrl: string };

const endLink = (text: string, { endUrl }: MailedRequest) => ({
  text,
  label: "Stop this request",
  url: endUrl,
});

/** The mail that asks to confirm a request. The address can have been entered by anybody. */
export function confirmRequestMail(
  request: MailedRequest & { confirmUrl: string },
  origin: string,
): MailContent {
  const title = "Please confirm your request";
  return mail(
    {
      subject: `${title}: ${request.nameWithVariant} (${brand.name})`,
      title,
      preview: `One email when ${request.nameWithVariant} is back in stock.`,
      origin,
      footer: `You get this email because somebody entered your address in our store. If it was not you, do nothing: without the confirmation your address is deleted ${UNCONFIRMED_DELETION}, and no other email follows.`,
      footerLink: endLink("To delete your address at once:", request),
    },
    [
      paragraph(
        `You asked for an email when ${request.nameWithVariant} is back in stock. Please confirm that this is your address.`,
      ),
      button("Confirm", request.confirmUrl),
      paragraph(
        "You get one email when it is back. It does not hold an item for you. Then, or when you stop the request, we delete your address.",
      ),
    ],
  );
}

/**
 * The mail for a request that is confirmed already. The form gives the same answer as for a new request, so that
 * nobody learns of somebody else's request.
 */
export function alreadyWaitingMail(request: MailedRequest, origin: string): MailContent {
  const title = "You are on the list already";
  return mail(
    {
      subject: `${title}: ${request.nameWithVariant} (${brand.name})`,
      title,
      preview: `One email follows when ${request.nameWithVariant} is back in stock.`,
      origin,
      footer: "You get this email because somebody entered your address in our store once more.",
      footerLink: endLink("You do not want it any more?", request),
    },
    [
      paragraph(
        `You get one email when ${request.nameWithVariant} is back in stock. There is nothing to do.`,
      ),
    ],
  );
}

/** The mail that a product is back. The request ends with this mail. */
export function backInStockMail(
  request: MailedRequest & { name: string; productUrl: string },
  origin: string,
): MailContent {
  const title = `${request.name} is back`;
  return mail(
    {
      subject: `Back in stock: ${request.nameWithVariant} (${brand.name})`,
      title,
      preview: `${request.nameWithVariant} is in the store again.`,
      badge: { tone: "good", label: "✓ In stock" },
      origin,
      footer:
        "You get this email because you asked for it and confirmed your address. It is the only one: your request is done, and we delete your address.",
      footerLink: endLink("To make sure that it has ended:", request),
    },
    [
      paragraph(`${request.nameWithVariant} is in the store again.`),
      button("See it in the store", request.productUrl),
      paragraph(
        "No item is held for you: others may have got this email too, and whoever pays first gets it. If it sells out again, you can ask again.",
      ),
    ],
  );
}
