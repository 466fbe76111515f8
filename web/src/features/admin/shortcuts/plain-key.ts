const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input:not([type=checkbox]), textarea, select");

/** Whether the page must ignore a key, because a dialog is open or a modifier key is held. */
export const isOutsidePage = (event: KeyboardEvent): boolean =>
  event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog:modal") !== null;

/** Whether a key is a shortcut of the page, and not text that the user types. */
export const isShortcut = (event: KeyboardEvent): boolean =>
  !isOutsidePage(event) && !isTextField(event.target);
