import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import * as z from "zod/mini";
import { brand } from "../../shared/site/brand.ts";
import { prerendered } from "../../shared/prerendered.ts";
import { store } from "../../shared/site/store.ts";
import { contact } from "../../shared/site/contact.ts";
import { filesOf, Manifest } from "../../web/manifest.ts";
import { paths } from "../../web/src/paths.ts";
import { labelOf } from "../support/category-labels.ts";
import { blockExternal } from "../support/block-external.ts";
import { expect, test } from "../support/browser-test.ts";
import {
  accessibilityViolations,
  focusedText,
  expectNoSidewaysScroll,
  isUncovered,
  NOT_FOUND_ERROR,
  toasts,
} from "../support/browser.ts";
import { productCard, showAllProducts } from "../support/store-page.ts";
import { openSite } from "../support/site.ts";

const site = openSite();
const BUILT_SITE = join(import.meta.dirname, "../../.build/web");
/** `runsAxe` is false where the header has the same elements as at 375 px, and axe-core finds the same. */
const SIZES = [
  { width: 1440, height: 900, runsAxe: true },
  { width: 768, height: 1024, runsAxe: false },
  { width: 375, height: 812, runsAxe: true },
  { width: 320, height: 568, runsAxe: false },
];

/** The words of the page's heading that are broken into two lines. */
const brokenWords = (page: Page) =>
  page.getByRole("heading", { level: 1 }).evaluate((heading) => {
    const text = heading.firstChild as Text;
    return [...text.data.matchAll(/\w+/g)]
      .filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1;
      })
      .map(([word]) => word);
  });

/**
 * The texts and sizes of interactive elements smaller than 44 px (43.5 px before rounding). Links inside a text, radio
 * buttons and visually hidden elements are exempt.
 */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("a, button, select, input:not([type=radio])")]
      .filter((element) => getComputedStyle(element).display !== "inline" && element.checkVisibility())
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.width < 43.5 || box.height < 43.5))
      .map(({ element, box }) => `${element.textContent} ${box.width} × ${box.height}`),
  );

/** The texts of interactive elements in `main` that are less than 44 px high. A control in a label counts as the label. */
const lowTargets = (page: Page) =>
  page
    .getByRole("main")
    .locator("a, button, summary, select, textarea, input:not([type=hidden]):not([name=website])")
    .evaluateAll((all) =>
      all
        .map((target) => target.closest("label") ?? target)
        .filter((target) => target.getBoundingClientRect().height < 44)
        .map((target) => target.textContent),
    );

const UNKNOWN_PATH = "/no/such/page";
for (const { path, targetFinders } of [
  ...[paths.home, paths.store, "/store?category=ticket"].map((path) => ({
    path,
    targetFinders: [smallTargets],
  })),
  ...[paths.shipping, UNKNOWN_PATH].map((path) => ({ path, targetFinders: [smallTargets, lowTargets] })),
  ...[paths.podcast, paths.blog, paths.contact, paths.privacy, paths.terms].map((path) => ({
    path,
    targetFinders: [lowTargets],
  })),
])
  test(`${path} has no accessibility violation, small target, broken word in its heading, sideways scrolling, request to another site or console error at any width`, async () => {
    const { page, problems } = await site.visit();
    const externalRequests = await blockExternal(page.context(), site.url());
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    for (const { width, height, runsAxe } of SIZES) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(width);
      await expectNoSidewaysScroll(page);
      if (runsAxe) expect(await accessibilityViolations(page)).toEqual([]);
      for (const findTargets of targetFinders) await expect.poll(() => findTargets(page)).toEqual([]);
      expect(await brokenWords(page)).toEqual([]);
    }
    expect([externalRequests, problems]).toEqual([[], path === UNKNOWN_PATH ? [NOT_FOUND_ERROR] : []]);
  });

