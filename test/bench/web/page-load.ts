import type { Browser, CDPSession, Page } from "@playwright/test";
import { HYDRATED_MARK } from "./variants.ts";

/** A poor phone: 6 times slower than this machine, 1.6 Mbit/s down, 0.75 Mbit/s up, 150 ms latency. */
const CPU_SLOWDOWN = 6;
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
/** A load is over when there was no request and no long task for this time. */
const QUIET_MS = 1500;
const MAX_LOAD_MS = 20_000;

/** What the visitor presses, or types into, right after the first paint. */
export const INTERACTIONS = ["menu", "cart", "search"] as const;
export type Interaction = (typeof INTERACTIONS)[number];

/** Times in ms since the navigation; undefined for what never happened. */
export type Figures = {
  firstPaint: number;
  largestPaint: number;
  /** When the texts of the product cards were painted. */
  cards: number | undefined;
  /** When the interaction had its effect on the screen. */
  answer: number | undefined;
  /** When React had hydrated the empty root of 'React alone'. */
  hydrated: number | undefined;
  /** The sum of what tasks took beyond 50 ms. */
  blocking: number;
  /** Bytes of scripts as transferred, without headers. */
  scriptBytes: number;
};

/** Times are in ms since the navigation; `blocking` is a sum in ms. */
type BenchRecord = {
  largest: number;
  blocking: number;
  lastTask: number;
  isAnswered: boolean;
  painted: { [name: string]: number };
};

/** Runs in the page, before its scripts. */
function observePage(interaction: Interaction | undefined): void {
  const record: BenchRecord = { largest: 0, blocking: 0, lastTask: 0, isAnswered: false, painted: {} };
  Object.assign(window, { benchRecord: record });
  const onEntries = (type: string, handle: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(handle)).observe({ type, buffered: true });
  onEntries("largest-contentful-paint", ({ startTime }) => (record.largest = startTime));
  onEntries("longtask", ({ startTime, duration }) => {
    record.blocking += Math.max(0, duration - 50);
    record.lastTask = startTime + duration;
  });
  // The time at which an element with the attribute `elementtiming` is painted for the first time.
  onEntries("element", (entry) => {
    const { identifier, renderTime } = entry as PerformanceEntry & { identifier: string; renderTime: number };
    record.painted[identifier] ??= renderTime;
  });

  const mark = (name: string, element: Element | null | undefined) =>
    element?.hasAttribute("elementtiming") === false && element.setAttribute("elementtiming", name);
  // The browser reports no paint of an element whose text changes, so the end of the frame is used.
  const markSearchAnswer = () => {
    const texts = [...document.querySelectorAll("main [role=status]")].map(({ textContent }) => textContent);
    if (record.isAnswered || !texts.some((text) => text.includes("“hex”"))) return;
    record.isAnswered = true;
    requestAnimationFrame(() => setTimeout(() => (record.painted["answer"] = performance.now())));
  };
  new MutationObserver(() => {
    document
      .querySelectorAll('main article:has(a[href^="/store/"]) :is(h3 a, p)')
      .forEach((text) => mark("cards", text));
    if (interaction === "search") markSearchAnswer();
    else mark("answer", document.querySelector("dialog[open] h2"));
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

  const interact = () => {
    if (interaction === "search") {
      const searchBox = document.querySelector<HTMLInputElement>("input[type=search]");
      if (!searchBox) throw new Error("The page has no search");
      searchBox.value = "hex";
      searchBox.dispatchEvent(new Event("input", { bubbles: true }));
      return;
    }
    const name = interaction === "menu" ? "Menu" : "Cart";
    const button = [...document.querySelectorAll<HTMLElement>("header button")].find((element) =>
      (element.getAttribute("aria-label") ?? element.textContent).includes(name),
    );
    button?.click();
  };
  onEntries("paint", ({ name }) => {
    if (interaction && name === "first-contentful-paint") interact();
  });
}

declare global {
  interface Window {
    /** What the script in the measured page has recorded. */
    benchRecord: BenchRecord;
  }
}

async function readFigures(page: Page): Promise<Figures> {
  const { record, firstPaint, hydrated, scriptBytes } = await page.evaluate((mark) => {
    const scripts = performance
      .getEntriesByType("resource")
      .filter((entry) => entry instanceof PerformanceResourceTiming && /\.js$/.test(entry.name));
    return {
      record: window.benchRecord,
      firstPaint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN,
      hydrated: performance.getEntriesByName(mark)[0]?.startTime,
      scriptBytes: scripts.reduce(
        (sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize,
        0,
      ),
    };
  }, HYDRATED_MARK);
  return {
    firstPaint,
    largestPaint: record.largest,
    cards: record.painted["cards"],
    answer: record.painted["answer"],
    hydrated,
    blocking: record.blocking,
    scriptBytes,
  };
}

/**
 * Waits until the page is quiet, at most `MAX_LOAD_MS`. The pauses between repeated requests, such as the poll, are longer
 * than `QUIET_MS`.
 */
async function waitUntilQuiet(page: Page, pendingRequests: Set<unknown>): Promise<void> {
  let lastRequestAt = performance.now();
  const startedAt = performance.now();
  while (performance.now() - startedAt < MAX_LOAD_MS) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (pendingRequests.size > 0) lastRequestAt = performance.now();
    const sinceTaskMs = await page.evaluate(() => performance.now() - window.benchRecord.lastTask);
    if (Math.min(performance.now() - lastRequestAt, sinceTaskMs) > QUIET_MS) return;
  }
}

/** Makes the page as slow as on a poor phone. */
async function throttle(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", NETWORK);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  return session;
}

/** Opens a blank page of a phone, throttled, with an empty cache. The caller closes its context. */
export async function openPhone(browser: Browser): Promise<{ page: Page; session: CDPSession }> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  return { page, session: await throttle(page) };
}

/** Loads the page at `url` once, with an interaction right after the first paint. */
export async function measureLoad(
  browser: Browser,
  url: string,
  interaction?: Interaction,
): Promise<Figures> {
  const { page } = await openPhone(browser);
  try {
    const pendingRequests = new Set<unknown>();
    page.on("request", (request) => pendingRequests.add(request));
    page.on("requestfinished", (request) => pendingRequests.delete(request));
    page.on("requestfailed", (request) => pendingRequests.delete(request));
    await page.addInitScript(observePage, interaction);
    await page.goto(url, { waitUntil: "commit" });
    await waitUntilQuiet(page, pendingRequests);
    return await readFigures(page);
  } finally {
    await page.context().close();
  }
}
