/** A device at a door: answers scans from its own list, and tells the shop of each check-in. No part of it needs React. */
import type { DoorEventRow } from "../../../../../shared/api-tickets.ts";
import { answerToCode, answerToTicket, type DoorAnswer } from "../../../../../shared/tickets/door-answer.ts";
import { checkCode, type CodeContent } from "../../../../../shared/tickets/ticket-code.ts";
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

/** Someone was let in here, and the shop has refused it after the next guest was scanned. */
export type LateRefusal = { id: string; ticket: DoorTicket | undefined; answer: DoorAnswer };

export type DoorState = {
  list: StoredList | undefined;
  connection: Connection;
  counts: { total: number; in: number };
  queued: number;
  conflicts: readonly DoorTicket[];
  refusals: readonly LateRefusal[];
  recent: readonly RecentCheckIn[];
  shown: Shown | undefined;
};

const INITIAL: DoorState = {
  ...{ list: undefined, connection: "online", counts: { total: 0, in: 0 }, queued: 0 },
  ...{ conflicts: [], refusals: [], recent: [], shown: undefined },
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
    rows.setQueue(queue.all(), list.current()?.event.productId ?? "");
    update({ list: list.current(), queued: queue.all().length, ...rows.summary() });
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
    },
  });
  const reportStorage = (error: unknown) => console.error("The device could not store its list", error);
  const failed = (error: unknown) => update({ connection: connectionAfter(error) });

  const show = (shown: Omit<Extract<Shown, { kind: "answer" }>, "key" | "kind">) =>
    update({ shown: { key: ++lastKey, kind: "answer", ...shown } });

  /** The shop has refused a check-in: its answer replaces the one on the screen, or is kept if the next guest is shown. */
  function refuse(checkIn: QueuedCheckIn, { result, ticket }: CheckInResult, content?: CodeContent): void {
    const row = ticket ?? rows.find(checkIn.ticketId);
    const generation = Math.min(content?.generation ?? Infinity, row?.generation ?? 0);
    const byRow = row && result === "refused" ? answerToTicket(row, generation) : undefined;
    const answer: DoorAnswer =
      byRow && byRow.answer !== "let-in" ? byRow : { answer: "not-valid", why: "unknown" };
    const { shown, recent, refusals } = store.current();
    update({ recent: recent.filter((other) => other.checkIn.id !== checkIn.id) });
    if (shown?.kind === "answer" && shown.checkInId === checkIn.id) return show({ answer });
    update({ refusals: [...refusals, { id: checkIn.id, ticket: row, answer }] });
  }

  async function letIn(answer: DoorAnswer, ticketId: string, code?: string, content?: CodeContent) {
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
      const result = await queue.confirm(checkIn);
      const isRefused = result?.result === "refused" || result?.result === "unknown";
      if (isRefused && !queue.get(checkIn.id)?.undoneAt) refuse(checkIn, result, content);
    } catch (error) {
      failed(error);
      // Check the connection now, so that after one slow answer the next scans do not count as offline until the regular refresh.
      void refresh();
    }
  }

  let refreshing: Promise<void> | undefined;
  async function refreshOnce(): Promise<void> {
    try {
      if (await list.removeIfOver()) publish();
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
      await list.removeIfOver();
      publish();
    },
    /** Loads an event's list. Throws if the shop cannot be reached. */
    async open(event: DoorEventRow): Promise<void> {
      try {
        await list.open(event);
        update({ connection: "online", shown: undefined, recent: [], refusals: [] });
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
      if (answer.answer === "let-in" && check.ok) return letIn(answer, check.content.id, code, check.content);
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
    forgetRefusal: (id: string): void =>
      update({ refusals: store.current().refusals.filter((refusal) => refusal.id !== id) }),
    /** Removes the list from the device. What was not sent stays in the queue. */
    async leave(): Promise<void> {
      await list.clear();
      update({ shown: undefined, recent: [], refusals: [] });
      publish();
    },
  };
}
export type Door = ReturnType<typeof createDoor>;
