export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea");

/** The number of open dialogs. A dialog may lie on top of another one. */
const openDialogCount = (): number => document.querySelectorAll("dialog:modal").length;

/**
 * Whether the page ignores a key as a shortcut, because a dialog is open, or Control, Command or Alt is held. `isUndoKey` recognizes
 * Control+Z.
 */
export const isIgnoredKey = (event: KeyboardEvent): boolean =>
  event.ctrlKey || event.metaKey || event.altKey || openDialogCount() > 0;

/** Whether a key can be a shortcut of the page. False while the user types, and in a select, which uses keys itself. */
export const isShortcut = (event: KeyboardEvent): boolean =>
  !isIgnoredKey(event) && !isTextField(event.target) && !(event.target instanceof HTMLSelectElement);

/** Whether a key is Control+Z, or Command+Z on a Mac. The letter is a capital while Caps Lock is on. */
export const isUndoKey = ({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === "z" && (ctrlKey || metaKey) && !shiftKey;

/** Whether a question, a form or another dialog lies on top of the page, or of an order's details if these are open. */
export const isCovered = (hasOpenDetails: boolean): boolean => openDialogCount() > (hasOpenDetails ? 1 : 0);
