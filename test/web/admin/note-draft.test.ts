import { expect, test } from "vitest";
import { noteDraftAfterSave, isNoteOf } from "../../../web/src/features/admin/order-details/note-draft.ts";

const note = { noteId: "note-0001", at: "2026-11-20T12:00:00.000Z", by: "ada", text: "Call back" };

test.each([
  ["as it was sent", " Call back ", ""],
  ["with more text", "Call back on Monday ", "on Monday "],
  ["with another text", "Called back", "Called back"],
])("a draft %s after its note was saved becomes a new note", (_, text, rest) => {
  const draft = noteDraftAfterSave({ noteId: note.noteId, text }, note);
  expect(draft).toMatchObject({ text: rest });
  expect(draft.noteId).not.toBe(note.noteId);
});

test("a draft stays the same note while its note is not saved", () => {
  const draft = { noteId: "note-0002", text: "Call back on Monday" };
  expect(noteDraftAfterSave(draft, note)).toBe(draft);
});

test("a note is saved if the order has its id with its text", () => {
  const noteId = note.noteId;
  expect(isNoteOf({ noteId, text: " Call back\n" }, note)).toBe(true);
  expect(isNoteOf({ noteId, text: "Call back on Monday" }, note)).toBe(false);
  expect(isNoteOf({ noteId: "note-0002", text: "Call back" }, note)).toBe(false);
});
