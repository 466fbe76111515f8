import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Axe from "axe-core";
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Download,
  Locator,
  Page,
} from "@playwright/test";
import { chromium, expect } from "@playwright/test";
import { home } from "../../shared/site/home.ts";
import { findChromium } from "./chromium.mjs";
import { escapeRegExp } from "../../infra/local/util/escape-reg-exp.ts";

/** Arguments of Chromium: no GPU, no sandbox, no network requests of its own. */
export const CHROMIUM_ARGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // The sandbox does not work in most containers.
  "--no-sandbox",
];

/** Amplify warns about every user pool outside AWS, and the local stack has such a pool. */
const EXPECTED_WARNING = /custom Amazon .*Cognito User Pool endpoint/;

/** The error that Chromium logs for a page with the status 404. */
export const NOT_FOUND_ERROR =
  "Failed to load resource: the server responded with a status of 404 (Not Found)";

/** Starts headless Chromium; the caller closes it. */
export function openBrowser(args: string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("Chromium is not installed; npm test installs it");
  return chromium.launch({ executablePath, args: [...CHROMIUM_ARGS, ...args] });
}

/** Makes `page.goto` also wait until the page's code runs, because the code loads after the first paint. */
function makeGotoWaitForCode(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (...args) => {
    const response = await goto(...args);
    await page.locator("script[data-code]").waitFor({ state: "detached" });
    return response;
  };
}

/** Opens a page in `context`; `problems` collects the errors and warnings of its console. */
export async function openPage(
  context: BrowserContext,
  options: Pick<BrowserContextOptions, "javaScriptEnabled"> = {},
) {
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  if (options.javaScriptEnabled !== false) makeGotoWaitForCode(page);
  const problems: string[] = [];
  page.on("console", (message) => {
    const isProblem = ["error", "warning"].includes(message.type());
    if (isProblem && !EXPECTED_WARNING.test(message.text())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  return { page, problems };
}

/** Opens a new browser context with a window of a desktop, unless `options` say otherwise. The caller closes it. */
export const newContext = (browser: Browser, baseURL: string, options: BrowserContextOptions = {}) =>
  browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, ...options });

/** Opens a page in a new browser context; see `openPage`. */
export const newVisitor = async (browser: Browser, baseURL: string, options: BrowserContextOptions = {}) =>
  openPage(await newContext(browser, baseURL, options), options);

/** The number of sheets of letter paper that the page fills when it is printed. */
export async function printedPageCount(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: "Letter", margin: { top: "1cm", bottom: "1cm" } });
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

/** Waits until all animations have ended, except endless ones such as spinners. */
export const waitForAnimations = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished),
    ).then(() => undefined),
  );

const axeCode = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

declare global {
  interface Window {
    axe?: typeof Axe;
  }
}

/**
 * The accessibility violations that axe-core finds, each as "rule: elements". While a dialog is open, only the dialog is
 * checked, because the page behind it is inert.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await waitForAnimations(page);
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(axeCode);
  return page.evaluate(async () => {
    const scope = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document;
    const results = await window.axe?.run(scope, { resultTypes: ["violations"], iframes: false });
    if (!results) throw new Error("axe-core is not loaded.");
    return results.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
    );
  });
}

/**
 * The names of the visible buttons in `area` (or of `area`, if it is a button itself) that cannot be pressed everywhere: an
 * element covers the middle or a corner of the button, or the button is partly outside the window.
 */
export async function coveredControls(area: Locator): Promise<string[]> {
  await waitForAnimations(area.page());
  return area.evaluate((element) => {
    // The corners are round, so their outermost points are not part of the button.
    const insetPx = 6;
    const isReachable = (control: Element): boolean => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      return [
        [(left + right) / 2, (top + bottom) / 2],
        [left + insetPx, top + insetPx],
        [right - insetPx, top + insetPx],
        [left + insetPx, bottom - insetPx],
        [right - insetPx, bottom - insetPx],
      ].every(([x = 0, y = 0]) => control.contains(document.elementFromPoint(x, y)));
    };
    const controls = element.matches("button") ? [element] : [...element.querySelectorAll("button")];
    return controls
      .filter((control) => control.checkVisibility() && !isReachable(control))
      .map((control) => control.getAttribute("aria-label") ?? control.textContent);
  });
}

