import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContextOptions, Locator, Page } from "@playwright/test";
import { chromium } from "@playwright/test";
import { findChromium } from "../../infra/local/bootstrap/chromium.mjs";

/** What Chromium is started with: no window, no sandbox, no traffic of its own. */
export const CHROMIUM_ARGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Containers give the sandbox nothing to stand on.
  "--no-sandbox",
];

/** Amplify says so of every pool that is not at AWS: true on the local stack. */
const EXPECTED = /custom Amazon .*Cognito User Pool endpoint/;

/** A Chromium without a window; close it when the tests are done. */
export function openBrowser(args: string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("There is no Chromium: npm test installs one");
  return chromium.launch({ executablePath, args: [...CHROMIUM_ARGS, ...args] });
}

/** Makes `goto` wait until the page's code runs as well: finished HTML starts it when it has been painted. */
function waitForCode(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (...args) => {
    const answer = await goto(...args);
    await page.locator("script[data-code]").waitFor({ state: "detached" });
    return answer;
  };
}

/** A visitor with an empty browser on the site at `baseURL`. What goes wrong in the page's console is kept in `problems`. */
export async function newVisitor(browser: Browser, baseURL: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  if (options.javaScriptEnabled !== false) waitForCode(page);
  const problems: string[] = [];
  page.on("console", (message) => {
    const said = ["error", "warning"].includes(message.type());
    if (said && !EXPECTED.test(message.text())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  return { page, problems };
}

/** Waits until nothing fades or slides any more; what turns for ever does not count. */
export const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished),
    ).then(() => undefined),
  );

/** What axe-core finds wrong with the page as it stands: rule and elements, one a line. */
export async function violations(page: Page): Promise<string[]> {
  await settled(page);
  const { violations: found } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

/** Where toasts are shown. With a dialog open, what they say stands in the dialog once more, for screen readers. */
export const toasts = (page: Page): Locator => page.getByRole("region", { name: "Notifications" });

/** The text of what has the focus. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
