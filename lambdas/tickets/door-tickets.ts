import type { doorApi } from "../../shared/api-tickets.ts";
import type { Output, Query } from "../../shared/endpoint.ts";
import { decodeCursor, encodeCursor } from "./ticket-cursor.ts";
import { readDoorTickets, FIRST_KEY } from "./ticket-table.ts";

/**
 * An answer's `until` is this much earlier than the answer. The door sends `until` as the `since` of its next request. A change
 * may appear in the index later than its own time says, because the change gets its time before it is written.
 */
export const OVERLAP_MS = 30_000;

/** A page has about 200 KB, which CloudFront does not compress. A slow phone must get it within the 30 s that door-call.ts waits. */
const PAGE_SIZE = 500;

/**
 * A page of an event's tickets, by time of change. A ticket that changes while the pages are read is repeated in a later
 * page, so that no change is missed.
 */
export async function listDoorTickets(
  productId: string,
  { cursor, since }: Query<typeof doorApi.listDoorTickets>,
  now: Date,
): Promise<Output<typeof doorApi.listDoorTickets>> {
  // Keys are compared as text, so the time needs the format of toISOString.
  const start = since === undefined ? FIRST_KEY : `${new Date(since).toISOString()}#`;
  const { tickets, last } = await readDoorTickets(
    productId,
    cursor === undefined ? start : decodeCursor(cursor),
    PAGE_SIZE,
  );
  return {
    tickets,
    ...(last === undefined ? {} : { cursor: encodeCursor(last) }),
    until: new Date(+now - OVERLAP_MS).toISOString(),
    now: now.toISOString(),
  };
}
