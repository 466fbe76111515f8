import { expect, test } from "vitest";
import { noteDraftAfterSave, isSavedAs } from "../../../web/src/features/admin/order-details/note-draft.ts";

const note = { noteId: "note-0001", at: "2026-11-20T12:00:00.000Z", by: "ada", text: "Call back" };

test.each([
  ["that equals the saved note", " Call back ", ""],
  ["with more text than the saved note", "Call back on Monday ", "on Monday "],
  ["with another text than the saved note", "Called back", "Called back"],
])(
  "after a save, a draft %s is replaced by a draft with a new id and the text that was not saved",
  (_, text, rest) => {
    const draft = noteDraftAfterSave({ noteId: note.noteId, text }, note);
    expect(draft).toMatchObject({ text: rest });
    expect(draft.noteId).not.toBe(note.noteId);
  },
);

test("a draft stays unchanged while its own note is not saved", () => {
  const draft = { noteId: "note-0002", text: "Call back on Monday" };
  expect(noteDraftAfterSave(draft, note)).toBe(draft);
});

test("a draft counts as saved if a note of the order has its id and its text", () => {
  const noteId = note.noteId;
  expect(isSavedAs({ noteId, text: " Call back\n" }, note)).toBe(true);
  expect(isSavedAs({ noteId, text: "Call back on Monday" }, note)).toBe(false);
  expect(isSavedAs({ noteId: "note-0002", text: "Call back" }, note)).toBe(false);
});
