import * as z from "zod/mini";
import { atMostCharacters, printableText } from "./text.ts";
import { Timestamp } from "./timestamp.ts";

/**
 * cancel: the customer asks to cancel the order, or has cancelled it. problem: the customer reports a problem. address: the
 * customer has changed the name or the shipping address.
 */
export const RequestKind = z.enum(["cancel", "problem", "address"]);
export type RequestKind = z.infer<typeof RequestKind>;

/**
 * open: the team has not answered. accepted: the order was cancelled, or the address changed. declined: the team refused to
 * cancel. answered: the team has written an answer.
 */
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

/** The maximum number of requests of one order. */
export const MAX_REQUESTS = 20;
/** In characters. */
export const MAX_MESSAGE_LENGTH = 1000;

const message = (requiredError: string) =>
  z.string(requiredError).check(z.trim(), atMostCharacters(MAX_MESSAGE_LENGTH), ...printableText());

export const Message = message("Message is required").check(z.minLength(1, "Message is required"));
export const OptionalMessage = message("Must be a text");

/** The titles of requests in the back office and in mails. */
export const REQUEST_LABEL = {
  cancel: "Asks to cancel the order",
  problem: "Something is wrong",
  address: "Changed the address",
} as const satisfies Record<RequestKind, string>;
