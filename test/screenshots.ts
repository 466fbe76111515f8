// `npm run screenshots`: takes the README's screenshots on a new local stack.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import sharp from "sharp";
import { placeOrders, screenshotAdmin } from "./screenshots-admin.ts";
import { newVisitor, openBrowser, animationsFinished } from "./support/browser.ts";
import { fillForm, GRACE, productsOf } from "./support/buyer.ts";
import { startShopProcess } from "./support/shop-process.ts";

const folder = join(import.meta.dirname, "../.readme");
async function picture(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  await animationsFinished(page);
  // A color palette makes the files smaller.
  const image = sharp(await page.screenshot()).png({ palette: true, quality: 90, effort: 10 });
  await image.toFile(join(folder, `${name}.png`));
}

/** Places an order and opens it as an admin, with a screenshot of each page. */
async function screenshotOrder(browser: Browser, url: string, width: number, height: number): Promise<void> {
  const viewport = { width, height };
  const { page } = await newVisitor(browser, url, { viewport, reducedMotion: "reduce" });
  await page.goto("/");
  await picture(page, `home-${width}`);
  await page.goto("/store");
  await picture(page, `store-${width}`);
  const card = page.getByRole("listitem").filter({ hasText: "Barrel 0xB0B Flask" });
  await card.getByRole("button", { name: /add to cart/i }).click();
  await page.getByText(/added to cart!/).waitFor();
  await page.getByText(/added to cart!/).waitFor({ state: "hidden" });
  await page.goto("/checkout");
  await fillForm(page, GRACE);
  await page.evaluate(() => scrollTo(0, 0));
  await picture(page, `checkout-${width}`);
  await page.getByRole("button", { name: "Complete Purchase" }).click();
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page.getByText("Payment verified successfully!").waitFor();
  await page.getByText("Payment verified successfully!").waitFor({ state: "hidden" });
  await picture(page, `receipt-${width}`);
  const admin = await newVisitor(browser, url, { viewport, reducedMotion: "reduce" });
  await screenshotAdmin(admin.page, await productsOf(url), (name) => picture(admin.page, `${name}-${width}`));
}

const dataDir = mkdtempSync(join(tmpdir(), "shop-pictures-"));
const shop = await startShopProcess({ dataDir });
const browser = await openBrowser();
try {
  mkdirSync(folder, { recursive: true });
  await placeOrders(shop.url, await productsOf(shop.url));
  await screenshotOrder(browser, shop.url, 1440, 900);
  await screenshotOrder(browser, shop.url, 375, 780);
} finally {
  await browser.close();
  await shop.end("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
}
