/**
 * Starts a prerendered page. Its code, which the HTML preloads with low priority, runs after the first paint.
 * This script blocks the first paint, so that it listens before anything is pressed. Attributes of the script
 * element:
 * - `data-code`: the files of the code, the entry first; removed once the code has run
 * - `data-search`: the URL from which the code will read the products if a search is typed
 * - `data-failed`, `data-reload`: the texts for a failed download
 */
const script = document.querySelector<HTMLScriptElement>("script[data-code]");
const [entryFile, ...otherFiles] = script?.dataset["code"]?.split(" ") ?? [];
/** A page in a background tab is never painted, so it starts after this time. */
const MAX_PAINT_WAIT_MS = 2000;

/** Removes the listeners of this script when the code has run. */
const listenerController = new AbortController();
const listenerOptions = { capture: true, signal: listenerController.signal };

/**
 * Buttons that were pressed before the code ran. Each button is clicked once afterwards; links need no code.
 */
const earlyClicks = new Set<HTMLButtonElement>();

/**
 * Opens the dialog that a button controls, such as the menu. If the dialog is closed before the code runs, the click is not
 * repeated.
 */
function openDialog(button: HTMLButtonElement): void {
  const dialog = document.getElementById(button.getAttribute("aria-controls") ?? "");
  // On a product's page the product's dialog is open in the HTML. The code makes it modal, so it would cover the dialog
  // opened here. If the code is missing, the dialog opened here would cover the message about that.
  if (!(dialog instanceof HTMLDialogElement) || document.querySelector("dialog[open], .code-missing")) return;
  dialog.showModal();
  dialog.addEventListener("close", () => earlyClicks.delete(button));
}

function recordClick({ target, detail }: MouseEvent): void {
  // The second click of a double click could hit the close button of the dialog that the first click opened.
  if (!(target instanceof Element) || detail > 1) return;
  const button = target.closest("button");
  // Only `openDialog` makes dialogs modal here. Their only buttons close them, and so does a click on the backdrop.
  const openedDialog = target.closest<HTMLDialogElement>("dialog:modal");
  if (openedDialog) {
    if (button || target === openedDialog) openedDialog.close();
  } else if (button) {
    earlyClicks.add(button);
    openDialog(button);
  }
}
document.addEventListener("click", recordClick, listenerOptions);

/** A held Enter key would open and close a dialog again and again. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.repeat && event.key === "Enter") event.preventDefault();
}
document.addEventListener("keydown", ignoreHeldEnter, listenerOptions);

/**
 * Without code, the browser would put a form's values into the URL. The submit button is clicked again
 * afterwards.
 */
const preventSubmit = (event: SubmitEvent): void => event.preventDefault();
document.addEventListener("submit", preventSubmit, listenerOptions);

/** Starts to fetch the products for an early search, before the page's code runs. */
function preloadSearch({ target }: Event): void {
  const href = script?.dataset["search"];
  if (!href || !(target instanceof HTMLInputElement) || target.type !== "search") return;
  document.removeEventListener("input", preloadSearch, true);
  document.head.append(
    Object.assign(document.createElement("link"), { rel: "preload", as: "fetch", href, crossOrigin: "" }),
  );
}
document.addEventListener("input", preloadSearch, listenerOptions);

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const urlSearch = (): string | null => new URLSearchParams(window.location.search).get("q");

/**
 * Passes React the values that were typed, autofilled or selected before React ran. These controls are prerendered empty,
 * so only filled ones are passed, and the field that `fillSearch` has filled: the visitor may have emptied it.
 */
function replayInput(): void {
  const filledControls = [
    ...document.querySelectorAll<Control>("input:not([type=checkbox], [type=radio]), textarea, select"),
  ]
    .filter(({ type, value }) => value !== "" || (type === "search" && urlSearch()))
    .map((control) => ({ control, value: control.value }));
  for (const { control, value } of filledControls) {
    const dispatchChange = () => control.dispatchEvent(new Event("change", { bubbles: true }));
    // The first event makes React remember the control's value. React ignores a second event with the same
    // value. So another value is set, and then the value by the prototype's setter, which React does not notice.
    dispatchChange();
    control.value = " ";
    Reflect.set(Object.getPrototypeOf(control), "value", value, control);
    dispatchChange();
  }
}

/** Chooses again the checkboxes and radio buttons that were changed before the code ran. */
function replayChoices(): void {
  const changedInputs = [
    ...document.querySelectorAll<HTMLInputElement>("input[type=checkbox], input[type=radio]"),
  ].filter(
    ({ type, checked, defaultChecked }) => checked !== defaultChecked && (checked || type === "checkbox"),
  );
  for (const input of changedInputs) {
    input.checked = input.defaultChecked;
    // Makes React remember the input's state before the click.
    input.dispatchEvent(new Event("change", { bubbles: true }));
    input.click();
  }
}

/** Shows the search of the URL in the search field, which is prerendered empty. */
function fillSearch(): void {
  const field = document.querySelector<HTMLInputElement>("input[type=search]");
  const search = urlSearch();
  if (field && search && field.value === "") field.value = search;
}

/** Shows that the code is missing, with a link that reloads the page. What was typed stays and can be copied. */
function showFailure(error: unknown): void {
  console.error("The page's code could not be loaded", error);
  const message = document.createElement("p");
  const reloadLink = document.createElement("a");
  message.role = "alert";
  message.className = "code-missing";
  reloadLink.href = window.location.pathname + window.location.search;
  reloadLink.textContent = script?.dataset["reload"] ?? "";
  message.append(script?.dataset["failed"] ?? "", " ", reloadLink);
  document.body.prepend(message);
  // An open menu or cart would cover the message.
  document.querySelector<HTMLDialogElement>("dialog:modal")?.close();
}

// Before the first paint, so that the field does not change while the visitor types.
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", fillSearch);
else fillSearch();

let hasStarted = false;
async function start(): Promise<void> {
  if (hasStarted || !entryFile) return;
  hasStarted = true;
  // This script may run before the page's HTML is complete.
  if (document.readyState === "loading")
    await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve));
  // Each file runs in its own task, so that the page can scroll between the files.
  for (const file of otherFiles) {
    await import(/* @vite-ignore */ file);
    await new Promise((resolve) => setTimeout(resolve));
  }
  await import(/* @vite-ignore */ entryFile);
  listenerController.abort();
  replayInput();
  replayChoices();
  earlyClicks.forEach((button) => button.click());
  script?.removeAttribute("data-code");
}

const startOrShowFailure = (): void => void start().catch(showFailure);
new PerformanceObserver((list) => {
  if (list.getEntriesByName("first-contentful-paint").length > 0) startOrShowFailure();
}).observe({ type: "paint", buffered: true });
setTimeout(startOrShowFailure, MAX_PAINT_WAIT_MS);
