import { apiMessages } from "../../shared/api-messages.ts";
import { MAX_NOTES, type NewOrderNote } from "../../shared/order-notes.ts";
import type { Order } from "../../shared/order.ts";
import { conflict } from "../lib/errors.ts";
import { applyChange } from "./apply-change.ts";
import { toOrder } from "./stored-order.ts";

/**
 * The size from which an order takes no more notes, in bytes of JSON. The rest of DynamoDB's 400 KB for an item is for the
 * customer's requests (at most 120 KB with their answers), refunds and disputes, which must always fit.
 */
const MAX_BYTES_BEFORE_NOTE = 200_000;

/**
 * Appends a note to an order, once for each noteId, whichever version the order has. Throws 404 for an unknown order; 409
 * when the order has too many notes or is too large, when the `noteId` was used for a note with another text, and when the
 * order's personal data was erased, because the note may contain a name.
 */
export async function addNote(
  orderId: string,
  { noteId, text }: NewOrderNote,
  admin: string,
  now: Date,
): Promise<Order> {
  const changedOrder = await applyChange(
    orderId,
    (order) => {
      if (order.erased) throw conflict(apiMessages.erasedTakesNoNote);
      const { notes = [] } = order;
      const earlierNote = notes.find((note) => note.noteId === noteId);
      if (earlierNote && earlierNote.text !== text) throw conflict(apiMessages.noteReused);
      if (earlierNote) return undefined;
      if (notes.length >= MAX_NOTES) throw conflict(`An order can have at most ${MAX_NOTES} notes.`);
      if (Buffer.byteLength(JSON.stringify(order)) > MAX_BYTES_BEFORE_NOTE)
        throw conflict(apiMessages.noRoomForNote);
      const note = { noteId, at: now.toISOString(), by: admin, text };
      return { order: { ...order, notes: [...notes, note] }, events: [] };
    },
    { now },
  );
  return toOrder(changedOrder);
}
