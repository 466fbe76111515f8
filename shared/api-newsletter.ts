import * as z from "zod/mini";
import type { Endpoint } from "./endpoint.ts";
import { Subscriber, SubscriberState } from "./subscribers.ts";

const base = { access: "admin", handledBy: "admin-api" } as const;

/** The endpoints of the back office for the people who agreed to the newsletter. */
export const newsletterApi = {
  listSubscribers: {
    ...base,
    method: "GET",
    path: "/api/admin/newsletter",
    summary:
      "People who agreed to news by email, sorted by address, in pages; `search` is the start of an address",
    status: 200,
    query: z.object({
      state: z._default(SubscriberState, "agreed"),
      search: z.optional(z.string().check(z.maxLength(254))),
      cursor: z.optional(z.string().check(z.maxLength(2000))),
      limit: z.optional(z.pipe(z.coerce.number(), z.int().check(z.gte(1), z.lte(1000)))),
    }),
    output: z.object({
      subscribers: z.array(
        z.object({
          ...Subscriber.shape,
          /** Paths on this site: the page that ends the consent, and the address for a mail's List-Unsubscribe header. */
          unsubscribePagePath: z.string(),
          unsubscribePostPath: z.string(),
        }),
      ),
      cursor: z.optional(z.string()),
    }),
  },
  newsletterCounts: {
    ...base,
    method: "GET",
    path: "/api/admin/newsletter/counts",
    summary: "How many people agreed to news, have not confirmed yet, and have withdrawn",
    status: 200,
    output: z.object({ agreed: z.int(), waiting: z.int(), withdrawn: z.int() }),
  },
  removeSubscriber: {
    ...base,
    method: "DELETE",
    path: "/api/admin/newsletter/{id}",
    summary: "Ends every consent of a subscriber to news, as the subscriber's own link does",
    status: 204,
  },
} as const satisfies Record<string, Endpoint>;
