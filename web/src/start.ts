/**
 * Starts a page that is finished HTML: its code is fetched when it has been painted, so that on a slow line what is read
 * comes before what is clicked. The page's script element names what to fetch: `data-code` the entry and then all that it
 * imports (gone once it runs), `data-fetch` what the code will ask the API for at once, `data-failed` and `data-reload` what
 * to say when it cannot be fetched.
 */
const script = document.querySelector<HTMLScriptElement>("script[data-code]");
const [entry, ...imports] = script?.dataset["code"]?.split(" ") ?? [];
const data = script?.dataset["fetch"];
/** ms after which a page that paints nothing (it is in the background) starts all the same. */
const LATEST = 2000;

/** Buttons that were pressed before there was code to answer: it hears of each once. Links work by themselves. */
const early = new Set<HTMLButtonElement>();
function remember({ target }: MouseEvent): void {
  const button = target instanceof Element ? target.closest("button") : null;
  if (button) early.add(button);
}
document.addEventListener("click", remember, true);

/** Without code a form would go to the server with what was written in its address: its button is pressed again later. */
const hold = (event: SubmitEvent): void => event.preventDefault();
document.addEventListener("submit", hold, true);

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Tells the code what was written (or filled in by the browser) before it ran: finished HTML has nothing filled in. */
function tellWritten(): void {
  const written = [...document.querySelectorAll<Control>("input:not([type=checkbox]), textarea, select")]
    .filter(({ value }) => value !== "")
    .map((control) => ({ control, value: control.value }));
  for (const { control, value } of written) {
    const tell = () => control.dispatchEvent(new Event("change", { bubbles: true }));
    // The first makes React take over the control, with its value as a known one; the second is news, since what React
    // saw last is empty and the prototype's setter is none that it watches.
    tell();
    control.value = "";
    Reflect.set(Object.getPrototypeOf(control), "value", value, control);
    tell();
  }
}

function preload(rel: string, href: string, as?: string): void {
  const link = Object.assign(document.createElement("link"), { rel, href, crossOrigin: "" });
  if (as) link.as = as;
  document.head.append(link);
}

/** Boxes that were ticked before the code ran are ticked again. */
function tellTicked(): void {
  for (const box of document.querySelectorAll<HTMLInputElement>("input[type=checkbox]")) {
    if (box.checked === box.defaultChecked) continue;
    box.checked = box.defaultChecked;
    // So that React knows the box when it is pressed.
    box.dispatchEvent(new Event("change", { bubbles: true }));
    box.click();
  }
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Says that there is no code, and how to try again; what was written stays, to be copied. */
function tellFailed(error: unknown): void {
  console.error("The page's code could not be loaded", error);
  const said = document.createElement("p");
  const again = document.createElement("a");
  said.role = "alert";
  said.className = "code-missing";
  said.textContent = `${script?.dataset["failed"] ?? ""} `;
  again.href = window.location.pathname + window.location.search;
  again.textContent = script?.dataset["reload"] ?? "";
  said.append(again);
  document.body.prepend(said);
}

let started = false;
async function start(): Promise<void> {
  if (started || !entry) return;
  started = true;
  if (data) preload("preload", data, "fetch");
  imports.forEach((file) => preload("modulepreload", file));
  // One after the other, each in a task of its own: between them the page answers to scrolling.
  for (const file of imports) {
    await import(/* @vite-ignore */ file);
    await pause();
  }
  await import(/* @vite-ignore */ entry);
  document.removeEventListener("click", remember, true);
  document.removeEventListener("submit", hold, true);
  tellWritten();
  tellTicked();
  early.forEach((button) => button.click());
  script?.removeAttribute("data-code");
}

new PerformanceObserver((list) => {
  if (list.getEntriesByName("first-contentful-paint").length > 0) start().catch(tellFailed);
}).observe({ type: "paint", buffered: true });
setTimeout(() => void start().catch(tellFailed), LATEST);
