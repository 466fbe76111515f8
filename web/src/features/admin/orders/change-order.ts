import { adminApi } from "../../../../../shared/api-admin.ts";
import { dueMail, wasMailedBefore } from "../../../../../shared/due-mail.ts";
import type { BodyInput } from "../../../../../shared/endpoint.ts";
import { ORDER_STATUS, ORDER_STATUS_LABEL } from "../../../../../shared/order-status.ts";
import { customerName } from "../../../../../shared/order-summary.ts";
import type { Order, OrderSummary } from "../../../../../shared/order.ts";
import { STATUS_MAIL_DELAY_SECONDS, statusMailOf, UNDO_SECONDS } from "../../../../../shared/status-mail.ts";
import { ApiError } from "../../../api-error.ts";
import { createStore } from "../../../store.ts";
import { announce } from "../../../ui/announce.ts";
import { adminCall } from "../auth/admin-call.ts";
import { toast } from "../toast.ts";
import { rereadOrder, writeOrder } from "./order-queries.ts";

export type OrderChange = Omit<BodyInput<typeof adminApi.changeOrder>, "version">;

/** A saved change that can be undone until `deadline` (ms since 1970). `savedAt` is the server's time. */
export type UndoableChange = {
  orderId: string;
  text: string;
  deadline: number;
  savedAt: string;
  version: number;
  inverse: OrderChange;
};

/** The changes that can be undone, one for each order, the latest last. */
export const undoableChanges = createStore<readonly UndoableChange[]>({ initial: [] });

export const forgetChange = (change: UndoableChange): void =>
  undoableChanges.set(undoableChanges.current().filter((other) => other !== change));

/** Keeps the change of the order at `version` undoable after `order` was saved with another, unrelated change. */
export const keepUndoable = (version: number, order: Order): void =>
  undoableChanges.set(
    undoableChanges
      .current()
      .map((change) =>
        change.orderId === order.orderId && change.version === version && order.version === version + 1
          ? { ...change, version: order.version }
          : change,
      ),
  );

const sendChange = (orderId: string, version: number, change: OrderChange) =>
  adminCall(adminApi.changeOrder, { params: { id: orderId }, body: { version, ...change } });

/** A text about the mail for the order's last change: 'Ada will be told by email.' */
function mailText(order: Order): string {
  const { billingInfo, orderStatus, history, undeliverable, updatedAt } = order;
  const name = billingInfo?.firstName ?? customerName(billingInfo);
  const customer = name === "" ? "The customer" : name;
  const isMailed = statusMailOf(order) !== undefined && dueMail(history)?.at === updatedAt;
  if (!isMailed) return `Set to ${ORDER_STATUS_LABEL[orderStatus]}. ${customer} gets no email.`;
  if (undeliverable) return `${customer} gets no email: mail to the address comes back.`;
  return wasMailedBefore(history)
    ? `${customer} was told before and gets no second email.`
    : `${customer} will be told by email.`;
}

/** A change that was just sent. It can be undone until `deadline` (ms since 1970). */
type SentChange = { change: OrderChange; deadline: number };

function offerUndo(before: OrderSummary, order: Order, { change, deadline }: SentChange, text: string) {
  const { orderId, version, updatedAt: savedAt } = order;
  const inverse = {
    orderStatus: before.orderStatus,
    ...(change.tracking === undefined ? {} : { tracking: before.tracking ?? "" }),
    ...(change.ready === undefined ? {} : { ready: before.ready ?? false }),
  };
  undoableChanges.set([...undoableChanges.current(), { orderId, version, text, deadline, savedAt, inverse }]);
}

/**
 * Saves a change of an order. Shows whether the customer gets a mail, and a button that undoes the change. Cancelling and
 * reopening an order move stock and money, so they cannot be undone this way.
 */
export async function changeOrder(before: OrderSummary, change: OrderChange): Promise<Order> {
  // The mail's time in the queue starts before the answer arrives.
  const deadline = Date.now() + UNDO_SECONDS * 1000;
  const order = await sendChange(before.orderId, before.version, change);
  writeOrder(order);
  // An older change of this order cannot be undone any more.
  undoableChanges.set(undoableChanges.current().filter(({ orderId }) => orderId !== order.orderId));
  const text = mailText(order);
  const canUndo =
    ![before.orderStatus, order.orderStatus].includes(ORDER_STATUS.cancelled) && Date.now() < deadline;
  if (canUndo) offerUndo(before, order, { change, deadline }, text);
  else toast.success(text);
  const state = change.ready === true ? "ready to be picked up" : ORDER_STATUS_LABEL[order.orderStatus];
  announce(`Order set to ${state}. ${text}${canUndo ? " Undo with Control Z." : ""}`);
  return order;
}

/** Whether the mail about a change may have been sent before the change was undone at `undoneAt`. */
const cameTooLate = ({ savedAt }: UndoableChange, undoneAt: string): boolean =>
  Date.parse(undoneAt) - Date.parse(savedAt) >= STATUS_MAIL_DELAY_SECONDS * 1000;

/** Undoes a change; its mail is then not sent. Does nothing after the deadline. */
export async function undoChange(change: UndoableChange): Promise<void> {
  forgetChange(change);
  if (Date.now() >= change.deadline) {
    toast.error("It is too late to undo this change. Please set the status again.");
    return;
  }
  try {
    const order = await sendChange(change.orderId, change.version, change.inverse);
    writeOrder(order);
    const label = ORDER_STATUS_LABEL[order.orderStatus];
    if (cameTooLate(change, order.updatedAt))
      toast.error(`${label} again, but the email about the change may have been sent.`);
    else toast.success(`Undone: ${label} again`);
  } catch (error) {
    console.error("The change could not be taken back", error);
    if (error instanceof ApiError && error.status === 409) void rereadOrder(change.orderId);
    toast.error(error instanceof ApiError ? error.message : "Failed to undo. Please try again.");
  }
}
