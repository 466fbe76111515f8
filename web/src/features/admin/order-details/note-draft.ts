import type { OrderNote } from "../../../../../shared/order-notes.ts";

/** A note before it is saved. The same note always has the same id, so that the server adds a note only once. */
export type NoteDraft = { noteId: string; text: string };

export const createNoteDraft = (text = ""): NoteDraft => ({ noteId: crypto.randomUUID(), text });

/** Whether an order's note has the id and the text of a draft. */
export const isNoteOf = (draft: NoteDraft, note: OrderNote): boolean =>
  note.noteId === draft.noteId && note.text === draft.text.trim();

/**
 * The draft after its note was saved with the text `saved`. The text that was added to the draft since then is a new note, and a
 * text that was changed is one as a whole.
 */
export function draftAfterSave(draft: NoteDraft, saved: NoteDraft): NoteDraft {
  if (draft.noteId !== saved.noteId) return draft;
  const [text, savedText] = [draft.text.trimStart(), saved.text.trim()];
  return createNoteDraft(text.startsWith(savedText) ? text.slice(savedText.length).trimStart() : draft.text);
}
