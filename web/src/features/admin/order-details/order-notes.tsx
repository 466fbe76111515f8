import { TextAreaField } from "@aws-amplify/ui-react";
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { MAX_NOTE_LENGTH } from "../../../../../shared/order-notes.ts";
import type { Order } from "../../../../../shared/order.ts";
import { formatShopTime } from "../../../../../shared/zoned-time.ts";
import { ApiError } from "../../../api-error.ts";
import { Button } from "../../../ui/button.tsx";
import { adminCall } from "../auth/admin-call.ts";
import { keepUndoable } from "../orders/change-order.ts";
import { writeOrder } from "../orders/order-queries.ts";
import { DetailsSection } from "./details-section.tsx";
import styles from "./order-notes.module.css";
import { authorText } from "./order-text.ts";
import { useDraft } from "./use-draft.ts";
import { useOwnNames } from "./use-own-names.ts";

const failureText = (error: Error): string =>
  error instanceof ApiError ? (error.fields["text"] ?? error.message) : "Failed to save the note.";

/** A note before it is saved. If it is sent twice, it has the same id, so that the server adds it only once. */
type Draft = { noteId: string; text: string };
const newNote = (): Draft => ({ noteId: crypto.randomUUID(), text: "" });

/** The admins' notes about an order, and a form that adds one. Notes stay in the back office. */
export function OrderNotes({ order }: { order: Order }) {
  const { orderId, version, notes = [] } = order;
  const ownNames = useOwnNames();
  const [draft, setDraft] = useDraft("note", orderId, newNote);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: typeof draft) => adminCall(adminApi.addNote, { params: { id: orderId }, body }),
    onSuccess: (updatedOrder, { noteId }) => {
      keepUndoable(version, updatedOrder);
      writeOrder(updatedOrder);
      setDraft((current) => (current.noteId === noteId ? newNote() : current));
    },
    onError: (failure) => console.error("The note could not be saved", failure),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending && draft.text.trim() !== "") mutate(draft);
  };
  return (
    <DetailsSection heading="Notes">
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map(({ noteId, at, by, text }) => (
            <li key={noteId}>
              <p className={styles.text}>{text}</p>
              <p className={styles.author}>
                <time dateTime={at}>{formatShopTime(at)}</time> {authorText(by, ownNames)}
              </p>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={onSubmit} className={styles.form}>
        <TextAreaField
          label="New note"
          descriptiveText="Only the back office shows notes. A note cannot be changed."
          rows={2}
          maxLength={MAX_NOTE_LENGTH}
          value={draft.text}
          hasError={error !== null}
          errorMessage={error && failureText(error)}
          onChange={({ target }) => setDraft(({ noteId }) => ({ noteId, text: target.value }))}
        />
        <Button type="submit" variant="secondary" loading={isPending} disabled={draft.text.trim() === ""}>
          Add note
        </Button>
      </form>
    </DetailsSection>
  );
}
