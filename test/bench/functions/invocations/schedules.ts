// The functions that run on a schedule. A function that works on due items finds none, because its first run would do the
// work of all later runs.
import type { MakeEvent } from "./events.ts";

const makeScheduleEvent: MakeEvent = () => Promise.resolve({});

/** These functions run first, because the others add orders, tickets and waiting lists, which would add to their work. */
export const scheduleEvents: Record<string, MakeEvent> = {
  "reconcile-checkouts: nothing due": makeScheduleEvent,
  "reconcile-books": makeScheduleEvent,
  "reconcile-back-in-stock: nothing due": makeScheduleEvent,
  "retry-webhooks: nothing due": makeScheduleEvent,
  "keep-tickets: nothing due": makeScheduleEvent,
  "remove-pictures: nothing due": makeScheduleEvent,
  "read-feed: one changed episode": makeScheduleEvent,
};
