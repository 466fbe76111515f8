import { adminApi } from "../../../../../shared/api-admin.ts";
import { dueMail, mayBeHeldBack, wasMailedBefore } from "../../../../../shared/due-mail.ts";
import type { BodyInput } from "../../../../../shared/endpoint.ts";
import { ORDER_STATUS, ORDER_STATUS_LABEL, type OrderStatus } from "../../../../../shared/order-status.ts";
import { isPacked } from "../../../../../shared/packing.ts";
import { customerName } from "../../../../../shared/order-summary.ts";
import type { Order, OrderSummary, Undeliverable } from "../../../../../shared/order.ts";
import {
  STATUS_MAIL_DELAY_SECONDS,
  statusMailOf,
  STATUS_UNDO_SECONDS,
} from "../../../../../shared/status-mail.ts";
import { ApiError, mayHaveSaved } from "../../../api-error.ts";
import { announce } from "../../../ui/announce.ts";
import { adminMessages, errorText } from "../admin-messages.ts";
import { adminCall } from "../auth/admin-call.ts";
import { toast } from "../toast.ts";
import { createUserStore } from "../user-stores.ts";
import { rereadOrder, writeOrder } from "./order-queries.ts";

export type OrderChange = Omit<BodyInput<typeof adminApi.changeOrder>, "version">;

/**
 * A saved change that can be undone until `deadline` (ms since 1970). `text`: the text about the mail for the change.
 * `textOfUndo`: what the undo restores. `savedAt`: the server's time of the change (ISO 8601). `version`: the order's version after
 * the change. `inverse`: the change that undoes this change.
 */
export type UndoableChange = {
  orderId: string;
  text: string;
  textOfUndo: string;
  deadline: number;
  savedAt: string;
  version: number;
  inverse: OrderChange;
};

/** The changes that the undo bar shows: at most one for each order, the latest last. None of them is from a batch. */
export const undoableChanges = createUserStore<readonly UndoableChange[]>([]);

export const forgetChange = (change: UndoableChange): void =>
  undoableChanges.set(undoableChanges.current().filter((other) => other !== change));

const forgetChangesOf = (orderId: string): void =>
  undoableChanges.set(undoableChanges.current().filter((change) => change.orderId !== orderId));

/**
 * Keeps the change before a note undoable, although the note has raised the order's version. The second argument is the order in
 * the server's answer. Does nothing if the note is not the order's last change, for example because the note was sent twice.
 */
export function keepUndoableAfterNote(
  noteId: string,
  { orderId, version, updatedAt, notes = [] }: Order,
): void {
  if (!notes.some((note) => note.noteId === noteId && note.at === updatedAt)) return;
  undoableChanges.set(
    undoableChanges
      .current()
      .map((change) =>
        change.orderId === orderId && change.version === version - 1 ? { ...change, version } : change,
      ),
  );
}

const sendChange = (orderId: string, version: number, change: OrderChange) =>
  adminCall(adminApi.changeOrder, { params: { id: orderId }, body: { version, ...change } });

/** What a change has done to the order, such as 'Packed', 'Not packed' or 'Set to Completed'. */
function stateText(statusBefore: OrderStatus, order: Order, change: OrderChange): string {
  const { packed, ready, tracking } = change;
  if (packed !== undefined) return packed ? "Packed" : "Not packed";
  if (ready !== undefined) return ready ? "Ready to be picked up" : "Not ready to be picked up";
  if (tracking === undefined || order.orderStatus !== statusBefore)
    return `Set to ${ORDER_STATUS_LABEL[order.orderStatus]}`;
  return tracking === "" ? "Tracking number removed" : "Tracking number saved";
}

const UNDELIVERABLE_TEXT = {
  bounce: "mail to the address comes back",
  complaint: "an earlier email was marked as spam",
} as const satisfies Record<Undeliverable["reason"], string>;

/** A text about the mail for the order's last change: 'Ada will be told by email.' */
function mailText(statusBefore: OrderStatus, order: Order, change: OrderChange): string {
  const { billingInfo, history, disputes = [], undeliverable, updatedAt } = order;
  const name = billingInfo?.firstName ?? customerName(billingInfo);
  const customer = name === "" ? "The customer" : name;
  const isMailed = statusMailOf(order) !== undefined && dueMail(history)?.at === updatedAt;
  if (!isMailed) return `${stateText(statusBefore, order, change)}. ${customer} gets no email.`;
  if (undeliverable) return `${customer} gets no email: ${UNDELIVERABLE_TEXT[undeliverable.reason]}.`;
  if (!wasMailedBefore(history)) return `${customer} will be told by email.`;
  return mayBeHeldBack(history, disputes)
    ? `${customer} gets one email that the order is ready, unless it was sent before.`
    : `${customer} was told before and gets no second email.`;
}

