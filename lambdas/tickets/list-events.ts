import type { adminTicketsApi } from "../../shared/api-tickets.ts";
import type { Output } from "../../shared/endpoint.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { countTickets } from "./count-tickets.ts";
import { eventProducts, piecesOfProduct, type EventProduct } from "./event-products.ts";

type AdminEvent = Output<typeof adminTicketsApi.listEvents>["events"][number];

async function toAdminEvent(event: EventProduct, now: Date): Promise<AdminEvent> {
  const [counts, pieces] = await Promise.all([
    countTickets(event.productId, now),
    piecesOfProduct(event.productId),
  ]);
  return { ...event, ...pieces, ...counts };
}

/** All events with the numbers of their tickets, soonest first. */
export const listEvents = async (now: Date): Promise<AdminEvent[]> =>
  waitForAll((await eventProducts()).map((event) => toAdminEvent(event, now)));
