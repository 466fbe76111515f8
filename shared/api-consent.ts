import * as z from "zod/mini";
import type { Endpoint } from "./endpoint.ts";

/** The endpoints for the consent to the newsletter, in a separate file: only the pages that mails link to need them. */
export const consentApi = {
  showWithdrawal: {
    method: "GET",
    path: "/api/news-consent/{orderId}/{token}/withdraw",
    access: "public",
    handledBy: "checkout-api",
    summary:
      "Leads mail programs without one-click unsubscribe to the page that ends the consent; changes nothing",
    status: 200,
  },
  withdrawConsent: {
    method: "POST",
    path: "/api/news-consent/{orderId}/{token}/withdraw",
    access: "public",
    handledBy: "checkout-api",
    summary:
      "Ends every consent to news that the link's mailbox has given with its orders; 404 for a link that is not valid",
    status: 200,
    output: z.object({ withdrawn: z.literal(true) }),
  },
  undoWithdrawal: {
    method: "POST",
    path: "/api/news-consent/{orderId}/{token}/undo",
    access: "public",
    handledBy: "checkout-api",
    summary:
      "Undoes the customer's own withdrawal within a day; 409 if it cannot be undone, 404 for a link that is not valid",
    status: 200,
    output: z.object({ confirmed: z.literal(true) }),
  },
  confirmConsent: {
    method: "POST",
    path: "/api/news-consent/{orderId}/{token}/confirm",
    access: "public",
    handledBy: "checkout-api",
    summary:
      "Confirms the consents to news that the link's mailbox has given with its orders; 409 after a week or a withdrawal, 404 for a link that is not valid",
    status: 200,
    output: z.object({ confirmed: z.literal(true) }),
  },
} as const satisfies Record<string, Endpoint>;
