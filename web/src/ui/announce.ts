/**
 * Says `text` to screen readers. While a modal dialog is open everything else is inert and silent, so the text goes
 * to the region inside the topmost one.
 */
export function announce(text: string): void {
  const modals = [...document.querySelectorAll("dialog:modal")];
  const region =
    modals.at(-1)?.querySelector("[data-announcer]") ?? document.querySelector("[data-announcer=root]");
  if (!region) return;
  region.textContent = "";
  // A moment of silence, or the same text twice would be said once.
  setTimeout(() => (region.textContent = text), 50);
  setTimeout(() => {
    if (region.textContent === text) region.textContent = "";
  }, 6000);
}
