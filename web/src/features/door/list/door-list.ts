/** An event's list on the device. It is loaded once, then updated, and removed some time after the event (`isLongOver`). */
import type { DoorEventRow } from "../../../../../shared/api-tickets.ts";
import { importPublicKey, type VerifyKey } from "../../../../../shared/tickets/ticket-code.ts";
import { betterOffset, measureOffset, type ClockOffset } from "./device-clock.ts";
import type { DoorServer } from "./door-call.ts";
import { isLongOver, toKnownEvents } from "./known-events.ts";
import type { SafeDoorStorage } from "./safe-storage.ts";
import type { StoredList } from "./stored-list.ts";
import type { TicketRows } from "./ticket-rows.ts";

/**
 * The `until` of an incomplete list: a time before the first ticket. The next refresh then reads all tickets. Before that
 * refresh, a ticket that is not on the list is accepted if its code is valid.
 */
const INCOMPLETE_UNTIL = new Date(0).toISOString();
/** How often keys and events are read again. Changed tickets are read every 10 s (use-refresh.ts). */
const KEYS_INTERVAL_MS = 300_000;

type DoorListOptions = {
  storage: SafeDoorStorage;
  shop: Pick<DoorServer, "listEvents" | "listKeys" | "listTickets">;
  rows: TicketRows;
  /** The device's clock in ms. */
  now: () => number;
  /** A clock in ms that nobody can set; it may stand still while the device sleeps. */
  monotonicNow: () => number;
};

const importKeys = (keys: StoredList["keys"]): Promise<VerifyKey[]> =>
  Promise.all(
    keys.map(async ({ id, key, notAfter }) => ({
      id,
      key: await importPublicKey(key),
      notAfter: notAfter === undefined ? undefined : Date.parse(notAfter),
    })),
  );

