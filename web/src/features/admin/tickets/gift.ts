import * as z from "zod/mini";
import { adminTicketsApi } from "../../../../../shared/api-tickets.ts";
import type { BodyInput } from "../../../../../shared/endpoint.ts";
import { fieldErrors } from "../../../../../shared/errors.ts";

/** Complimentary tickets, as the form has them. */
export type Gift = BodyInput<typeof adminTicketsApi.giveTickets>;

/** An empty form. Its id makes a repeated request harmless. */
export const newGift = (): Gift => ({
  requestId: crypto.randomUUID(),
  ...{ name: "", email: "", reason: "", quantity: 1 },
});

/** The errors by field; empty if the gift can be sent. */
export function giftErrors(gift: Gift): Record<string, string> {
  const parsed = z.safeParse(adminTicketsApi.giveTickets.body, gift);
  return parsed.success ? {} : fieldErrors(parsed.error);
}
