import type { DoorEventRow } from "../../../../../shared/api-tickets.ts";
import type { HashedEvent } from "../../../../../shared/tickets/door-answer.ts";
import { eventHash } from "../../../../../shared/tickets/ticket-code.ts";

const DAY_MS = 86_400_000;

/** The facts of an event that the check of codes and the texts of answers need. */
export type KnownEvent = HashedEvent & { timeZone: string };

export const toKnownEvents = (rows: readonly DoorEventRow[]): Promise<KnownEvent[]> =>
  Promise.all(
    rows.map(async ({ productId, name, event }) => ({
      productId,
      title: event.title ?? name,
      startsAt: event.startsAt,
      timeZone: event.timeZone,
      hash: await eventHash(productId),
    })),
  );

/**
 * Whether a device must remove the event's list at `now` (ms): a day after the event's end, or a week after
 * its end if the shop has not confirmed the time. A device's clock that is a day ahead must not remove the
 * list during the event.
 */
export const isLongOver = (
  { event }: Pick<DoorEventRow, "event">,
  now: number,
  isTimeConfirmed: boolean,
): boolean => Date.parse(event.endsAt) + (isTimeConfirmed ? 1 : 7) * DAY_MS <= now;
