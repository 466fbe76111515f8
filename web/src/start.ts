/**
 * Starts a prerendered page. Its code is fetched after the first paint, so that on a slow connection the content comes first.
 * The script element names what to fetch: `data-code` is the entry and then all that it imports (removed once it has run),
 * `data-fetch` is the API call that the code makes first, `data-failed` and `data-reload` are the texts for a failed download.
 */
const script = document.querySelector<HTMLScriptElement>("script[data-code]");
const [entry, ...imports] = script?.dataset["code"]?.split(" ") ?? [];
const data = script?.dataset["fetch"];
/** A page in the background paints nothing: it starts after this many ms. */
const MAX_PAINT_WAIT = 2000;

/** Buttons that were pressed before the code has run. Each is clicked once afterwards; links work without code. */
const earlyClicks = new Set<HTMLButtonElement>();
function recordClick({ target }: MouseEvent): void {
  const button = target instanceof Element ? target.closest("button") : null;
  if (button) earlyClicks.add(button);
}
document.addEventListener("click", recordClick, true);

/** Without code, the browser would submit a form with its values in the URL. Its button is clicked again afterwards. */
const preventSubmit = (event: SubmitEvent): void => event.preventDefault();
document.addEventListener("submit", preventSubmit, true);

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Tells React the values that were typed or filled in before it ran. Prerendered controls are empty. */
function replayInput(): void {
  const filled = [...document.querySelectorAll<Control>("input:not([type=checkbox]), textarea, select")]
    .filter(({ value }) => value !== "")
    .map((control) => ({ control, value: control.value }));
  for (const { control, value } of filled) {
    const dispatchChange = () => control.dispatchEvent(new Event("change", { bubbles: true }));
    // The first event makes React track the control with its present value. React ignores a second event with the same
    // value, so the value is emptied, and set again by the prototype's setter, which React does not track.
    dispatchChange();
    control.value = "";
    Reflect.set(Object.getPrototypeOf(control), "value", value, control);
    dispatchChange();
  }
}

/** Ticks the boxes again that were ticked before the code ran. */
function replayCheckboxes(): void {
  for (const box of document.querySelectorAll<HTMLInputElement>("input[type=checkbox]")) {
    if (box.checked === box.defaultChecked) continue;
    box.checked = box.defaultChecked;
    // Makes React track the box before it is clicked.
    box.dispatchEvent(new Event("change", { bubbles: true }));
    box.click();
  }
}

function preload(rel: string, href: string, as?: string): void {
  const link = Object.assign(document.createElement("link"), { rel, href, crossOrigin: "" });
  if (as) link.as = as;
  document.head.append(link);
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Shows that the code is missing, with a link that reloads the page. What was typed stays and can be copied. */
function showFailure(error: unknown): void {
  console.error("The page's code could not be loaded", error);
  const text = document.createElement("p");
  const reload = document.createElement("a");
  text.role = "alert";
  text.className = "code-missing";
  text.textContent = `${script?.dataset["failed"] ?? ""} `;
  reload.href = window.location.pathname + window.location.search;
  reload.textContent = script?.dataset["reload"] ?? "";
  text.append(reload);
  document.body.prepend(text);
}

let started = false;
async function start(): Promise<void> {
  if (started || !entry) return;
  started = true;
  if (data) preload("preload", data, "fetch");
  imports.forEach((file) => preload("modulepreload", file));
  // Each file runs in a task of its own: between them the page can scroll.
  for (const file of imports) {
    await import(/* @vite-ignore */ file);
    await nextTask();
  }
  await import(/* @vite-ignore */ entry);
  document.removeEventListener("click", recordClick, true);
  document.removeEventListener("submit", preventSubmit, true);
  replayInput();
  replayCheckboxes();
  earlyClicks.forEach((button) => button.click());
  script?.removeAttribute("data-code");
}

new PerformanceObserver((list) => {
  if (list.getEntriesByName("first-contentful-paint").length > 0) start().catch(showFailure);
}).observe({ type: "paint", buffered: true });
setTimeout(() => void start().catch(showFailure), MAX_PAINT_WAIT);
