/**
 * Starts a page that is finished HTML: its code is fetched when it has been painted, so that on a slow line what is read
 * comes before what is clicked. The page's script element names what to fetch: `data-code` the entry and then all that it
 * imports (gone once it runs), `data-fetch` what the code will ask the API for at once.
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

function preload(rel: string, href: string, as?: string): void {
  const link = Object.assign(document.createElement("link"), { rel, href, crossOrigin: "" });
  if (as) link.as = as;
  document.head.append(link);
}

let started = false;
async function start(): Promise<void> {
  if (started || !entry) return;
  started = true;
  if (data) preload("preload", data, "fetch");
  imports.forEach((file) => preload("modulepreload", file));
  await import(/* @vite-ignore */ entry);
  document.removeEventListener("click", remember, true);
  early.forEach((button) => button.click());
  script?.removeAttribute("data-code");
}

new PerformanceObserver((list) => {
  if (list.getEntriesByName("first-contentful-paint").length > 0) void start();
}).observe({ type: "paint", buffered: true });
setTimeout(() => void start(), LATEST);
