import * as z from "zod/mini";
import { Timestamp } from "./timestamp.ts";
import { EVENT_TYPES, type EventType } from "./event-types.ts";
import { line, optionalLine } from "./text.ts";

/** The events that an endpoint can take. */
export const WEBHOOK_EVENTS = EVENT_TYPES;
const WebhookEvent = z.enum(WEBHOOK_EVENTS);

/**
 * The type of the event that an admin sends to test an endpoint. This event is never published on the bus.
 */
export const TEST_EVENT = "WebhookTest";
/** The type of an event in a delivery. */
export type DeliveredType = EventType | typeof TEST_EVENT;

export const MAX_WEBHOOKS = 20;
/** The header with the signature. Its value: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. */
export const SIGNATURE_HEADER = "Shop-Signature";
/** How long a replaced secret still signs beside the new secret, in hours. */
export const OLD_SECRET_HOURS = 24;
/** How long a delivery stays listed, in days. */
export const DELIVERY_DAYS = 30;
/** The shop pauses an endpoint that has failed for this time, in days. */
export const PAUSE_AFTER_DAYS = 3;

export const WebhookState = z.enum(["active", "paused"]);

/** An endpoint as an admin enters it. */
export const WebhookInput = z.object({
  url: line("Address is required", 500).check(
    z.refine((text) => URL.canParse(text), "Not a web address such as https://example.org/hooks"),
  ),
  description: optionalLine(100),
  types: z.array(WebhookEvent).check(
    z.minLength(1, "Choose at least one event"),
    z.refine(
      (types) => !types.includes("OrderContact") || types.includes("OrderErased"),
      "An endpoint with OrderContact needs OrderErased too, to delete the customer's data",
    ),
    z.overwrite((types) => WEBHOOK_EVENTS.filter((type) => types.includes(type))),
  ),
});
export type WebhookInput = z.infer<typeof WebhookInput>;

/** A changed endpoint. `shown`: the values that the form showed when it was opened. */
export const WebhookChange = z.extend(WebhookInput, {
  shown: z.optional(z.object({ url: z.string(), description: z.string(), types: z.array(WebhookEvent) })),
});
export type WebhookChange = z.infer<typeof WebhookChange>;

/** An endpoint that gets events by HTTP. A secret is shown only when the endpoint or the secret is created. */
export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  types: z.array(WebhookEvent),
  state: WebhookState,
  /** 'shop' if the shop has paused the endpoint because it failed for days; 'a restore'; or the admin's email address (or user id). */
  pausedBy: z.optional(z.string()),
  createdAt: Timestamp,
  /** The admin (as in `pausedBy`) who last added, changed, paused or resumed the endpoint or made a new secret, and the time. */
  changedBy: z.optional(z.string()),
  changedAt: z.optional(Timestamp),
  /** The time of the first failure after the last success, or after an admin last resumed the endpoint. */
  failingSince: z.optional(Timestamp),
  lastTry: z.optional(z.object({ at: Timestamp, isDelivered: z.boolean() })),
});
export type Webhook = z.infer<typeof Webhook>;

/**
 * `status` is absent without an HTTP answer. `answer` is the beginning of the answer's body, or the reason why there
 * was no answer.
 */
export const DeliveryTry = z.object({
  at: Timestamp,
  status: z.optional(z.int()),
  answer: z.string(),
  milliseconds: z.int(),
});
export type DeliveryTry = z.infer<typeof DeliveryTry>;

/** Whether the endpoint accepted the event: it answered with a 2xx status. */
export const isDeliveryAccepted = ({ status = 0 }: Pick<DeliveryTry, "status">): boolean =>
  status >= 200 && status < 300;

/** An event for an endpoint. `waiting`: not delivered yet. */
export const WebhookDelivery = z.object({
  id: z.string(),
  type: z.enum([...WEBHOOK_EVENTS, TEST_EVENT]),
  orderId: z.optional(z.string()),
  createdAt: Timestamp,
  state: z.enum(["waiting", "delivered", "failed"]),
  tries: z.int(),
  lastTry: z.optional(DeliveryTry),
  nextTryAt: z.optional(Timestamp),
  /** False when the shop has deleted the event's personal data. */
  canSendAgain: z.boolean(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;
