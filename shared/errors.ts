import * as z from "zod/mini";
import { Challenge } from "./challenge.ts";

/** The error code for each HTTP status. Any other status has the code 'unknown'. */
const CODE_BY_STATUS = {
  400: "invalid-argument",
  401: "unauthenticated",
  403: "permission-denied",
  404: "not-found",
  409: "aborted",
  429: "resource-exhausted",
  499: "cancelled",
  500: "internal",
  501: "unimplemented",
  503: "unavailable",
  504: "deadline-exceeded",
} as const;

export type ErrorStatus = keyof typeof CODE_BY_STATUS;
export type ErrorCode = (typeof CODE_BY_STATUS)[ErrorStatus] | "unknown";

export const codeOf = (status: number): ErrorCode =>
  (CODE_BY_STATUS as Partial<Record<number, ErrorCode>>)[status] ?? "unknown";

/**
 * A cart line with a changed price or stock: the ids of product and variant (`v`), the name (`n`), and the current
 * values of `price` (dollars; null if the product is not for sale) and `available`.
 */
export const ChangedLine = z.object({
  id: z.string(),
  v: z.optional(z.string()),
  n: z.string(),
  price: z.nullable(z.number()),
  available: z.number(),
  /** True if no piece is available because ticket sales have ended. */
  salesEnded: z.optional(z.boolean()),
});
export type ChangedLine = z.infer<typeof ChangedLine>;

/** Reasons of errors that a page handles. The error's message is for the user. */
export const errorReasons = [
  "already_paid",
  "cart_changed",
  "code_refused",
  "code_used_up",
  "event_over",
  "order_changed",
  "product_changed",
  "receipt_already_sent",
] as const;
export type ErrorReason = (typeof errorReasons)[number];

const amount = z.number();
/** The current amounts of an order in dollars, by the names of `OrderData.fin`. */
export const OrderFigures = z.object({ sub: amount, disc: amount, ship: amount, tax: amount, tot: amount });
export type OrderFigures = z.infer<typeof OrderFigures>;

/** The body of every error response of a function. */
export const ErrorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    reason: z.optional(z.enum(errorReasons)),
    /** The id of the HTTP request in the logs. Only with a status of 500 or more. */
    requestId: z.optional(z.string()),
    /** The message of each invalid field, by its path. */
    fields: z.optional(z.record(z.string(), z.string())),
    lines: z.optional(z.array(ChangedLine)),
    figures: z.optional(OrderFigures),
    /** The client has to solve the challenge and repeat the request with the proof. */
    challenge: z.optional(Challenge),
  }),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The first message of each field, by its path ('variants.2.stock'). */
export function fieldErrors(error: z.core.$ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of error.issues) fields[path.join(".")] ??= message;
  return fields;
}
