import type { OrderNote } from "../../../../../shared/order-notes.ts";

/** A note before it is saved. A note that is sent again has the same id, so that the server adds it only once. */
export type NoteDraft = { noteId: string; text: string };

export const createNoteDraft = (text = ""): NoteDraft => ({ noteId: crypto.randomUUID(), text });

/** Whether an order's note has the id and the text of a draft. */
export const isSavedAs = (draft: NoteDraft, note: OrderNote): boolean =>
  note.noteId === draft.noteId && note.text === draft.text.trim();

/**
 * The draft after `savedDraft` was saved as a note: the draft of the next note. If the admin has since added text at the end,
 * the draft is the added text. If the text was changed in another way, the draft is the whole text. A draft
 * with another id than `savedDraft` stays unchanged.
 */
export function noteDraftAfterSave(draft: NoteDraft, savedDraft: NoteDraft): NoteDraft {
  if (draft.noteId !== savedDraft.noteId) return draft;
  const [text, savedText] = [draft.text.trimStart(), savedDraft.text.trim()];
  return createNoteDraft(text.startsWith(savedText) ? text.slice(savedText.length).trimStart() : draft.text);
}
