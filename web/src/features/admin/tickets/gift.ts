import * as z from "zod/mini";
import { adminTicketsApi } from "../../../../../shared/api-tickets.ts";
import type { BodyInput } from "../../../../../shared/endpoint.ts";
import { fieldErrors } from "../../../../../shared/errors.ts";

/** The values of the form for complimentary tickets. */
export type Gift = BodyInput<typeof adminTicketsApi.giveTickets>;

/** The values of an empty form. If the form is sent twice, the server recognizes the `requestId` and gives the tickets only once. */
export const createGift = (): Gift => ({
  requestId: crypto.randomUUID(),
  name: "",
  email: "",
  reason: "",
  quantity: 1,
});

/** The errors by field; empty if the gift can be sent. */
export function giftErrors(gift: Gift): Record<string, string> {
  const parsed = z.safeParse(adminTicketsApi.giveTickets.body, gift);
  return parsed.success ? {} : fieldErrors(parsed.error);
}