test("menu, product dialog, cart and toasts have no accessibility violation or console error, and dialog and cart no small target", async () => {
  const { page, problems } = await site.visit();
  const shirt = site.productOf("shirts");
  await page.goto("/store?category=shirts");
  for (const { width, height, runsAxe } of SIZES.slice(0, 3))
    await test.step(`at ${width} × ${height}`, async () => {
      const expectNoViolations = async () =>
        expect(runsAxe ? await accessibilityViolations(page) : []).toEqual([]);
      await page.setViewportSize({ width, height });
      if (width <= 768) {
        await page.getByRole("button", { name: "Menu" }).click();
        await page.getByRole("dialog", { name: "Menu" }).waitFor();
        await expectNoViolations();
        await page.keyboard.press("Escape");
      }
      await productCard(page, shirt.name).getByRole("link").click();
      const dialog = page.getByRole("dialog", { name: shirt.name });
      await dialog.waitFor();
      await expectNoViolations();
      await expect.poll(() => smallTargets(page)).toEqual([]);
      const [variant] = shirt.variants ?? [];
      for (const name of [variant?.color ?? "", variant?.size ?? ""])
        await dialog.getByRole("radio", { name, exact: true }).check();
      await dialog.getByRole("button", { name: "Add to Cart" }).click();
      await dialog.waitFor({ state: "hidden" });
      await toasts(page).getByText(`1 ${shirt.name} added to cart!`).last().waitFor();
      await expectNoViolations();
      await page.getByRole("button", { name: /^Cart: \d/ }).click();
      await page.getByRole("dialog", { name: "Your Cart" }).waitFor();
      await expectNoViolations();
      await expect.poll(() => smallTargets(page)).toEqual([]);
      await expectNoSidewaysScroll(page);
      await page.keyboard.press("Escape");
    });
  expect(problems).toEqual([]);
});

test("a word longer than the screen is wrapped in the product dialog", async () => {
  const { page } = await site.visit({ viewport: { width: 320, height: 568 } });
  const [tee] = site.products();
  if (!tee) throw new Error("There are no products");
  const longWord = "Barrelproof".repeat(10);
  await page.route("**/api/products*", (route) =>
    route.fulfill({
      json: { products: [{ ...tee, name: longWord, description: longWord, details: [longWord] }] },
    }),
  );
  await page.goto(paths.product(tee.id));
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: longWord }).waitFor();
  const rightEdgePx = await dialog
    .getByText(longWord)
    .evaluateAll((all) => Math.max(...all.map((element) => element.getBoundingClientRect().right)));
  expect(rightEdgePx).toBeLessThanOrEqual(320);
});

test("a visitor gets from the home page to the checkout by keyboard alone", async () => {
  const { page } = await site.visit();
  const tabTo = async (name: string) => {
    for (let presses = 0; presses < 80; presses++) {
      await page.keyboard.press("Tab");
      const label = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
      if ((label ?? (await focusedText(page))).startsWith(name)) return;
    }
    throw new Error(`Tab does not lead to ${name}`);
  };
  const ticket = site.productOf("ticket");
  await page.goto(paths.home);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await tabTo("Skip to content");
  await page.keyboard.press("Enter");
  await tabTo("Shop Now");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/store");
  await expect.poll(() => focusedText(page)).toBe(store.heading);
  await tabTo("Search products");
  await page.keyboard.type(ticket.name);
  await productCard(page, ticket.name).waitFor();
  await tabTo(ticket.name);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: ticket.name }).waitFor();
  await tabTo("Increase quantity");
  await page.keyboard.press("Enter");
  await tabTo("Add to Cart");
  await page.keyboard.press("Enter");
  await toasts(page).getByText(`2 ${ticket.name} added to cart!`).waitFor();
  await expect.poll(() => focusedText(page)).toBe(ticket.name);
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press("Shift+Tab");
    const text = await page.evaluate(() => document.activeElement?.textContent);
    if (text?.endsWith("Cart: 2 items")) break;
  }
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Your Cart" }).waitFor();
  await tabTo("Proceed to Checkout");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/checkout");
  await expect.poll(() => focusedText(page)).toBe("Checkout");
});

