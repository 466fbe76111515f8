/** An event's list on the device: loaded once, then kept up to date, and removed a day after the event. */
import type { DoorEventRow } from "../../../../../shared/api-tickets.ts";
import { importPublicKey, type VerifyKey } from "../../../../../shared/tickets/ticket-code.ts";
import { betterOffset, measureOffset, type ClockOffset } from "./device-clock.ts";
import type { DoorShop } from "./door-call.ts";
import { isLongOver, toKnownEvents } from "./known-events.ts";
import type { DoorStorage, StoredList } from "./stored-list.ts";
import type { TicketRows } from "./ticket-rows.ts";

/** How often keys and events are read again; the list itself is read every 10 s. */
const KEYS_MS = 300_000;

type Options = {
  storage: DoorStorage;
  shop: Pick<DoorShop, "listEvents" | "listKeys" | "listTickets">;
  rows: TicketRows;
  /** The device's clock in ms. */
  now: () => number;
};

const importKeys = (keys: StoredList["keys"]): Promise<VerifyKey[]> =>
  Promise.all(
    keys.map(async ({ id, key, notAfter }) => ({
      ...{ id, key: await importPublicKey(key) },
      notAfter: notAfter === undefined ? undefined : Date.parse(notAfter),
    })),
  );

export function createDoorList({ storage, shop, rows, now }: Options) {
  let list: StoredList | undefined;
  let keys: VerifyKey[] = [];
  let clock: ClockOffset | undefined;
  let keysReadAt = 0;

  const shopNow = (): number => now() + (clock?.offset ?? 0);

  /** Reads all tickets, or those that have changed since `since`. Returns the `since` of the next time. */
  async function readTickets(productId: string, since?: string): Promise<string> {
    let cursor: string | undefined;
    let next: string | undefined;
    do {
      const sentAt = now();
      const page = await shop.listTickets(productId, { ...(since && { since }), ...(cursor && { cursor }) });
      clock = betterOffset(clock, measureOffset(sentAt, now(), page.now));
      // A change during the first page may be missing in the pages after it.
      next ??= page.until;
      const taken = rows.merge(page.tickets);
      if (taken.length > 0) await storage.putTickets(taken);
      cursor = page.cursor;
    } while (cursor);
    return next;
  }

  async function readKeysAndEvents() {
    const [{ keys: newKeys }, { events }] = await Promise.all([shop.listKeys(), shop.listEvents()]);
    keys = await importKeys(newKeys);
    keysReadAt = now();
    return { keys: newKeys, events: await toKnownEvents(events), rows: events };
  }

  async function clear(): Promise<void> {
    list = undefined;
    rows.clear();
    await storage.clearList();
  }

  return {
    current: (): StoredList | undefined => list,
    keys: (): readonly VerifyKey[] => keys,
    shopNow,
    /** How many ms the device's clock is behind the shop's; undefined until it was measured. */
    clockOffset: (): number | undefined => clock && Math.round(clock.offset),
    clear,
    async restore(stored: StoredList | undefined): Promise<void> {
      list = stored;
      clock = stored?.clock;
      keys = await importKeys(stored?.keys ?? []);
    },
    /** Loads an event's list in place of the present one. */
    async open(event: DoorEventRow): Promise<void> {
      await clear();
      const { keys: newKeys, events } = await readKeysAndEvents();
      const until = await readTickets(event.productId);
      list = { event, events, keys: newKeys, until, ...(clock && { clock }) };
      await storage.putList(list);
    },
    /** Reads what has changed. */
    async refresh(): Promise<void> {
      const before = list;
      if (!before) return;
      const until = await readTickets(before.event.productId, before.until);
      const isDue = now() - keysReadAt >= KEYS_MS;
      const read = isDue ? await readKeysAndEvents() : undefined;
      if (list !== before) return;
      const event = read?.rows.find(({ productId }) => productId === before.event.productId);
      list = { ...before, ...(read && { keys: read.keys, events: read.events }), until };
      list = { ...list, ...(event && { event }), ...(clock && { clock }) };
      await storage.putList(list);
    },
    /** Removes the list a day after the event's end. Returns whether it did. */
    async removeIfOver(): Promise<boolean> {
      if (!list || !isLongOver(list.event, shopNow())) return false;
      await clear();
      return true;
    },
  };
}
