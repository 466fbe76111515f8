/** A device at a door: answers scans from its own list, and tells the shop of each check-in. No part of it needs React. */
import type { DoorEventRow } from "../../../../../shared/api-tickets.ts";
import { answerToCode, answerToTicket, type DoorAnswer } from "../../../../../shared/tickets/door-answer.ts";
import { checkCode, readCode } from "../../../../../shared/tickets/ticket-code.ts";
import type { DoorTicket } from "../../../../../shared/tickets/ticket.ts";
import { createStore } from "../../../store.ts";
import { createCheckInQueue, type CheckInResult } from "./check-in-queue.ts";
import { connectionAfter, type Connection } from "./connection.ts";
import type { DoorShop } from "./door-call.ts";
import { createDoorList } from "./door-list.ts";
import { createRepeatedCodes } from "./repeated-codes.ts";
import type { DoorStorage, QueuedCheckIn, StoredList } from "./stored-list.ts";
import { createTicketRows, type AtDoor } from "./ticket-rows.ts";

/** A check-in can be undone for this time, in ms. */
export const UNDO_MS = 60_000;

/** What the screen shows of a scan. `key` changes with each answer; `at` is in ms by the device's clock. */
export type Shown =
  | { key: number; kind: "answer"; answer: DoorAnswer; checkInId?: string }
  | { key: number; kind: "pick-up"; code: string };

/** A check-in of this device, for the list of the last ones. */
export type RecentCheckIn = { checkIn: QueuedCheckIn; madeAt: number; ticket: DoorTicket | undefined };

export type DoorState = {
  list: StoredList | undefined;
  connection: Connection;
  counts: { total: number; in: number };
  queued: number;
  conflicts: readonly DoorTicket[];
  /** Check-ins of this device with tickets that the shop does not have. */
  unknown: readonly QueuedCheckIn[];
  recent: readonly RecentCheckIn[];
  shown: Shown | undefined;
};

const INITIAL: DoorState = {
  ...{ list: undefined, connection: "online", counts: { total: 0, in: 0 }, queued: 0 },
  ...{ conflicts: [], unknown: [], recent: [], shown: undefined },
};

export type DoorOptions = {
  storage: DoorStorage;
  shop: Omit<DoorShop, "readPickUp" | "completePickUp">;
  device: AtDoor;
  /** What the team calls this door; it may change. */
  doorName: () => string;
  /** The device's clock in ms. */
  now?: () => number;
  newId?: () => string;
  /** Whether the browser has a network at all. */
  hasNetwork?: () => boolean;
};

