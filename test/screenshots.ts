// `npm run screenshots`: takes the README's screenshots on a new local stack.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import sharp from "sharp";
import { TICKET } from "../shared/product.ts";
import { startDevTree } from "./infra/local/dev-tree.ts";
import { placeOrders, screenshotAdmin } from "./screenshots-admin.ts";
import { newVisitor, openBrowser, waitForAnimations } from "./support/browser.ts";
import { fillForm, goToPayment, GRACE, lineOf, openCheckout, productsOf } from "./support/buyer.ts";
import { startShopProcess } from "./support/shop-process.ts";

const readmeFolder = join(import.meta.dirname, "../.readme");
/** Saves a screenshot in the README's folder when the page has no pending requests and animations. */
async function saveScreenshot(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  // Moves the pointer away, so that no element has its hover style.
  await page.mouse.move(0, 0);
  await waitForAnimations(page);
  // A color palette makes the files smaller.
  const image = sharp(await page.screenshot()).png({ palette: true, quality: 90, effort: 10 });
  await image.toFile(join(readmeFolder, `${name}.png`));
}

/** Places an order in the browser and takes screenshots on the way, then takes those of the back office. */
async function screenshotPages(browser: Browser, url: string, width: number, height: number): Promise<void> {
  const viewport = { width, height };
  const { page } = await newVisitor(browser, url, { viewport, reducedMotion: "reduce" });
  await page.goto("/");
  await saveScreenshot(page, `home-${width}`);
  await page.goto("/store");
  await saveScreenshot(page, `store-${width}`);
  const card = page.getByRole("listitem").filter({ hasText: "Barrel 0xB0B Flask" });
  await card.getByRole("button", { name: /add to cart/i }).click();
  await page.getByText(/added to cart!/).waitFor();
  await page.getByText(/added to cart!/).waitFor({ state: "hidden" });
  await page.goto("/checkout");
  await fillForm(page, GRACE);
  await page.evaluate(() => scrollTo(0, 0));
  await saveScreenshot(page, `checkout-${width}`);
  await page.getByRole("button", { name: "Complete Purchase" }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page.getByText("Payment verified successfully!").waitFor();
  await page.getByText("Payment verified successfully!").waitFor({ state: "hidden" });
  await saveScreenshot(page, `receipt-${width}`);
  const admin = await newVisitor(browser, url, { viewport, reducedMotion: "reduce" });
  await screenshotAdmin(admin.page, await productsOf(url), (name) =>
    saveScreenshot(admin.page, `${name}-${width}`),
  );
}

/** Buys two tickets, and takes a screenshot of their page on a phone. */
async function screenshotTicket(browser: Browser, url: string): Promise<void> {
  const viewport = { width: 375, height: 780 };
  const { page } = await newVisitor(browser, url, { viewport, reducedMotion: "reduce" });
  const ticket = (await productsOf(url)).find(({ category }) => category === TICKET);
  if (!ticket) throw new Error("The catalog has no ticket");
  await openCheckout(page, [lineOf(ticket, 2)]);
  await fillForm(page, GRACE);
  await goToPayment(page);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page.getByRole("link", { name: "Open All Tickets" }).click();
  await page.getByRole("img", { name: "Code for the door" }).first().waitFor();
  await saveScreenshot(page, "ticket-375");
}

/** Fills in the checkout's form on `npm run dev`, changes the heading in the source, and takes a screenshot before and after. */
async function screenshotHotReload(browser: Browser): Promise<void> {
  const tree = await startDevTree();
  try {
    const { page } = await newVisitor(browser, tree.url, { reducedMotion: "reduce" });
    const flask = (await productsOf(tree.url)).find(({ name }) => name.includes("Flask"));
    if (!flask) throw new Error("The catalog has no flask");
    await openCheckout(page, [lineOf(flask, 1)]);
    await fillForm(page, GRACE);
    await page.evaluate(() => scrollTo(0, 0));
    await saveScreenshot(page, "dev-before");
    tree.edit(
      "web/src/features/checkout/form/checkout-page.tsx",
      /<PageTitle (.*)>Checkout</,
      '<PageTitle $1 eyebrow="> npm run dev">Checkout, changed on save<',
    );
    await page.getByRole("heading", { name: "Checkout, changed on save" }).waitFor();
    await saveScreenshot(page, "dev-after");
  } finally {
    await tree.stop();
  }
}

const dataDir = mkdtempSync(join(tmpdir(), "shop-pictures-"));
const shop = await startShopProcess({ dataDir });
const browser = await openBrowser();
try {
  mkdirSync(readmeFolder, { recursive: true });
  await placeOrders(shop.url, await productsOf(shop.url));
  await screenshotPages(browser, shop.url, 1440, 900);
  await screenshotPages(browser, shop.url, 375, 780);
  await screenshotTicket(browser, shop.url);
  await screenshotHotReload(browser);
} finally {
  await browser.close();
  await shop.end("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
}