/** The change that restores the values which the order had before `change`. */
const inverseOf = (orderBefore: OrderSummary, change: OrderChange): OrderChange => ({
  orderStatus: orderBefore.orderStatus,
  ...(change.tracking === undefined ? {} : { tracking: orderBefore.tracking ?? "" }),
  ...(change.ready === undefined ? {} : { ready: orderBefore.ready ?? false }),
  ...(change.packed === undefined ? {} : { packed: isPacked(orderBefore) }),
});

/** What the undo of a change restores: 'Pending again', 'Not packed', 'Tracking number 1Z999 again'. */
function undoneText(statusAfter: OrderStatus, { orderStatus, packed, ready, tracking }: OrderChange): string {
  if (packed !== undefined) return packed ? "Packed again" : "Not packed";
  if (ready !== undefined) return ready ? "Ready to be picked up again" : "Not ready to be picked up";
  if (tracking === undefined || orderStatus !== statusAfter)
    return `${ORDER_STATUS_LABEL[orderStatus]} again`;
  return tracking === "" ? "No tracking number" : `Tracking number ${tracking} again`;
}

/**
 * `order`: after the change. `text`: about the mail for the change. `undoableChange`: undefined if the change cannot be undone.
 * `hasLaterChanges`: the answer was lost, and the order has changed again since.
 */
export type SavedChange = {
  order: Order;
  text: string;
  undoableChange: UndoableChange | undefined;
  hasLaterChanges?: boolean;
};

/**
 * Saves a change of an order, without a message on the page. A change that cancels an order, or reopens a cancelled order,
 * cannot be undone, because it moves stock or money.
 */
export async function saveChange(orderBefore: OrderSummary, change: OrderChange): Promise<SavedChange> {
  // Counted from the request, because the mail's delay begins before the response arrives.
  const deadline = Date.now() + STATUS_UNDO_SECONDS * 1000;
  const order = await sendChange(orderBefore.orderId, orderBefore.version, change);
  writeOrder(order);
  return toSavedChange(orderBefore, order, change, deadline);
}

/** `order`: the order after the change. `deadline`: until when the change can be undone, in ms since 1970. */
function toSavedChange(
  orderBefore: OrderSummary,
  order: Order,
  change: OrderChange,
  deadline: number,
): SavedChange {
  const { orderId, version, updatedAt: savedAt } = order;
  // An older change of this order cannot be undone any more.
  forgetChangesOf(orderId);
  const text = mailText(orderBefore.orderStatus, order, change);
  // If the order already had these values, its version stays the same, and there is nothing to undo.
  const canUndo =
    version > orderBefore.version &&
    ![orderBefore.orderStatus, order.orderStatus].includes(ORDER_STATUS.cancelled) &&
    Date.now() < deadline;
  const inverse = inverseOf(orderBefore, change);
  const textOfUndo = undoneText(order.orderStatus, inverse);
  const undoableChange = canUndo
    ? { orderId, version, text, textOfUndo, deadline, savedAt, inverse }
    : undefined;
  return { order, text, undoableChange };
}

/**
 * Saves a change like `saveChange`. If the answer is lost, reads the order again, and returns the saved change if the order has it.
 * For a cancellation, throws the error of the lost answer instead, because the order does not show which refund and which
 * restocking were requested with it.
 */
async function saveOrFindChange(orderBefore: OrderSummary, change: OrderChange): Promise<SavedChange> {
  const deadline = Date.now() + STATUS_UNDO_SECONDS * 1000;
  try {
    return await saveChange(orderBefore, change);
  } catch (error) {
    if (!mayHaveSaved(error) || change.orderStatus === ORDER_STATUS.cancelled) throw error;
    const order = await rereadOrder(orderBefore.orderId);
    if (!order || order.version <= orderBefore.version || !hasValues(order, change)) throw error;
    if (order.version === orderBefore.version + 1) return toSavedChange(orderBefore, order, change, deadline);
    // The order has other changes too. So it is not known when this change was made and which mail is due, and it gets no undo.
    forgetChangesOf(order.orderId);
    return {
      order,
      text: adminMessages.savedWithoutAnswer,
      undoableChange: undefined,
      hasLaterChanges: true,
    };
  }
}

/**
 * Saves a change like `saveOrFindChange`, and shows a message, with a button that undoes the change if it can be undone. Returns the
 * saved order.
 */