for (const [width, height] of [
  [375, 667],
  [667, 375],
  [667, 331],
] as const)
  test(`the store's sticky bars take at most 12 % of the height of ${width} × ${height} px`, async () => {
    const { page } = await site.visit({ viewport: { width, height } });
    await page.goto(paths.store);
    await showAllProducts(page);
    await productCard(page, site.productOf("ticket").name).scrollIntoViewIfNeeded();
    const bars = [page.getByRole("banner"), page.getByRole("search", { name: "Products" })];
    const visibleHeights = await Promise.all(
      bars.map((bar) =>
        bar.evaluate((element) => {
          const { top, bottom } = element.getBoundingClientRect();
          return Math.max(0, Math.min(bottom, window.innerHeight) - Math.max(top, 0));
        }),
      ),
    );
    expect(visibleHeights.reduce((sum, visible) => sum + visible, 0)).toBeLessThanOrEqual(0.12 * height);
  });

test("many toasts at once do not cover the cart button, and all disappear when one of them opens the checkout", async () => {
  const { page } = await site.visit({ viewport: { width: 375, height: 500 } });
  const ticket = site.productOf("ticket");
  await page.goto("/store?category=ticket");
  await expect(page.getByRole("button", { name: labelOf("ticket"), pressed: true })).toBeInViewport({
    ratio: 1,
  });
  // No ticket has a size or a color.
  await page.getByRole("combobox", { name: "Sort" }).waitFor();
  await expect(page.getByRole("button", { name: "Size & color" })).toHaveCount(0);
  const addButton = productCard(page, ticket.name).getByRole("button", { name: /^Add to Cart/ });
  await addButton.evaluate((button: HTMLButtonElement) => {
    for (let i = 0; i < 10; i++) button.click();
  });
  const addedToasts = toasts(page).getByText(`1 ${ticket.name} added to cart!`);
  await expect.poll(() => addedToasts.count()).toBeGreaterThan(8);
  expect(await page.getByRole("button", { name: /^Cart: \d+ items$/ }).evaluate(isUncovered)).toBe(true);
  await toasts(page).getByRole("button", { name: "Checkout" }).first().click();
  await expect(toasts(page).locator("[data-visible=true]")).toHaveCount(0, { timeout: 1000 });
});

