/** A device at a door: answers scans from its own list, and sends each check-in to the server. Independent of React. */
import type { DoorEventRow } from "../../../../../shared/api-tickets.ts";
import {
  answerToCode,
  answerToTicket,
  letInFromMs,
  refuseBeforeLetIn,
  type DoorAnswer,
} from "../../../../../shared/tickets/door-answer.ts";
import {
  checkCode,
  codesIn,
  parseCode,
  shortCodeOf,
  toStoredCode,
  type CodeCheck,
} from "../../../../../shared/tickets/ticket-code.ts";
import { CHECK_IN_UNDO_MS } from "../../../../../shared/tickets/ticket.ts";
import { ApiError } from "../../../api-error.ts";
import { createStore } from "../../../store.ts";
import { answerToRefusal } from "./answer-to-refusal.ts";
import { createCheckInQueue, type CheckInResult } from "./check-in-queue.ts";
import { connectionAfter } from "./connection.ts";
import type { DoorServer } from "./door-call.ts";
import { createDoorList } from "./door-list.ts";
import { INITIAL_STATE, type DoorState, type RecentCheckIn, type ShownResult } from "./door-state.ts";
import { neverTwiceAtOnce } from "./never-twice-at-once.ts";
import { createRepeatCheck } from "./repeated-codes.ts";
import { createSafeStorage } from "./safe-storage.ts";
import type { DoorStorage, QueuedCheckIn } from "./stored-list.ts";
import { createTicketRows, type DoorDevice } from "./ticket-rows.ts";

export type DoorOptions = {
  storage: DoorStorage;
  shop: Omit<DoorServer, "readPickUp" | "completePickUp">;
  device: DoorDevice;
  /** The door's name. It can change. */
  doorName: () => string;
  /** The device's clock in ms. */
  now?: () => number;
  /** A clock in ms that nobody can set; it may stand still while the device sleeps. */
  monotonicNow?: () => number;
  newId?: () => string;
  /** Whether the browser has a network at all. */
  hasNetwork?: () => boolean;
};

