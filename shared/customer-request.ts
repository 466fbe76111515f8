import * as z from "zod/mini";
import { printableText } from "./text.ts";
import { Timestamp } from "./timestamp.ts";

/** cancel: to cancel the order. problem: something is wrong. address: the customer has changed where the parcel goes. */
export const RequestKind = z.enum(["cancel", "problem", "address"]);
export type RequestKind = z.infer<typeof RequestKind>;

/** open: the team has not answered. accepted: it was done. declined, answered: the answer says more. */
export const RequestState = z.enum(["open", "accepted", "declined", "answered"]);
export type RequestState = z.infer<typeof RequestState>;

/** What a customer asked for on the order's page. `answer.by`: the admin's email address (or user id). */
export const CustomerRequest = z.object({
  requestId: z.string(),
  kind: RequestKind,
  at: Timestamp,
  text: z.string(),
  state: RequestState,
  answer: z.optional(z.object({ at: Timestamp, by: z.string(), text: z.string() })),
});
export type CustomerRequest = z.infer<typeof CustomerRequest>;

/** The most requests of one order. */
export const MAX_REQUESTS = 20;
export const MESSAGE_MAX = 1000;

const message = (required: string) =>
  z
    .string(required)
    .check(
      z.trim(),
      z.maxLength(MESSAGE_MAX, `Must be at most ${MESSAGE_MAX} characters`),
      ...printableText(),
    );

export const Message = message("Message is required").check(z.minLength(1, "Message is required"));
export const OptionalMessage = message("Must be a text");

/** What the back office calls a request. */
export const REQUEST_LABEL = {
  cancel: "Asks to cancel the order",
  problem: "Something is wrong",
  address: "Changed the address",
} as const satisfies Record<RequestKind, string>;
