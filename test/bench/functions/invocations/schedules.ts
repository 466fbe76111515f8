// The functions that run on a schedule. A function that works on due items finds none, because its first run would do the
// work of all later runs.
import type { NextEvent } from "./events.ts";

const scheduled: NextEvent = () => Promise.resolve({});

/** These functions run first, because the other functions add orders, tickets and lists, which would add to their work. */
export const scheduleEvents: Record<string, NextEvent> = {
  "reconcile-checkouts: nothing due": scheduled,
  "reconcile-books": scheduled,
  "reconcile-back-in-stock: nothing due": scheduled,
  "retry-webhooks: nothing due": scheduled,
  "keep-tickets: nothing due": scheduled,
  "remove-pictures: nothing due": scheduled,
  "read-feed: one changed episode": scheduled,
};
