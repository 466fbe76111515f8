/** A device at a door: answers scans from its own list, and sends each check-in to the server. Independent of React. */
import type { DoorEventRow } from "../../../../../shared/api-tickets.ts";
import {
  answerToCode,
  answerToTicket,
  letInFrom,
  onTheDay,
  type DoorAnswer,
} from "../../../../../shared/tickets/door-answer.ts";
import {
  checkCode,
  codesIn,
  readCode,
  shortCodeOf,
  toStoredCode,
  type CodeCheck,
} from "../../../../../shared/tickets/ticket-code.ts";
import { UNDO_MS, type DoorTicket } from "../../../../../shared/tickets/ticket.ts";
import { createStore } from "../../../store.ts";
import { createCheckInQueue, type CheckInResult } from "./check-in-queue.ts";
import { ApiError } from "../../../api-error.ts";
import { connectionAfter, type Connection } from "./connection.ts";
import type { DoorShop } from "./door-call.ts";
import { createDoorList } from "./door-list.ts";
import { createRepeatedCodes } from "./repeated-codes.ts";
import { createSafeStorage } from "./safe-storage.ts";
import type { DoorStorage, QueuedCheckIn, StoredList } from "./stored-list.ts";
import { createTicketRows, type DoorDevice } from "./ticket-rows.ts";

/** The result of a scan that the screen shows. `key` changes with each result. */
export type Shown =
  | { key: number; kind: "answer"; answer: DoorAnswer; checkInId?: string }
  | { key: number; kind: "pick-up"; code: string };

/** A check-in of this device, for the list of recent check-ins. `madeAt`: in ms by the device's clock. */
export type RecentCheckIn = { checkIn: QueuedCheckIn; madeAt: number; ticket: DoorTicket | undefined };

export type DoorState = {
  list: StoredList | undefined;
  connection: Connection;
  /** False after a change could not be stored: the unsent check-ins would be lost if the page closed. */
  isStored: boolean;
  counts: { total: number; in: number };
  queued: number;
  conflicts: readonly DoorTicket[];
  /** Check-ins of this device with tickets that the shop does not have. */
  unknown: readonly QueuedCheckIn[];
  recent: readonly RecentCheckIn[];
  shown: Shown | undefined;
};

const INITIAL: DoorState = {
  ...{ list: undefined, connection: "online", isStored: true, counts: { total: 0, in: 0 }, queued: 0 },
  ...{ conflicts: [], unknown: [], recent: [], shown: undefined },
};

export type DoorOptions = {
  storage: DoorStorage;
  shop: Omit<DoorShop, "readPickUp" | "completePickUp">;
  device: DoorDevice;
  /** The name that the team gave this door. It can change. */
  doorName: () => string;
  /** The device's clock in ms. */
  now?: () => number;
  /** A clock in ms that nobody can set; it may stand still while the device sleeps. */
  elapsed?: () => number;
  newId?: () => string;
  /** Whether the browser has a network at all. */
  hasNetwork?: () => boolean;
};

