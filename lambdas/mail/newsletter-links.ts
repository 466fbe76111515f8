import { consentApi } from "../../shared/api-consent.ts";
import { fillPath } from "../../shared/endpoint.ts";
import { confirmNewsletterPath, unsubscribePath } from "../../shared/newsletter-consent.ts";
import type { StoredOrder } from "../orders/stored-order.ts";

const urlOf = (path: string, { orderId, marketingConsent, consentToken }: StoredOrder, origin: string) =>
  marketingConsent && consentToken !== undefined
    ? origin + fillPath(path, { orderId, token: consentToken })
    : undefined;

/** The link to the page that ends the customer's consent to the newsletter; undefined without a confirmed consent. */
export const unsubscribePageOf = (order: StoredOrder, origin: string): string | undefined =>
  urlOf(unsubscribePath, order, origin);

/** The link to the page on which the customer confirms the consent; undefined without a consent that has to be confirmed. */
export const confirmationLinkOf = (
  { orderId, consentWaits, consentToken }: StoredOrder,
  origin: string,
): string | undefined =>
  consentWaits && consentToken !== undefined
    ? origin + fillPath(confirmNewsletterPath, { orderId, token: consentToken })
    : undefined;

/** The URL to which a POST ends the consent, for the mail's headers; undefined without a confirmed consent. */
export const unsubscribePostUrlOf = (order: StoredOrder, origin: string): string | undefined =>
  urlOf(consentApi.withdrawConsent.path, order, origin);
