import type { DoorEventRow } from "../../../../../shared/api-tickets.ts";
import type { DoorEvent } from "../../../../../shared/tickets/door-answer.ts";
import { eventHash } from "../../../../../shared/tickets/ticket-code.ts";

const DAY_MS = 86_400_000;

/** An event with what codes and answers need of it. */
export type KnownEvent = DoorEvent & { timeZone: string };

export const toKnownEvents = (rows: readonly DoorEventRow[]): Promise<KnownEvent[]> =>
  Promise.all(
    rows.map(async ({ productId, name, event }) => ({
      ...{ productId, title: event.title ?? name, startsAt: event.startsAt, timeZone: event.timeZone },
      hash: await eventHash(productId),
    })),
  );

/** Whether a device must no longer have the event's list at `now` (ms): a day after the event's end. */
export const isLongOver = ({ event }: Pick<DoorEventRow, "event">, now: number): boolean =>
  Date.parse(event.endsAt) + DAY_MS <= now;