/** The px by which the page is wider than the window. Just after a change of the size, the page may not have followed yet. */
const horizontalOverflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Expects that the page does not scroll sideways. `state` names the state of the page in a failure. */
export const expectNoSidewaysScroll = (page: Page, state = "the page"): Promise<void> =>
  expect.poll(() => horizontalOverflow(page), `sideways scroll: ${state}`).toBe(0);

/**
 * Sets the browser's text size in px, as visitors do in its settings (16 by default). Unlike a style of the page, it also
 * changes the em of media queries. https://chromedevtools.github.io/devtools-protocol/tot/Page/#method-setFontSizes
 */
export async function setTextSize(page: Page, standard: number): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Page.enable");
  await devTools.send("Page.setFontSizes", { fontSizes: { standard } });
}

/** The first two of these elements that overlap on the screen, as their texts. Undefined if none do. */
export const overlappingTexts = (elements: Locator): Promise<[string, string] | undefined> =>
  elements.evaluateAll((nodes) => {
    const boxes = nodes.map((node) => ({ text: node.textContent, box: node.getBoundingClientRect() }));
    for (const [index, { text, box }] of boxes.entries())
      for (const other of boxes.slice(index + 1))
        if (
          box.left < other.box.right &&
          other.box.left < box.right &&
          box.top < other.box.bottom &&
          other.box.top < box.bottom
        )
          return [text, other.text] as [string, string];
    return undefined;
  });

/**
 * Expects no sideways scrolling on a desktop, a tablet, a phone and the smallest screen, and no accessibility violation at
 * the widths `accessibleAt` (px). Afterwards the window has the size that it had before.
 */
export async function expectFits(
  page: Page,
  accessibleAt: readonly number[] = [1440, 768, 375],
): Promise<void> {
  const size = page.viewportSize();
  for (const width of [1440, 768, 375, 320]) {
    await page.setViewportSize({ width, height: 900 });
    if (accessibleAt.includes(width))
      expect(await accessibilityViolations(page), `at ${width} px`).toEqual([]);
    await expectNoSidewaysScroll(page, `at ${width} px`);
  }
  if (size) await page.setViewportSize(size);
}

/** Expects no accessibility violation on a phone and on a desktop. `state` names the state of the page in a failure. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await accessibilityViolations(page), `${state} at ${width} px`).toEqual([]);
  }
}

/** Runs in the page: whether a click in the middle of `element` reaches `element`. */
export const isUncovered = (element: Element): boolean => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
};

/** Runs in the page: how many lines the element's text has. */
export function lineCount(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
}

/** The region with the toasts. Search for a toast in this region only, because an open dialog repeats the texts of toasts. */
export const toasts = (page: Page): Locator => page.getByRole("region", { name: "Notifications" });

/** The text of the focused element. */
export const focusedText = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");

/** Tells the page that its window got the focus. Pages then load their data again. */
export const focusWindow = (page: Page): Promise<unknown> =>
  page.evaluate(() => window.dispatchEvent(new Event("focus")));

/** The contents of a downloaded file. */
export async function downloadedText(download: Download): Promise<string> {
  let text = "";
  for await (const chunk of await download.createReadStream()) text += String(chunk);
  return text;
}

/**
 * The name of the region with three highlighted products. As soon as three products have been sold, also to other tests
 * of the same worker, the region shows the best sellers and has their name.
 */
export const HIGHLIGHTS_NAME = new RegExp(
  `^(${[home.featured.highlights, home.featured.bestSellers].map(escapeRegExp).join("|")})$`,
);