export function createDoor({
  storage: rejectingStorage,
  shop,
  device,
  doorName,
  now = Date.now,
  monotonicNow = () => performance.now(),
  newId = () => crypto.randomUUID(),
  hasNetwork = () => navigator.onLine,
}: DoorOptions) {
  const store = createStore<DoorState>({ initial: INITIAL_STATE });
  // After a failed write, `isStored` stays false until `storeAgain` has written everything again.
  let failedWriteCount = 0;
  const storage = createSafeStorage(rejectingStorage, () => {
    failedWriteCount++;
    update({ isStored: false });
  });
  const rows = createTicketRows(device);
  const list = createDoorList({ storage, shop, rows, now, monotonicNow });
  const checkRepeat = createRepeatCheck();
  let lastResultKey = 0;

  const update = (change: Partial<DoorState>) => store.set({ ...store.current(), ...change });
  /** Updates the state in the store from the list and the queue. */
  function publish(): void {
    const checkIns = queue.all();
    const unknownCheckIns = checkIns.filter(({ isUnknown, undoneAt }) => isUnknown && undoneAt === undefined);
    rows.setQueue(checkIns, list.current()?.event.productId ?? "");
    update({
      list: list.current(),
      queuedCount: checkIns.length - unknownCheckIns.length,
      unknownCheckIns,
      ...rows.summary(),
    });
  }
  const queue = createCheckInQueue({
    storage,
    shop,
    deviceId: device.deviceId,
    now,
    onChange: publish,
    onResults: (results, productId) => {
      // Rows contain names, so they are stored only for the event that this device still has.
      const isCurrentEvent = productId === list.current()?.event.productId;
      const isRefusal = ({ result }: CheckInResult) => result === "refused" || result === "unknown";
      // If the answer has no row of the ticket, the device's own row is stored, together with the check-in.
      const rowOf = (result: CheckInResult) => {
        if (result.ticket || isRefusal(result)) return result.ticket;
        return rows.find(queue.get(result.id)?.ticketId ?? "");
      };
      const mergedTickets = isCurrentEvent
        ? rows.merge(results.flatMap((result) => rowOf(result) ?? []))
        : [];
      if (mergedTickets.length > 0) void storage.putTickets(mergedTickets, productId);
      for (const result of results) {
        const sentCheckIn = queue.get(result.id);
        if (isRefusal(result) && sentCheckIn && sentCheckIn.undoneAt === undefined)
          onRefused(sentCheckIn, result);
      }
    },
  });
  const onFailedCall = (error: unknown) => update({ connection: connectionAfter(error) });

  const showAnswer = (result: Omit<Extract<ShownResult, { kind: "answer" }>, "key" | "kind">) =>
    update({ shownResult: { key: ++lastResultKey, kind: "answer", ...result } });

  /**
   * Called when the server refuses a check-in or does not know its ticket. If the check-in was made online and the screen still
   * shows its answer, the refusal replaces the answer. Otherwise the guest is already in. The check-in is then sent again as an
   * offline check-in, which the server stores as a conflict. A check-in with a ticket that the shop does not have stays in the
   * queue.
   */
  function onRefused(sentCheckIn: QueuedCheckIn, { result, ticket }: CheckInResult): void {
    const { shownResult, recentCheckIns } = store.current();
    const isShown = shownResult?.kind === "answer" && shownResult.checkInId === sentCheckIn.id;
    if (sentCheckIn.isOffline || !isShown) {
      const isUnknown = sentCheckIn.isOffline && result === "unknown";
      return void queue.put({ ...sentCheckIn, isOffline: true, ...(isUnknown && { isUnknown }) });
    }
    update({ recentCheckIns: recentCheckIns.filter((other) => other.checkIn.id !== sentCheckIn.id) });
    const row = ticket ?? rows.find(sentCheckIn.ticketId);
    showAnswer({ answer: answerToRefusal(sentCheckIn, result === "refused" ? row : undefined) });
  }

  /**
   * Checks a code. If the device does not have the code's key, which may be new, the short codes are compared: the code
   * is valid if its ticket on the list has the same short code, which is made from the whole code.
   * Otherwise the next refresh reads the keys again.
   */
  async function checkOnList(code: string): Promise<CodeCheck> {
    const check = await checkCode(code, list.keys(), list.shopNow());
    if (check.ok || check.why !== "unknown-key") return check;
    const content = parseCode(code);
    const row = rows.find(content?.id ?? "");
    const isOnList = row !== undefined && (await shortCodeOf(code)) === row.shortCode;
    if (content && isOnList) return { ok: true, content };
    list.expireKeys();
    return check;
  }

  /**
   * Replaces the answer 'let-in' by a refusal while it is too early to let guests in. While the shop's clock is not known, the
   * answer stays, because the device's clock may be wrong.
   */
  function refuseTooEarly(answer: DoorAnswer): DoorAnswer {
    const event = list.current()?.event.event;
    const nowMs = list.measuredNow();
    return event === undefined || nowMs === undefined ? answer : refuseBeforeLetIn(answer, event, nowMs);
  }

  /**
   * Queues a check-in, shows the answer with it, and sends it if the device is online. `code`: the scanned code; undefined for
   * a ticket that a person found by short code or name.
   */
  async function letIn(answer: DoorAnswer, ticketId: string, code?: string) {
    const isOnline = hasNetwork() && store.current().connection === "online";
    const currentList = list.current();
    if (!currentList) return;
    const clockOffset = list.clockOffset();
    const checkIn: QueuedCheckIn = {
      id: newId(),
      ticketId,
      at: new Date(now()).toISOString(),
      isOffline: !isOnline,
      productId: currentList.event.productId,
      door: doorName(),
      ...(code && { code }),
      ...(clockOffset === undefined ? {} : { clockOffset }),
    };
    const ticket = answer.answer === "not-valid" ? undefined : answer.ticket;
    if (code === undefined && ticket) checkIn.generation = ticket.generation;
    const writePromise = queue.put(checkIn);
    const madeAt = now();
    const recentCheckIns = store
      .current()
      .recentCheckIns.filter((other) => madeAt - other.madeAt < CHECK_IN_UNDO_MS);
    update({ recentCheckIns: [{ checkIn, madeAt, ticket }, ...recentCheckIns] });
    showAnswer({ answer, checkInId: checkIn.id });
    await writePromise;
    if (!isOnline) return;
    try {
      await queue.confirm(checkIn);
      // A refused check-in may have been queued again. The refresh sends it.
      if (queue.get(checkIn.id)) void refresh();
    } catch (error) {
      onFailedCall(error);
      // Check the connection now. Without this check, one slow answer would make the next scans count as offline
      // until the regular refresh.
      void refresh();
    }
  }

  /**
   * Removes the list of an event that is long over, and the check-ins with unknown tickets of this event. `isTimeConfirmed`: the
   * shop has confirmed the time. Returns whether the list was removed.
   */
  async function removeIfOver(isTimeConfirmed: boolean): Promise<boolean> {
    const productId = list.current()?.event.productId;
    if (!(await list.removeIfOver(isTimeConfirmed))) return false;
    const outdatedCheckIns = queue
      .all()
      .filter((checkIn) => checkIn.isUnknown && checkIn.productId === productId);
    await queue.remove(outdatedCheckIns.map(({ id }) => id));
    return true;
  }

  /** The check-ins that can still be undone, newest first. */
  const recentOf = (checkIns: readonly QueuedCheckIn[]): RecentCheckIn[] =>
    checkIns
      .map((checkIn) => ({
        checkIn,
        madeAt: Date.parse(checkIn.at),
        ticket: rows.find(checkIn.ticketId),
      }))
      .filter(({ checkIn, madeAt }) => checkIn.undoneAt === undefined && now() - madeAt < CHECK_IN_UNDO_MS)
      .sort((a, b) => b.madeAt - a.madeAt);

  let isRestoreDue = false;
  let isListChosen = false;
  async function restore(): Promise<void> {
    isRestoreDue = false;
    const storedData = await storage.load().catch((error: unknown) => {
      isRestoreDue = true;
      throw error;
    });
    const newCheckIns = storedData.queue.filter(({ id }) => !queue.get(id));
    // A list that was opened after a failed restore is newer than the stored list.
    if (isListChosen) return queue.restore(newCheckIns);
    // Another tab may have stored the tickets of another event.
    const eventId = storedData.list?.event.productId;
    rows.merge(storedData.tickets.filter(({ productId = eventId }) => productId === eventId));
    await list.restore(storedData.list);
    queue.restore(newCheckIns);
    await removeIfOver(false);
    publish();
    const { productId } = list.current()?.event ?? {};
    update({ recentCheckIns: recentOf(queue.all().filter((checkIn) => checkIn.productId === productId)) });
  }

  /** Never throws. `refreshOnce` does not wait for the restore, because a blocked database may not answer for minutes. */
  const restoreAgain = () =>
    restore().then(refresh, (error: unknown) => {
      console.error("The stored list could not be read", error);
    });

  async function refreshOnce(): Promise<void> {
    if (isRestoreDue) void restoreAgain();
    if (!hasNetwork()) update({ connection: "offline" });
    if (!store.current().isStored) await storeAgain();
    const answerCountBefore = list.answerCount();
    try {
      await list.refresh();
      await removeIfOver(true);
      publish();
      update({ connection: "online" });
    } catch (error) {
      onFailedCall(error);
      const status = error instanceof ApiError ? error.status : 0;
      // The shop answers 404 for the list of an event that ended more than a day ago.
      if (await removeIfOver(status === 404)) publish();
      // After a status other than 401 and 403, the shop may still accept check-ins, for example of a deleted event, which has
      // no list. Status 0 may mean that the network is slow: then the first pages of the changes have arrived.
      const hasNoNetwork = status === 0 && list.answerCount() === answerCountBefore;
      if (hasNoNetwork || status === 401 || status === 403) return;
    }
    await queue.sendAll().catch(onFailedCall);
  }

  /** Writes the list and the queue again, because the disk may have room by now. */
  async function storeAgain(): Promise<void> {
    const failedWriteCountBefore = failedWriteCount;
    await list.writeAgain();
    if (queue.all().length > 0) await storage.putCheckIns(queue.all());
    if (failedWriteCount === failedWriteCountBefore) update({ isStored: true });
  }

  // If a refresh is requested during a refresh, one more follows, because the network may have come back meanwhile.
  const refresh = neverTwiceAtOnce(refreshOnce);

  return {
    store,
    rows,
    /** Reads the stored data. Throws if the device could not read them; then the next refresh tries again. */
    restore,
    /** Loads an event's list. Throws the error of a failed call; the device then has no list. */
    async open(event: DoorEventRow): Promise<void> {
      isListChosen = true;
      try {
        await list.open(event);
        update({ connection: "online", shownResult: undefined, recentCheckIns: [] });
      } finally {
        publish();
      }
    },
    /** Reads the changes and sends the queued check-ins. Never runs twice at the same time, and never throws. */
    refresh,
    /** Whether it is too early to let guests of the event in. False while the shop's clock is not known. */
    isEarly(): boolean {
      const event = list.current()?.event.event;
      const nowMs = list.measuredNow();
      return event !== undefined && nowMs !== undefined && nowMs < letInFromMs(event);
    },
    /**
     * Answers a code, or the link of a page with one ticket. `isPasted`: a person entered the text, which is
     * always answered. A code from the camera is not answered again while it stays in the picture.
     */
    async scan(text: string, { isPasted = false } = {}): Promise<void> {
      const codes = codesIn(text);
      const [code = toStoredCode(text)] = codes;
      const { event, events = [], until = "" } = list.current() ?? {};
      const ownEvent = events.find(({ productId }) => productId === event?.productId);
      const isRepeat = checkRepeat(code, monotonicNow());
      if (!ownEvent || (isRepeat && !isPasted)) return;
      if (codes.length > 1) return showAnswer({ answer: { answer: "not-valid", why: "several" } });
      const check = await checkOnList(code);
      if (check.ok && check.content.kind === "order")
        return update({ shownResult: { key: ++lastResultKey, kind: "pick-up", code } });
      const doorList = {
        event: ownEvent,
        otherEvents: events.filter((otherEvent) => otherEvent !== ownEvent),
        ticketOf: rows.find,
        completeUntil: Date.parse(until),
      };
      const answer = refuseTooEarly(answerToCode(check, doorList));
      if (answer.answer === "let-in" && check.ok) return letIn(answer, check.content.id, code);
      showAnswer({ answer });
    },
    /** Answers a ticket that a person found by its short code or name. */
    async choose(ticketId: string): Promise<void> {
      const ticket = rows.find(ticketId);
      if (!ticket) return;
      const answer = refuseTooEarly(answerToTicket(ticket));
      if (answer.answer === "let-in") await letIn(answer, ticketId);
      else showAnswer({ answer });
    },
    /**
     * Undoes a check-in within CHECK_IN_UNDO_MS; later does nothing. The undone check-in is sent with the same id, so that the
     * server also undoes a check-in that it already has.
     */
    async undo(id: string): Promise<void> {
      const { recentCheckIns, shownResult } = store.current();
      const recentCheckIn = recentCheckIns.find(({ checkIn }) => checkIn.id === id);
      if (!recentCheckIn || now() - recentCheckIn.madeAt >= CHECK_IN_UNDO_MS) return;
      const isShown = shownResult?.kind === "answer" && shownResult.checkInId === id;
      const undoneAt = new Date(now()).toISOString();
      const writePromise = queue.put({ ...(queue.get(id) ?? recentCheckIn.checkIn), undoneAt });
      update({
        recentCheckIns: recentCheckIns.filter(({ checkIn }) => checkIn.id !== id),
        ...(isShown && { shownResult: undefined }),
      });
      await writePromise;
      if (hasNetwork()) await queue.sendAll().catch(onFailedCall);
    },
    closeResult: (): void => update({ shownResult: undefined }),
    /** Removes a check-in with an unknown ticket from the device, after the door staff has handled the case. */
    forgetUnknown: (id: string): Promise<void> => queue.remove([id]),
    /** Removes the list from the device. Unsent check-ins stay in the queue. */
    async removeList(): Promise<void> {
      await list.clear();
      update({ shownResult: undefined, recentCheckIns: [] });
      publish();
    },
  };
}
export type Door = ReturnType<typeof createDoor>;
