// `npm run screenshots`: takes the README's pictures of the real shop, on a local stack of its own.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import sharp from "sharp";
import { placeOrders, walkOffice } from "./screenshots-office.ts";
import { newVisitor, openBrowser, settled } from "./support/browser.ts";
import { fillForm, GRACE, productsOf } from "./support/buyer.ts";
import { startShopProcess } from "./support/shop-process.ts";

const folder = join(import.meta.dirname, "../.readme");
async function picture(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  await settled(page);
  // A palette keeps the repository small.
  const taken = sharp(await page.screenshot()).png({ palette: true, quality: 90, effort: 10 });
  await taken.toFile(join(folder, `${name}.png`));
}

/** One order from shelf to admin, with a picture of each screen. */
async function walk(browser: Browser, url: string, width: number, height: number): Promise<void> {
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
  await walkOffice(admin.page, await productsOf(url), (name) => picture(admin.page, `${name}-${width}`));
}

const dataDir = mkdtempSync(join(tmpdir(), "shop-pictures-"));
const shop = await startShopProcess({ dataDir });
const browser = await openBrowser();
try {
  mkdirSync(folder, { recursive: true });
  await placeOrders(shop.url, await productsOf(shop.url));
  await walk(browser, shop.url, 1440, 900);
  await walk(browser, shop.url, 375, 780);
} finally {
  await browser.close();
  await shop.end("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
}
