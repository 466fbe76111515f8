import * as z from "zod/mini";
import type { Endpoint } from "./endpoint.ts";
import { RequestId } from "./request-id.ts";
import { WebhookChange, WebhookDelivery, Webhook, WebhookInput, WebhookState } from "./webhooks.ts";

const base = { access: "admin", handledBy: "admin-api" } as const;
const WebhookWithSecret = z.object({ webhook: Webhook, secret: z.string() });

/** The endpoints of the back office for webhooks. */
export const webhooksApi = {
  listWebhooks: {
    ...base,
    method: "GET",
    path: "/api/admin/webhooks",
    summary: "All webhook endpoints; isOn is false in a stage that sends no webhooks",
    status: 200,
    output: z.object({ isOn: z.boolean(), webhooks: z.array(Webhook) }),
  },
  createWebhook: {
    ...base,
    method: "POST",
    path: "/api/admin/webhooks",
    summary:
      "Adds a webhook endpoint, once for each requestId; only the answer to this request has its secret",
    status: 201,
    body: z.extend(WebhookInput, { requestId: RequestId }),
    output: WebhookWithSecret,
  },
  updateWebhook: {
    ...base,
    method: "PUT",
    path: "/api/admin/webhooks/{id}",
    summary:
      "Changes a webhook endpoint's address, description and events; 409 if they are not those in shown any more",
    status: 200,
    body: WebhookChange,
    output: Webhook,
  },
  changeWebhookState: {
    ...base,
    method: "PUT",
    path: "/api/admin/webhooks/{id}/state",
    summary:
      "Pauses or resumes a webhook endpoint; of the events during a pause, only OrderErased is sent later",
    status: 200,
    body: z.object({ state: WebhookState }),
    output: Webhook,
  },
  renewWebhookSecret: {
    ...base,
    method: "POST",
    path: "/api/admin/webhooks/{id}/secrets",
    summary: "Makes a new secret, once for each requestId; a replaced secret also signs for a day",
    status: 201,
    /** A page that was opened before requests had ids sends no body. */
    body: z.optional(z.object({ requestId: z.optional(RequestId) })),
    output: WebhookWithSecret,
  },
  deleteWebhook: {
    ...base,
    method: "DELETE",
    path: "/api/admin/webhooks/{id}",
    summary: "Removes a webhook endpoint",
    status: 204,
  },
  testWebhook: {
    ...base,
    method: "POST",
    path: "/api/admin/webhooks/{id}/tests",
    summary: "Sends a test event to a webhook endpoint, once",
    status: 200,
    output: WebhookDelivery,
  },
  listDeliveries: {
    ...base,
    method: "GET",
    path: "/api/admin/webhooks/{id}/deliveries",
    summary: "A webhook endpoint's deliveries of the last 30 days, newest first, in pages",
    status: 200,
    query: z.object({
      before: z.optional(z.string().check(z.regex(/^evt_\w{1,60}$/, "Not the id of an event"))),
    }),
    output: z.object({
      deliveries: z.array(WebhookDelivery),
      /** The `before` for the next page. Absent on the last page. */
      next: z.optional(z.string()),
    }),
  },
  sendDeliveryAgain: {
    ...base,
    method: "POST",
    path: "/api/admin/webhooks/{id}/deliveries/{deliveryId}/tries",
    summary: "Sends an event to a webhook endpoint again, at once",
    status: 200,
    output: WebhookDelivery,
  },
} as const satisfies Record<string, Endpoint>;