export function createDoorList({ storage, shop, rows, now, monotonicNow }: DoorListOptions) {
  let list: StoredList | undefined;
  let keys: VerifyKey[] = [];
  let clock: ClockOffset | undefined;
  let keysReadAt = 0;
  /**
   * Counts removed and replaced lists. An answer for an earlier list is ignored: it contains names, which must not come back
   * to the device.
   */
  let listNumber = 0;
  /** The time up to which an interrupted refresh has read the changes. The next refresh continues there. */
  let partialUntil: string | undefined;
  /** False after a failed write of tickets, until all tickets are written again. */
  let areTicketsStored = true;
  let answerCount = 0;
  /** The shop's clock and `monotonicNow` at the last answer of `listTickets`, in ms; undefined before the page's first answer. */
  let lastAnswer: { shopMs: number; monotonicMs: number } | undefined;

  const shopNow = (): number => now() + (clock?.offset ?? 0);

  /**
   * Reads all tickets, or the tickets that have changed since `since`. Returns the `since` of the next
   * request; undefined if the list was removed or replaced during the request.
   */
  async function readTickets(productId: string, since?: string): Promise<string | undefined> {
    const listNumberBefore = listNumber;
    let cursor: string | undefined;
    let nextSince: string | undefined;
    do {
      const sentAt = now();
      const page = await shop.listTickets(productId, { ...(since && { since }), ...(cursor && { cursor }) });
      clock = betterOffset(clock, measureOffset(sentAt, now(), page.now));
      answerCount++;
      lastAnswer = { shopMs: Date.parse(page.now), monotonicMs: monotonicNow() };
      if (listNumberBefore !== listNumber) return undefined;
      // The first page's `until` is the earliest, so no change is missed; at worst some tickets are read again.
      nextSince ??= page.until;
      const mergedTickets = rows.merge(page.tickets);
      // The tickets are sorted by time of change.
      const lastChangedAt = page.tickets.at(-1)?.changedAt;
      if (since && lastChangedAt) partialUntil = lastChangedAt < nextSince ? lastChangedAt : nextSince;
      if (mergedTickets.length > 0 && !(await storage.putTickets(mergedTickets, productId)))
        areTicketsStored = false;
      cursor = page.cursor;
    } while (cursor);
    return nextSince;
  }

  async function readKeysAndEvents() {
    const [{ keys: newKeys }, { events }] = await Promise.all([shop.listKeys(), shop.listEvents()]);
    keys = await importKeys(newKeys);
    keysReadAt = now();
    return { keys: newKeys, events: await toKnownEvents(events), eventRows: events };
  }

  /** Stores the list; as incomplete while a stored ticket may be outdated, so that all tickets are read again after a restart. */
  const storeList = (newList: StoredList): Promise<boolean> =>
    storage.putList(areTicketsStored ? newList : { ...newList, until: INCOMPLETE_UNTIL });

  async function clear(): Promise<void> {
    listNumber++;
    partialUntil = undefined;
    areTicketsStored = true;
    list = undefined;
    rows.clear();
    await storage.clearList();
  }

  /** Keeps this door's event among the known events, also when the server no longer lists it. */
  const withOwnEvent = (events: StoredList["events"], previousList: StoredList): StoredList["events"] => {
    const isOwn = ({ productId }: { productId: string }) => productId === previousList.event.productId;
    return events.some(isOwn) ? events : [...events, ...previousList.events.filter(isOwn)];
  };

  return {
    current: (): StoredList | undefined => list,
    keys: (): readonly VerifyKey[] => keys,
    shopNow,
    /** Counts the answers of `listTickets`. */
    answerCount: (): number => answerCount,
    /** How many ms the device's clock is behind the shop's; undefined until it was measured. */
    clockOffset: (): number | undefined => clock && Math.round(clock.offset),
    clear,
    /** Makes the next refresh read the keys again, because a code was signed with an unknown key. */
    expireKeys: (): void => {
      keysReadAt = 0;
    },
    async restore(storedList: StoredList | undefined): Promise<void> {
      const { length: rowCount } = rows.serverRows();
      const { size = rowCount } = storedList ?? {};
      list = storedList && rowCount !== size ? { ...storedList, until: INCOMPLETE_UNTIL } : storedList;
      clock = storedList?.clock;
      keys = await importKeys(storedList?.keys ?? []);
    },
    /** Loads an event's list and replaces the current list. */
    async open(event: DoorEventRow): Promise<void> {
      await clear();
      const listNumberBefore = listNumber;
      const { keys: newKeys, events } = await readKeysAndEvents();
      if (listNumberBefore !== listNumber) return;
      const until = await readTickets(event.productId);
      if (until === undefined) return;
      list = { event, events, keys: newKeys, until, size: rows.serverRows().length, ...(clock && { clock }) };
      await storeList(list);
    },
    /** Reads the changes since the last read. */
    async refresh(): Promise<void> {
      const previousList = list;
      if (!previousList) return;
      const { productId: ownId } = previousList.event;
      const until = await readTickets(ownId, partialUntil ?? previousList.until);
      const areKeysDue = Math.abs(now() - keysReadAt) >= KEYS_INTERVAL_MS;
      const newKeysAndEvents = areKeysDue ? await readKeysAndEvents() : undefined;
      if (list !== previousList || until === undefined) return;
      partialUntil = undefined;
      const event = newKeysAndEvents?.eventRows.find(({ productId }) => productId === ownId);
      list = { ...previousList, until, size: rows.serverRows().length };
      if (newKeysAndEvents)
        list = {
          ...list,
          keys: newKeysAndEvents.keys,
          events: withOwnEvent(newKeysAndEvents.events, previousList),
        };
      list = { ...list, ...(event && { event }), ...(clock && { clock }) };
      await storeList(list);
    },
    /**
     * The shop's clock in ms; undefined before the first answer of `listTickets`, because the device's clock may be wrong. The later
     * of two estimates: somebody may have set the device's clock back, and `monotonicNow` may have stood still.
     */
    measuredNow: (): number | undefined =>
      lastAnswer && Math.max(shopNow(), lastAnswer.shopMs + monotonicNow() - lastAnswer.monotonicMs),
    /** Stores the list and its tickets again, after a write has failed. Without a list, removes the stored one. */
    async writeAgain(): Promise<void> {
      if (!list) return void (await storage.clearList());
      areTicketsStored = await storage.putTickets(rows.serverRows(), list.event.productId);
      await storeList(list);
    },
    /** Removes the list if `isLongOver`. `isTimeConfirmed`: the shop has confirmed the time. Returns whether it was removed. */
    async removeIfOver(isTimeConfirmed: boolean): Promise<boolean> {
      if (!list || !isLongOver(list.event, shopNow(), isTimeConfirmed)) return false;
      await clear();
      return true;
    },
  };
}