export function createDoor({
  storage,
  shop,
  device,
  doorName,
  now = Date.now,
  newId = () => crypto.randomUUID(),
  hasNetwork = () => navigator.onLine,
}: DoorOptions) {
  const store = createStore<DoorState>({ initial: INITIAL });
  const rows = createTicketRows(device);
  const list = createDoorList({ storage, shop, rows, now });
  const isRepeated = createRepeatedCodes();
  let lastKey = 0;

  const update = (change: Partial<DoorState>) => store.set({ ...store.current(), ...change });
  /** Shows the list as it is now. */
  function publish(): void {
    const all = queue.all();
    const unknown = all.filter(({ isUnknown, undoneAt }) => isUnknown && undoneAt === undefined);
    rows.setQueue(all, list.current()?.event.productId ?? "");
    update({ list: list.current(), queued: all.length - unknown.length, unknown, ...rows.summary() });
  }
  const queue = createCheckInQueue({
    ...{ storage, shop, deviceId: device.deviceId, now, onChange: publish },
    onResults: (results) => {
      // If the answer has no row of the ticket, keep the check-in in the device's own row.
      const rowOf = ({ id, result, ticket }: CheckInResult) =>
        ticket ??
        (result === "unknown" || result === "refused" ? undefined : rows.find(queue.get(id)?.ticketId ?? ""));
      const taken = rows.merge(results.flatMap((result) => rowOf(result) ?? []));
      void storage.putTickets(taken).catch(reportStorage);
      for (const result of results) {
        const sent = queue.get(result.id);
        const isRefused = result.result === "refused" || result.result === "unknown";
        if (isRefused && sent && sent.undoneAt === undefined) refuse(sent, result);
      }
    },
  });
  const reportStorage = (error: unknown) => console.error("The device could not store its list", error);
  const failed = (error: unknown) => update({ connection: connectionAfter(error) });

  const show = (shown: Omit<Extract<Shown, { kind: "answer" }>, "key" | "kind">) =>
    update({ shown: { key: ++lastKey, kind: "answer", ...shown } });

  /**
   * The shop has refused a check-in. If the guest still stands before the screen, its answer replaces the one there. Else
   * someone was let in: the check-in is sent as one that was made without a network, which the shop keeps as a conflict. One
   * with a ticket that the shop does not have stays in the queue.
   */
  function refuse(sent: QueuedCheckIn, { result, ticket }: CheckInResult): void {
    const { shown, recent } = store.current();
    const isShown = shown?.kind === "answer" && shown.checkInId === sent.id;
    if (sent.isOffline || !isShown) {
      const isUnknown = sent.isOffline && result === "unknown";
      const kept = queue.put({ ...sent, isOffline: true, ...(isUnknown && { isUnknown }) });
      return void kept.catch(reportStorage);
    }
    const row = ticket ?? rows.find(sent.ticketId);
    const generation = Math.min(readCode(sent.code ?? "")?.generation ?? Infinity, row?.generation ?? 0);
    const byRow = row && result === "refused" ? answerToTicket(row, generation) : undefined;
    update({ recent: recent.filter((other) => other.checkIn.id !== sent.id) });
    if (!row || !byRow) return show({ answer: { answer: "not-valid", why: "unknown" } });
    // Only the code is wrong: it was replaced when its key was withdrawn.
    const isWithdrawn = byRow.answer === "let-in";
    show({ answer: isWithdrawn ? { answer: "not-valid", why: "key-expired", ticket: row } : byRow });
  }

  async function letIn(answer: DoorAnswer, ticketId: string, code?: string) {
    const isOnline = hasNetwork() && store.current().connection === "online";
    const list_ = list.current();
    if (!list_) return;
    const clockOffset = list.clockOffset();
    const checkIn: QueuedCheckIn = {
      ...{ id: newId(), ticketId, at: new Date(now()).toISOString(), isOffline: !isOnline },
      ...{ productId: list_.event.productId, door: doorName(), ...(code && { code }) },
      ...(clockOffset === undefined ? {} : { clockOffset }),
    };
    const ticket = answer.answer === "not-valid" ? undefined : answer.ticket;
    const stored = queue.put(checkIn).catch(reportStorage);
    const madeAt = now();
    const recent = store.current().recent.filter((other) => madeAt - other.madeAt < UNDO_MS);
    update({ recent: [{ checkIn, madeAt, ticket }, ...recent] });
    show({ answer, checkInId: checkIn.id });
    await stored;
    if (!isOnline) return;
    try {
      await queue.confirm(checkIn);
      if (queue.get(checkIn.id)) void refresh();
    } catch (error) {
      failed(error);
      // Check the connection now, so that after one slow answer the next scans do not count as offline until the regular refresh.
      void refresh();
    }
  }

  /** Removes the list of an event that is long over, and what the shop did not know of it: nobody can look at it here. */
  async function removeIfOver(): Promise<void> {
    const productId = list.current()?.event.productId;
    if (!(await list.removeIfOver())) return;
    const outdated = queue.all().filter((own) => own.isUnknown && own.productId === productId);
    await queue.remove(outdated.map(({ id }) => id));
  }

  let refreshing: Promise<void> | undefined;
  async function refreshOnce(): Promise<void> {
    if (!hasNetwork()) update({ connection: "offline" });
    try {
      await removeIfOver();
      await list.refresh();
      publish();
      update({ connection: "online" });
      await queue.sendAll();
    } catch (error) {
      failed(error);
    }
  }

  let refreshingAgain: Promise<void> | undefined;
  const startRefresh = () => (refreshing = refreshOnce().finally(() => (refreshing = undefined)));
  /** If it is called during a refresh, one more follows, because the network is possibly back since that one began. */
  const refresh = (): Promise<void> => {
    if (!refreshing) return startRefresh();
    return (refreshingAgain ??= refreshing.then(() => {
      refreshingAgain = undefined;
      return startRefresh();
    }));
  };

  return {
    store,
    rows,
    /** Takes the list and the queue that the device has stored. */
    async restore(): Promise<void> {
      const stored = await storage.load();
      rows.merge(stored.tickets);
      await list.restore(stored.list);
      queue.restore(stored.queue);
      await removeIfOver();
      publish();
    },
    /** Loads an event's list. Throws if the shop cannot be reached. */
    async open(event: DoorEventRow): Promise<void> {
      try {
        await list.open(event);
        update({ connection: "online", shown: undefined, recent: [] });
      } finally {
        publish();
      }
    },
    /** Reads what has changed, and sends what waits, once at a time. Never throws. */
    refresh,
    /** Answers the text of a scanned code. */
    async scan(text: string): Promise<void> {
      const code = text.toUpperCase().replace(/[\s-]/g, "");
      const { event, events = [], until = "" } = list.current() ?? {};
      const known = events.find(({ productId }) => productId === event?.productId);
      if (!known || isRepeated(code, now())) return;
      const check = await checkCode(code, list.keys(), list.shopNow());
      if (check.ok && check.content.kind === "order")
        return update({ shown: { key: ++lastKey, kind: "pick-up", code } });
      const others = events.filter((other) => other !== known);
      const doorList = { event: known, others, ticketOf: rows.find, completeUntil: Date.parse(until) };
      const answer = answerToCode(check, doorList);
      if (answer.answer === "let-in" && check.ok) return letIn(answer, check.content.id, code);
      show({ answer });
    },
    /** Answers a ticket that a person found by its short code or name. */
    async choose(ticketId: string): Promise<void> {
      const ticket = rows.find(ticketId);
      if (!ticket) return;
      const answer = answerToTicket(ticket);
      if (answer.answer === "let-in") await letIn(answer, ticketId);
      else show({ answer });
    },
    /** Takes a check-in back. Its id stays, so the shop undoes the check-in even if it has it already. */
    async undo(id: string): Promise<void> {
      const { recent, shown } = store.current();
      const made = recent.find(({ checkIn }) => checkIn.id === id);
      if (!made || now() - made.madeAt >= UNDO_MS) return;
      const isShown = shown?.kind === "answer" && shown.checkInId === id;
      const undoneAt = new Date(now()).toISOString();
      const stored = queue.put({ ...(queue.get(id) ?? made.checkIn), undoneAt });
      update({
        recent: recent.filter(({ checkIn }) => checkIn.id !== id),
        ...(isShown && { shown: undefined }),
      });
      await stored.catch(reportStorage);
      if (hasNetwork()) await queue.sendAll().catch(failed);
    },
    /** Closes the answer on the screen. */
    next: (): void => update({ shown: undefined }),
    /** Takes a check-in with a ticket that the shop does not have off the device: someone has looked at it. */
    forgetUnknown: (id: string): Promise<void> => queue.remove([id]).catch(reportStorage),
    /** Removes the list from the device. What was not sent stays in the queue. */
    async leave(): Promise<void> {
      await list.clear();
      update({ shown: undefined, recent: [] });
      publish();
    },
  };
}
export type Door = ReturnType<typeof createDoor>;
