/** Makes screen readers read `text`. An open modal dialog makes the rest of the page inert, so its own live region is used. */
export function announce(text: string): void {
  const modals = [...document.querySelectorAll("dialog:modal")];
  const region =
    modals.at(-1)?.querySelector("[data-announcer]") ?? document.querySelector("[data-announcer=root]");
  if (!region) return;
  region.textContent = "";
  // Without the pause, the same text a second time would not be read.
  setTimeout(() => (region.textContent = text), 50);
  setTimeout(() => {
    if (region.textContent === text) region.textContent = "";
  }, 6000);
}
