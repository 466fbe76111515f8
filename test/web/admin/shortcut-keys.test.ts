import { expect, test } from "vitest";
import { isUndoKey } from "../../../web/src/features/admin/shortcuts/shortcut-keys.ts";

const isUndo = (key: string, heldKeys: { ctrlKey?: boolean; metaKey?: boolean; shiftKey?: boolean }) =>
  isUndoKey({ key, ctrlKey: false, metaKey: false, shiftKey: false, ...heldKeys } as KeyboardEvent);

test("Control+Z and Command+Z undo, also while Caps Lock is on; with Shift they do not", () => {
  expect(isUndo("z", { ctrlKey: true })).toBe(true);
  expect(isUndo("Z", { metaKey: true })).toBe(true);
  expect(isUndo("Z", { ctrlKey: true, shiftKey: true })).toBe(false);
  expect(isUndo("z", {})).toBe(false);
});
