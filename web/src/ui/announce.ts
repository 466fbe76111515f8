/** The same text can be read again only if the live region was empty for this time. */
const EMPTY_MS = 50;
/** After this time the text is removed from the live region. */
const CLEAR_AFTER_MS = 6000;

/**
 * Makes screen readers read `text`. Screen readers ignore the page behind an open modal dialog, so the live region of the
 * dialog is used then: if several dialogs are open, that of the last one in the document.
 */
export function announce(text: string): void {
  const modals = [...document.querySelectorAll("dialog:modal")];
  const region =
    modals.at(-1)?.querySelector("[data-announcer]") ?? document.querySelector("[data-announcer=root]");
  if (!region) return;
  region.textContent = "";
  setTimeout(() => (region.textContent = text), EMPTY_MS);
  setTimeout(() => {
    if (region.textContent === text) region.textContent = "";
  }, CLEAR_AFTER_MS);
}
