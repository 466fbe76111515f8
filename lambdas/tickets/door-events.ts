import type { DoorEventRow } from "../../shared/api-tickets.ts";
import { notFound } from "../lib/errors.ts";
import { waitForAll } from "../lib/wait-for-all.ts";
import { readCatalog } from "../products/catalog-table.ts";
import { requireEventProduct, toEventProducts, type EventProduct } from "./event-products.ts";
import { countTickets } from "./count-tickets.ts";

/** How long after an event's end doors get the list of its tickets. Later they do not need the holders' names. */
const OPEN_AFTER_END_MS = 86_400_000;

const isOpen = ({ event }: EventProduct, now: Date): boolean =>
  Date.parse(event.endsAt) + OPEN_AFTER_END_MS > +now;

/**
 * The events that have not ended, or ended at most a day ago, soonest first, with the numbers of their tickets. A draft
 * is listed only if it has tickets, for example because an admin has made it a draft after the sale.
 */
export async function listDoorEvents(now: Date): Promise<{ events: DoorEventRow[] }> {
  const { rows } = await readCatalog();
  const draftIds = new Set(rows.filter(({ state }) => state === "draft").map(({ id }) => id));
  const eventProducts = rows
    .flatMap(toEventProducts)
    .filter((eventProduct) => isOpen(eventProduct, now))
    .sort((a, b) => (a.event.startsAt < b.event.startsAt ? -1 : 1));
  const countedEvents = await waitForAll(eventProducts.map((eventProduct) => withCounts(eventProduct, now)));
  return {
    events: countedEvents.filter(({ productId, tickets }) => tickets > 0 || !draftIds.has(productId)),
  };
}

async function withCounts(eventProduct: EventProduct, now: Date): Promise<DoorEventRow> {
  const { tickets, checkedIn } = await countTickets(eventProduct.productId, now);
  return { ...eventProduct, tickets, checkedIn };
}

/** Throws 404 for a product without an event, and for an event that ended more than a day ago. */
export async function requireOpenEvent(productId: string, now: Date): Promise<void> {
  if (!isOpen(await requireEventProduct(productId), now)) throw notFound();
}
