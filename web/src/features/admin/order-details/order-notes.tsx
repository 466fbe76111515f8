import { TextAreaField } from "@aws-amplify/ui-react";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { MAX_NOTE_LENGTH } from "../../../../../shared/order-notes.ts";
import type { Order } from "../../../../../shared/order.ts";
import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import { Button } from "../../../ui/button.tsx";
import { adminMessages, fieldErrorText } from "../admin-messages.ts";
import { adminCall } from "../auth/admin-call.ts";
import { mustReread, keepUndoableAfterNote } from "../orders/change-order.ts";
import { rereadOrder, writeOrder } from "../orders/order-queries.ts";
import { DetailsSection } from "./details-section.tsx";
import { createNoteDraft, noteDraftAfterSave, isSavedAs, type NoteDraft } from "./note-draft.ts";
import styles from "./order-notes.module.css";
import { authorText } from "./order-text.ts";
import { useDraft } from "./use-draft.ts";
import { useOwnIdentifiers } from "./use-own-identifiers.ts";

/**
 * The admins' notes about an order, and a form that adds a note, unless the customer's data was erased. No customer sees the
 * notes.
 */
export function OrderNotes({ order }: { order: Order }) {
  const { orderId, notes = [] } = order;
  const ownIdentifiers = useOwnIdentifiers();
  const [draft, setDraft] = useDraft("note", orderId, createNoteDraft);
  const removeSavedText = (savedNote: NoteDraft) =>
    setDraft((current) => noteDraftAfterSave(current, savedNote));
  /** Reads the order again after a failure. Removes the text if the server has saved the note, and only its answer was lost. */
  const removeTextIfSaved = async ({ noteId }: NoteDraft) => {
    const latestOrder = await rereadOrder(orderId);
    const savedNote = latestOrder?.notes?.find((note) => note.noteId === noteId);
    if (savedNote) removeSavedText(savedNote);
  };
  const {
    mutate,
    isPending,
    error,
    variables: sentNote,
  } = useMutation({
    mutationFn: (body: NoteDraft) => adminCall(adminApi.addNote, { params: { id: orderId }, body }),
    onSuccess: (updatedOrder, body) => {
      keepUndoableAfterNote(body.noteId, updatedOrder);
      writeOrder(updatedOrder);
      removeSavedText(body);
    },
    onError: (reason, body) => {
      console.error("The note could not be saved", reason);
      if (mustReread(reason)) void removeTextIfSaved(body);
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending && draft.text.trim() !== "") mutate(draft);
  };
  // No failure is shown if the order has the note: the server has saved it, and only the answer was lost.
  const failure = notes.some((note) => sentNote && isSavedAs(sentNote, note)) ? null : error;
  return (
    <DetailsSection heading="Notes">
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map(({ noteId, at, by, text }) => (
            <li key={noteId}>
              <p className={styles.text}>{text}</p>
              <p className={styles.author}>
                <time dateTime={at}>{formatShopTime(at)}</time> {authorText(by, ownIdentifiers)}
              </p>
            </li>
          ))}
        </ul>
      )}
      {order.erased ? (
        <p>An order whose customer data was erased takes no note.</p>
      ) : (
        <form onSubmit={onSubmit} className={styles.form}>
          <TextAreaField
            label="New note"
            descriptiveText="Only the back office shows notes. A note cannot be changed."
            rows={2}
            maxLength={MAX_NOTE_LENGTH}
            value={draft.text}
            hasError={failure !== null}
            errorMessage={failure && fieldErrorText(failure, "text", adminMessages.noteFailed)}
            onChange={({ target }) => setDraft(({ noteId }) => ({ noteId, text: target.value }))}
          />
          {/* Not `disabled`: the button would lose the focus when the text is saved. */}
          <Button
            type="submit"
            variant="secondary"
            loading={isPending}
            aria-disabled={draft.text.trim() === ""}
          >
            Add note
          </Button>
        </form>
      )}
    </DetailsSection>
  );
}
