import * as z from "zod/mini";
import { customerFields } from "./customer-fields.ts";
import type { Endpoint } from "./endpoint.ts";
import { ProductId } from "./product-id.ts";

const base = { access: "public", handledBy: "back-in-stock-api" } as const;

/** A visitor's request for one mail when a sold-out product or variant is back. `website` is a honeypot. */
export const StockRequest = z.object({
  productId: ProductId,
  /** Absent for a product without variants. */
  variantId: z.optional(z.string().check(z.regex(/^[\w-]{1,60}$/, "Not a variant's id"))),
  email: customerFields.email,
  website: z.optional(z.string().check(z.maxLength(500))),
});
export type StockRequest = z.infer<typeof StockRequest>;

/** The product or variant of a request, for the page that a mail's link opens. */
const Subject = z.object({ productId: z.string(), name: z.string(), variant: z.optional(z.string()) });

/**
 * The endpoints for mails about products that are back in stock. In the browser, only the button and the form for these mails,
 * and the page that their links open, load this file.
 */
export const backInStockApi = {
  isBackInStockOffered: {
    method: "GET",
    path: "/api/back-in-stock",
    access: "public",
    handledBy: "catalog-api",
    summary: "Whether the shop sends mails about sold-out products that are back",
    status: 200,
    output: z.object({ offered: z.boolean() }),
  },
  askForStock: {
    ...base,
    method: "POST",
    path: "/api/back-in-stock",
    summary:
      "Sends a mail whose link confirms the request; the answer does not say whether the address has asked before",
    status: 202,
    body: StockRequest,
    output: z.object({ asked: z.literal(true) }),
  },
  confirmStockRequest: {
    ...base,
    method: "POST",
    path: "/api/back-in-stock/{request}/{token}/confirm",
    summary: "Confirms a request by the link of its mail; 404 for a link that is not valid or is too old",
    status: 200,
    output: z.object({
      /** available: the product is back already, so that no mail follows and the request is deleted. */
      state: z.enum(["waiting", "available"]),
      subject: Subject,
    }),
  },
  showStockRequestEnd: {
    ...base,
    method: "GET",
    path: "/api/back-in-stock/{request}/{token}/end",
    summary:
      "Leads mail programs without one-click unsubscribe to the page that ends the request; changes nothing",
    status: 200,
  },
  endStockRequest: {
    ...base,
    method: "POST",
    path: "/api/back-in-stock/{request}/{token}/end",
    summary: "Deletes a request with its address; the same answer if it was deleted before",
    status: 200,
    output: z.object({ ended: z.literal(true) }),
  },
} as const satisfies Record<string, Endpoint>;