export async function changeOrder(orderBefore: OrderSummary, change: OrderChange): Promise<Order> {
  const { order, text, undoableChange, hasLaterChanges } = await saveOrFindChange(orderBefore, change);
  if (undoableChange) undoableChanges.set([...undoableChanges.current(), undoableChange]);
  // An error toast stays longer.
  else if (hasLaterChanges) toast.error(text);
  else toast.success(text);
  const state = stateText(orderBefore.orderStatus, order, change).toLowerCase();
  announce(`Order ${state}. ${text}${undoableChange ? " Undo with Control Z." : ""}`);
  return order;
}

/**
 * Why an undo that failed cannot be tried again; undefined before the deadline. `isKnown`: whether it is known that the change
 * was not undone.
 */
export function tooLateText({ deadline }: UndoableChange, isKnown: boolean): string | undefined {
  if (Date.now() < deadline) return undefined;
  return isKnown ? adminMessages.notUndone : adminMessages.undoUnknown;
}

/** The changes that are being undone at this moment. */
export const runningUndos = createUserStore<readonly UndoableChange[]>([]);

/** Whether the mail about a change may have been sent before the change was undone at `undoneAt`. */
const mayHaveMailed = ({ savedAt }: UndoableChange, undoneAt: string): boolean =>
  Date.parse(undoneAt) - Date.parse(savedAt) >= STATUS_MAIL_DELAY_SECONDS * 1000;

/** `isLate`: the undo may have come too late to stop the mail. */
type UndoResult = { isLate: boolean };

/** `order`: the order after the undo. */
const undoResultOf = (change: UndoableChange, order: Order): UndoResult => ({
  isLate: mayHaveMailed(change, order.updatedAt),
});

/** Undoes a change. Unless the undo is late, this also stops the mail about the change. */
export async function sendUndo(change: UndoableChange): Promise<UndoResult> {
  const order = await sendChange(change.orderId, change.version, change.inverse);
  writeOrder(order);
  return undoResultOf(change, order);
}

/** Whether the order has the values that a change sets. */
const hasValues = (order: Order, { orderStatus, tracking, ready, packed }: OrderChange): boolean =>
  order.orderStatus === orderStatus &&
  (tracking === undefined || (order.tracking ?? "") === tracking) &&
  (ready === undefined || (order.ready ?? false) === ready) &&
  (packed === undefined || isPacked(order) === packed);

/**
 * Reads an order again after an undo has failed, because the server may have undone the change although its answer was lost.
 * `result` is undefined if the change was not undone, or if this is not known. `isKnown`: whether the order could be read.
 */
export async function checkUndo(
  change: UndoableChange,
): Promise<{ isKnown: boolean; result: UndoResult | undefined }> {
  const order = await rereadOrder(change.orderId);
  return {
    isKnown: order !== undefined,
    result:
      order && order.version > change.version && hasValues(order, change.inverse)
        ? undoResultOf(change, order)
        : undefined,
  };
}

/** The id of the toast about the last undo that failed. */
let failureToastId: string | undefined;

function showUndoResult({ textOfUndo }: UndoableChange, { isLate }: UndoResult): void {
  if (isLate) toast.error(`${textOfUndo}, but the email about the change may have been sent.`);
  else toast.success(`Undone: ${textOfUndo}`);
}

/** Whether to read the order again after a failed call: the call may have changed the order, or another change came first. */
export const mustReread = (error: unknown): boolean =>
  mayHaveSaved(error) || (error instanceof ApiError && error.status === 409);

/** Handles an undo that failed. Before the deadline, the admin can try again, unless the order has changed. */
async function handleFailedUndo(change: UndoableChange, error: unknown): Promise<void> {
  const check = mustReread(error) ? await checkUndo(change) : { isKnown: true, result: undefined };
  if (check.result) {
    forgetChange(change);
    return showUndoResult(change, check.result);
  }
  console.error("The change could not be undone", error);
  const isConflict = error instanceof ApiError && error.status === 409;
  const tooLateMessage = isConflict ? undefined : tooLateText(change, check.isKnown);
  if (isConflict || tooLateMessage !== undefined) forgetChange(change);
  failureToastId = toast.error(tooLateMessage ?? errorText(error, adminMessages.undoFailed));
}

/** Undoes a change, and shows the result. After the deadline, only shows that it is too late. */
export async function undoChange(change: UndoableChange): Promise<void> {
  if (runningUndos.current().includes(change)) return;
  if (failureToastId !== undefined) toast.dismiss(failureToastId);
  if (Date.now() >= change.deadline) {
    forgetChange(change);
    toast.error(adminMessages.undoTooLate);
    return;
  }
  runningUndos.set([...runningUndos.current(), change]);
  try {
    const result = await sendUndo(change);
    forgetChange(change);
    showUndoResult(change, result);
  } catch (error) {
    await handleFailedUndo(change, error);
  } finally {
    runningUndos.set(runningUndos.current().filter((other) => other !== change));
  }
}