test.describe("the site for search engines", () => {
  test("has structured data, which the content security policy does not block, on home, podcast and product pages", async () => {
    const { page, problems } = await site.visit();
    const Graph = z.object({ "@graph": z.array(z.object({ "@type": z.string() })) });
    const readTypes = async () => {
      const text = await page.locator('head script[type="application/ld+json"]').innerText();
      return z.parse(Graph, JSON.parse(text))["@graph"].map((node) => node["@type"]);
    };
    await page.goto(paths.home);
    await expect.poll(() => readTypes()).toEqual(["Organization", "PodcastSeries"]);
    await page.getByRole("link", { name: "Podcast", exact: true }).first().click();
    await page.waitForURL("**/podcast");
    await expect.poll(readTypes).toEqual(["BreadcrumbList", "PodcastSeries"]);
    const flask = site.productOf("yetiflask");
    await page.goto(paths.product(flask.id));
    await page.getByRole("dialog", { name: flask.name }).waitFor();
    await expect.poll(readTypes).toEqual(["BreadcrumbList", "Product"]);
    expect(problems).toEqual([]);
  });

  test("serves a product's page with image, price and canonical URL in the head, and at most 120 KB of scripts; 404 for an unknown product", async () => {
    const flask = site.productOf("yetiflask");
    const html = await (await fetch(site.url() + paths.product(flask.id))).text();
    expect(html).toContain(`<meta property="og:image" content="${site.url()}${flask.imageUrl}" />`);
    expect(html).toContain(`<meta property="product:price:amount" content="${flask.price.toFixed(2)}" />`);
    expect(html).toContain(`<link rel="canonical" href="${site.url()}/store/${flask.id}" />`);
    expect(gzippedBytes(scriptsIn(html))).toBeLessThanOrEqual(120_000);
    const missing = await fetch(`${site.url()}/store/prd_01ARZ3NDEKTSV4RRFFQ69G5FAV`);
    expect(missing.status).toBe(404);
    expect(await missing.text()).toContain("noindex");
  });

  test("names the sitemap in robots.txt, and the main pages and every product in the sitemap", async () => {
    const robots = await (await fetch(`${site.url()}/robots.txt`)).text();
    expect(robots).toContain(`Sitemap: ${site.url()}/sitemap.xml`);
    const pages = [paths.home, paths.store, paths.podcast, paths.blog, paths.contact];
    const urls = [...pages, ...site.products().map(({ id }) => paths.product(id))].map(
      (path) => site.url() + path,
    );
    const readMissingUrls = async () => {
      const sitemap = await (await fetch(`${site.url()}/sitemap.xml`)).text();
      return urls.filter((url) => !sitemap.includes(`<loc>${url}</loc>`));
    };
    // The sitemap is cached for a minute, and a test of another file may have added a product.
    await expect.poll(readMissingUrls, { timeout: 90_000 }).toEqual([]);
  });

  test("shows the main pages without JavaScript: heading and contents, no buttons and no contact form", async () => {
    const { page } = await site.visit({ javaScriptEnabled: false });
    for (const path of [paths.home, paths.store, paths.podcast, paths.blog, paths.contact]) {
      await page.goto(path);
      await expect.poll(() => page.getByRole("heading", { level: 1 }).count()).toBe(1);
      const navigation = page.getByRole("navigation", { name: "Main" });
      await expect.poll(() => navigation.getByRole("link").count()).toBe(6);
      const canonical = page.locator("head link[rel=canonical]");
      await expect.poll(() => canonical.getAttribute("href")).toBe(site.url() + path);
      await expect.poll(async () => (await page.getByRole("main").innerText()).length).toBeGreaterThan(500);
      await expect.poll(() => page.getByRole("contentinfo").isVisible()).toBe(true);
      // Without JavaScript a button would do nothing.
      expect(await page.getByRole("button").count()).toBe(0);
      // The prerendered page may be years old, so its copyright line has no year.
      const copyright = page.locator("footer p", { hasText: "All Rights Reserved." });
      expect(await copyright.textContent()).toBe(`© ${brand.name}. All Rights Reserved.`);
    }
    // A form that a browser submits by itself would put the message into the address.
    await page.getByRole("heading", { name: contact.form.heading }).waitFor();
    await expect.poll(() => page.locator("form").isVisible()).toBe(false);
    // Products are in the HTML, and their names are links to their pages.
    const [firstProduct] = site.products();
    await page.goto(paths.store);
    await expect.poll(() => page.getByRole("article").count()).toBeGreaterThan(16);
    await productCard(page, firstProduct?.name ?? "")
      .getByRole("link")
      .click();
    await page.waitForURL(`**${paths.product(firstProduct?.id ?? "")}`);
    await page.getByRole("heading", { level: 1, name: firstProduct?.name ?? "" }).waitFor();
    await page
      .getByRole("main")
      .getByText(firstProduct?.description ?? "")
      .waitFor();
  });
});

const scriptsIn = (html: string) => [...new Set(html.match(/\/assets\/[^"\s]+\.js/g))];

/** The bytes of these scripts, each compressed by gzip. Fails if one of them has code of the back office's sign-in. */
function gzippedBytes(files: readonly string[]): number {
  const scripts = files.map((file) => readFileSync(join(BUILT_SITE, file), "utf8"));
  for (const script of scripts) expect(script).not.toMatch(/cognito|aws-amplify/i);
  return scripts.reduce((sum, script) => sum + gzipSync(script).length, 0);
}

for (const [path, file] of Object.entries(prerendered))
  test(`the first load of ${path} has at most 120 KB of scripts, and no code of the sign-in`, () => {
    const html = readFileSync(join(BUILT_SITE, file), "utf8");
    const scripts = scriptsIn(html);
    expect(scripts.length).toBeGreaterThan(3);
    expect(gzippedBytes(scripts)).toBeLessThanOrEqual(120_000);
  });

for (const pageModule of [
  "legal/legal-page",
  "not-found/not-found-page",
  "checkout/payment/success-page",
  "checkout/payment/cancel-page",
])
  test(`the first load of ${pageModule} has at most 120 KB of scripts, and no code of the sign-in`, () => {
    const manifest: unknown = JSON.parse(readFileSync(join(BUILT_SITE, ".vite/manifest.json"), "utf8"));
    const { code } = filesOf(z.parse(Manifest, manifest), ["index.html", `src/features/${pageModule}.tsx`]);
    expect(gzippedBytes(code)).toBeLessThanOrEqual(120_000);
  });
