// The functions that run on a schedule. A function that works on due items finds none, because its first run would do the
// work of all later runs.
import type { NextEvent } from "./events.ts";

const nextScheduleEvent: NextEvent = () => Promise.resolve({});

/** These functions run first, because the other functions add orders, tickets and lists, which would add to their work. */
export const scheduleEvents: Record<string, NextEvent> = {
  "reconcile-checkouts: nothing due": nextScheduleEvent,
  "reconcile-books": nextScheduleEvent,
  "reconcile-back-in-stock: nothing due": nextScheduleEvent,
  "retry-webhooks: nothing due": nextScheduleEvent,
  "keep-tickets: nothing due": nextScheduleEvent,
  "remove-pictures: nothing due": nextScheduleEvent,
  "read-feed: one changed episode": nextScheduleEvent,
};