export function createDoor({
  storage: ownStorage,
  shop,
  device,
  doorName,
  now = Date.now,
  elapsed = () => performance.now(),
  newId = () => crypto.randomUUID(),
  hasNetwork = () => navigator.onLine,
}: DoorOptions) {
  const store = createStore<DoorState>({ initial: INITIAL });
  // After a failed write, only `storeAgain` sets `isStored` again, because it writes everything.
  let failedWrites = 0;
  const storage = createSafeStorage(ownStorage, () => {
    failedWrites++;
    update({ isStored: false });
  });
  const rows = createTicketRows(device);
  const list = createDoorList({ storage, shop, rows, now, elapsed });
  const isRepeated = createRepeatedCodes();
  let lastKey = 0;

  const update = (change: Partial<DoorState>) => store.set({ ...store.current(), ...change });
  /** Updates the shown state from the list. */
  function publish(): void {
    const all = queue.all();
    const unknown = all.filter(({ isUnknown, undoneAt }) => isUnknown && undoneAt === undefined);
    rows.setQueue(all, list.current()?.event.productId ?? "");
    update({ list: list.current(), queued: all.length - unknown.length, unknown, ...rows.summary() });
  }
  const queue = createCheckInQueue({
    ...{ storage, shop, deviceId: device.deviceId, now, onChange: publish },
    onResults: (results, productId) => {
      // Rows contain names, so they are stored only for the event that this device still has.
      const isCurrentEvent = productId === list.current()?.event.productId;
      // If the answer has no row of the ticket, keep the check-in in the device's own row.
      const rowOf = ({ id, result, ticket }: CheckInResult) =>
        ticket ??
        (result === "unknown" || result === "refused" ? undefined : rows.find(queue.get(id)?.ticketId ?? ""));
      const taken = isCurrentEvent ? rows.merge(results.flatMap((result) => rowOf(result) ?? [])) : [];
      if (taken.length > 0) void storage.putTickets(taken);
      for (const result of results) {
        const sent = queue.get(result.id);
        const isRefused = result.result === "refused" || result.result === "unknown";
        if (isRefused && sent && sent.undoneAt === undefined) refuse(sent, result);
      }
    },
  });
  const failed = (error: unknown) => update({ connection: connectionAfter(error) });

  const show = (shown: Omit<Extract<Shown, { kind: "answer" }>, "key" | "kind">) =>
    update({ shown: { key: ++lastKey, kind: "answer", ...shown } });

  /**
   * Handles a refused check-in. If the screen still shows this scan, the refusal replaces the shown answer. Otherwise
   * someone was already let in, so the check-in is sent again as an offline check-in, which the server stores as a
   * conflict. A check-in with a ticket that the shop does not have stays in the queue.
   */
  function refuse(sent: QueuedCheckIn, { result, ticket }: CheckInResult): void {
    const { shown, recent } = store.current();
    const isShown = shown?.kind === "answer" && shown.checkInId === sent.id;
    if (sent.isOffline || !isShown) {
      const isUnknown = sent.isOffline && result === "unknown";
      return void queue.put({ ...sent, isOffline: true, ...(isUnknown && { isUnknown }) });
    }
    const row = ticket ?? rows.find(sent.ticketId);
    const sentGeneration = sent.generation ?? Infinity;
    const generation = Math.min(
      readCode(sent.code ?? "")?.generation ?? sentGeneration,
      row?.generation ?? 0,
    );
    const byRow = row && result === "refused" ? answerToTicket(row, generation) : undefined;
    update({ recent: recent.filter((other) => other.checkIn.id !== sent.id) });
    if (!row || !byRow) return show({ answer: { answer: "not-valid", why: "unknown" } });
    // The ticket itself is valid. Only its code was replaced, because the code's key was ended.
    const isWithdrawn = byRow.answer === "let-in";
    show({ answer: isWithdrawn ? { answer: "not-valid", why: "key-expired", ticket: row } : byRow });
  }

  /**
   * Checks a code. A code whose key is newer than the device's keys is valid if its short code, which is made from the
   * whole code, is that of its ticket on the list.
   */
  async function checkOnList(code: string): Promise<CodeCheck> {
    const check = await checkCode(code, list.keys(), list.shopNow());
    if (check.ok || check.why !== "unknown-key") return check;
    const content = readCode(code);
    const row = rows.find(content?.id ?? "");
    const isOnList = row !== undefined && (await shortCodeOf(code)) === row.shortCode;
    if (content && isOnList) return { ok: true, content };
    list.expireKeys();
    return check;
  }

  /** Refuses guests before the event's day, but only once the shop's clock is known: the device's may be wrong. */
  function checkDay(answer: DoorAnswer): DoorAnswer {
    const [event, time] = [list.current()?.event.event, list.measuredNow()];
    return event === undefined || time === undefined ? answer : onTheDay(answer, event, time);
  }

  async function letIn(answer: DoorAnswer, ticketId: string, code?: string) {
    const isOnline = hasNetwork() && store.current().connection === "online";
    const currentList = list.current();
    if (!currentList) return;
    const clockOffset = list.clockOffset();
    const checkIn: QueuedCheckIn = {
      ...{ id: newId(), ticketId, at: new Date(now()).toISOString(), isOffline: !isOnline },
      ...{ productId: currentList.event.productId, door: doorName(), ...(code && { code }) },
      ...(clockOffset === undefined ? {} : { clockOffset }),
    };
    const ticket = answer.answer === "not-valid" ? undefined : answer.ticket;
    if (code === undefined && ticket) checkIn.generation = ticket.generation;
    const stored = queue.put(checkIn);
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
      // Check the connection now. Otherwise one slow answer would make the next scans count as offline until the
      // regular refresh.
      void refresh();
    }
  }

  /** Removes the list of an event that is long over, and its unknown tickets, which are no longer shown on this device. */
  async function removeIfOver(isConfirmed: boolean): Promise<boolean> {
    const productId = list.current()?.event.productId;
    if (!(await list.removeIfOver(isConfirmed))) return false;
    const outdated = queue.all().filter((own) => own.isUnknown && own.productId === productId);
    await queue.remove(outdated.map(({ id }) => id));
    return true;
  }

  /** The check-ins that can still be undone, newest first. */
  const recentOf = (checkIns: readonly QueuedCheckIn[]): RecentCheckIn[] =>
    checkIns
      .map((checkIn) => ({
        ...{ checkIn, madeAt: Date.parse(checkIn.at) },
        ticket: rows.find(checkIn.ticketId),
      }))
      .filter(({ checkIn, madeAt }) => checkIn.undoneAt === undefined && now() - madeAt < UNDO_MS)
      .sort((a, b) => b.madeAt - a.madeAt);

  let refreshing: Promise<void> | undefined;
  async function refreshOnce(): Promise<void> {
    if (!hasNetwork()) update({ connection: "offline" });
    if (!store.current().isStored) await storeAgain();
    try {
      await list.refresh();
      await removeIfOver(true);
      publish();
      update({ connection: "online" });
    } catch (error) {
      failed(error);
      const status = error instanceof ApiError ? error.status : 0;
      // The shop answers 404 for the list of an event that ended more than a day ago.
      if (await removeIfOver(status === 404)) publish();
      // After another status the shop may still accept check-ins, for example of a deleted event, which has no list.
      if ([0, 401, 403].includes(status)) return;
    }
    await queue.sendAll().catch(failed);
  }

  /** Writes the list and the queue again; the disk may have room again. */
  async function storeAgain(): Promise<void> {
    const before = failedWrites;
    await list.store();
    if (queue.all().length > 0) await storage.putCheckIns(queue.all());
    if (failedWrites === before) update({ isStored: true });
  }

  let refreshingAgain: Promise<void> | undefined;
  const startRefresh = () => (refreshing = refreshOnce().finally(() => (refreshing = undefined)));
  /**
   * Starts a refresh. During a running refresh, one more follows, because the network may have come back since it
   * began.
   */
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
    /** Restores the stored list and queue. */
    async restore(): Promise<void> {
      const stored = await storage.load();
      rows.merge(stored.tickets);
      await list.restore(stored.list);
      queue.restore(stored.queue);
      await removeIfOver(false);
      publish();
      const { productId } = list.current()?.event ?? {};
      update({ recent: recentOf(queue.all().filter((own) => own.productId === productId)) });
    },
    /** Loads an event's list. Throws if the server cannot be reached. */
    async open(event: DoorEventRow): Promise<void> {
      try {
        await list.open(event);
        update({ connection: "online", shown: undefined, recent: [] });
      } finally {
        publish();
      }
    },
    /** Reads the changes and sends the waiting check-ins. Never runs twice at the same time, and never throws. */
    refresh,
    /** Whether it is too early to let guests of the event in. */
    isEarly(): boolean {
      const [event, time] = [list.current()?.event.event, list.measuredNow()];
      return event !== undefined && time !== undefined && time < letInFrom(event);
    },
    /**
     * Answers a code, or the link of a page with one ticket. `isPasted`: a person entered the text, so it is not a code
     * that stays in the camera's picture.
     */
    async scan(text: string, { isPasted = false } = {}): Promise<void> {
      const codes = codesIn(text);
      const [code = toStoredCode(text)] = codes;
      const { event, events = [], until = "" } = list.current() ?? {};
      const ownEvent = events.find(({ productId }) => productId === event?.productId);
      const wasSeen = isRepeated(code, now());
      if (!ownEvent || (wasSeen && !isPasted)) return;
      if (codes.length > 1) return show({ answer: { answer: "not-valid", why: "several" } });
      const check = await checkOnList(code);
      if (check.ok && check.content.kind === "order")
        return update({ shown: { key: ++lastKey, kind: "pick-up", code } });
      const others = events.filter((other) => other !== ownEvent);
      const doorList = { event: ownEvent, others, ticketOf: rows.find, completeUntil: Date.parse(until) };
      const answer = checkDay(answerToCode(check, doorList));
      if (answer.answer === "let-in" && check.ok) return letIn(answer, check.content.id, code);
      show({ answer });
    },
    /** Answers a ticket that a person found by its short code or name. */
    async choose(ticketId: string): Promise<void> {
      const ticket = rows.find(ticketId);
      if (!ticket) return;
      const answer = checkDay(answerToTicket(ticket));
      if (answer.answer === "let-in") await letIn(answer, ticketId);
      else show({ answer });
    },
    /**
     * Undoes a check-in. It is sent with the same id, so that the server also undoes a check-in that it already has.
     */
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
      await stored;
      if (hasNetwork()) await queue.sendAll().catch(failed);
    },
    /** Closes the result on the screen. */
    closeResult: (): void => update({ shown: undefined }),
    /** Removes a check-in with an unknown ticket from the device, after someone has looked at it. */
    forgetUnknown: (id: string): Promise<void> => queue.remove([id]),
    /** Removes the list from the device. Unsent check-ins stay in the queue. */
    async leave(): Promise<void> {
      await list.clear();
      update({ shown: undefined, recent: [] });
      publish();
    },
  };
}
export type Door = ReturnType<typeof createDoor>;
