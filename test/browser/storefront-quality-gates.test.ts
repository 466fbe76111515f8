import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import * as z from "zod/mini";
import { filesOf, Manifest } from "../../web/manifest.ts";
import { paths } from "../../web/src/paths.ts";
import { expect, test } from "../support/browser-test.ts";
import { focusedText, toasts, violations } from "../support/browser.ts";
import { productCard } from "../support/store-page.ts";
import { openSite } from "../support/site.ts";

const site = openSite();
const SIZES = [
  [1440, 900],
  [768, 1024],
  [375, 812],
] as const;
const PAGES = [paths.home, paths.store, "/store?category=ticket", "/no/such/page", paths.shipping];

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Interactive elements smaller than 44 px; links inside a text are exempt. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("a, button, select, input:not([type=radio])")]
      .filter((element) => getComputedStyle(element).display !== "inline" && element.checkVisibility())
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.width < 43.5 || box.height < 43.5))
      .map(({ element, box }) => `${element.textContent} ${box.width} × ${box.height}`),
  );

for (const [width, height] of SIZES)
  test.describe(`at ${width} × ${height}`, () => {
    for (const path of PAGES)
      test(`${path} has no accessibility violation, small target, sideways scrolling or console error`, async () => {
        const { page, problems } = await site.visit({ viewport: { width, height } });
        await page.goto(path);
        await page.waitForLoadState("networkidle");
        expect(await violations(page)).toEqual([]);
        await expect.poll(() => smallTargets(page)).toEqual([]);
        await expect.poll(() => overflow(page)).toBe(0);
        expect(problems).toEqual([]);
      });

    test("menu, product dialog, cart and toasts have no accessibility violation, small target or console error", async () => {
      const { page, problems } = await site.visit({ viewport: { width, height } });
      await page.goto(paths.store);
      if (width <= 768) {
        await page.getByRole("button", { name: "Menu" }).click();
        await page.getByRole("dialog", { name: "Menu" }).waitFor();
        expect(await violations(page)).toEqual([]);
        await page.keyboard.press("Escape");
      }
      const shirt = site.productOf("shirts");
      await productCard(page, shirt.name).getByRole("link").click();
      await page.getByRole("dialog", { name: shirt.name }).waitFor();
      expect(await violations(page)).toEqual([]);
      await expect.poll(() => smallTargets(page)).toEqual([]);
      await page.getByRole("button", { name: "Add to Cart" }).last().click();
      await toasts(page).getByText(`1 ${shirt.name} added to cart!`).waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByRole("button", { name: "Cart: 1 item" }).click();
      await page.getByRole("dialog", { name: "Your Cart" }).waitFor();
      expect(await violations(page)).toEqual([]);
      await expect.poll(() => smallTargets(page)).toEqual([]);
      await expect.poll(() => overflow(page)).toBe(0);
      expect(problems).toEqual([]);
    });
  });

for (const path of [paths.home, paths.store])
  test(`${path} does not scroll sideways at 320 px`, async () => {
    const { page } = await site.visit({ viewport: { width: 320, height: 568 } });
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    await expect.poll(() => overflow(page)).toBe(0);
  });

test("a word longer than the screen is wrapped in the product dialog", async () => {
  const { page } = await site.visit({ viewport: { width: 320, height: 568 } });
  const [tee] = site.products();
  if (!tee) throw new Error("There are no products");
  const longWord = "Barrelproof".repeat(10);
  await page.route("**/api/products", (route) =>
    route.fulfill({
      json: { products: [{ ...tee, name: longWord, description: longWord, details: [longWord] }] },
    }),
  );
  await page.goto(paths.product(tee.id));
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: longWord }).waitFor();
  const right = await dialog
    .getByText(longWord)
    .evaluateAll((all) => Math.max(...all.map((element) => element.getBoundingClientRect().right)));
  expect(right).toBeLessThanOrEqual(320);
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
  await expect.poll(() => focusedText(page)).toBe("Store");
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

test("many toasts at once do not cover the cart button", async () => {
  const { page } = await site.visit({ viewport: { width: 375, height: 500 } });
  const ticket = site.productOf("ticket");
  await page.goto("/store?category=ticket");
  const add = productCard(page, ticket.name).getByRole("button", { name: /^Add to Cart/ });
  await add.waitFor();
  await add.evaluate((button: HTMLButtonElement) => {
    for (let i = 0; i < 10; i++) button.click();
  });
  const added = toasts(page).getByText(`1 ${ticket.name} added to cart!`);
  await expect.poll(() => added.count()).toBeGreaterThan(8);
  const cart = page.getByRole("button", { name: /^Cart: \d+ items$/ });
  const isUncovered = await cart.evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(isUncovered).toBe(true);
});

test.describe("the site for search engines", () => {
  test("has structured data on each page that no content security policy blocks", async () => {
    const { page, problems } = await site.visit();
    const Graph = z.object({ "@graph": z.array(z.object({ "@type": z.string() })) });
    const types = async () => {
      const text = await page.locator('head script[type="application/ld+json"]').innerText();
      return z.parse(Graph, JSON.parse(text))["@graph"].map((node) => node["@type"]);
    };
    await page.goto(paths.home);
    await expect.poll(() => types()).toEqual(["Organization", "PodcastSeries"]);
    await page.getByRole("link", { name: "Podcast", exact: true }).first().click();
    await page.waitForURL("**/podcast");
    await expect.poll(types).toEqual(["BreadcrumbList", "PodcastSeries"]);
    const flask = site.productOf("yetiflask");
    await page.goto(paths.product(flask.id));
    await page.getByRole("dialog", { name: flask.name }).waitFor();
    await expect.poll(types).toEqual(["BreadcrumbList", "Product"]);
    expect(problems).toEqual([]);
  });

  test("serves a product's page with its image, price and canonical address in the head", async () => {
    const flask = site.productOf("yetiflask");
    const html = await (await fetch(site.url() + paths.product(flask.id))).text();
    expect(html).toContain(`<meta property="og:image" content="${site.url()}${flask.imageUrl}" />`);
    expect(html).toContain(`<meta property="product:price:amount" content="${flask.price.toFixed(2)}" />`);
    expect(html).toContain(`<link rel="canonical" href="${site.url()}/store/${flask.id}" />`);
    const missing = await fetch(`${site.url()}/store/prd_01ARZ3NDEKTSV4RRFFQ69G5FAV`);
    expect(missing.status).toBe(404);
    expect(await missing.text()).toContain("noindex");
  });

  test("names the sitemap in robots.txt, and every page and product in the sitemap", async () => {
    const robots = await (await fetch(`${site.url()}/robots.txt`)).text();
    expect(robots).toContain(`Sitemap: ${site.url()}/sitemap.xml`);
    const sitemap = await (await fetch(`${site.url()}/sitemap.xml`)).text();
    for (const path of [paths.home, paths.store, paths.podcast, paths.blog, paths.contact])
      expect(sitemap).toContain(`<loc>${site.url()}${path}</loc>`);
    for (const { id } of site.products()) expect(sitemap).toContain(paths.product(id));
  });

  for (const path of [paths.home, paths.store, paths.podcast, paths.blog, paths.contact])
    test(`shows the heading and navigation of ${path} without JavaScript`, async () => {
      const { page } = await site.visit({ javaScriptEnabled: false });
      await page.goto(path);
      await expect.poll(() => page.getByRole("heading", { level: 1 }).count()).toBe(1);
      await expect
        .poll(() => page.getByRole("navigation", { name: "Main" }).getByRole("link").count())
        .toBe(6);
      await expect
        .poll(() => page.locator("head link[rel=canonical]").getAttribute("href"))
        .toBe(site.url() + path);
    });
});

for (const name of ["home", "store"])
  test(`the first load of ${name} has less than 150 KB of scripts, and no code of the back office`, () => {
    const folder = join(import.meta.dirname, "../../.build/web");
    const built: unknown = JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8"));
    const { code } = filesOf(z.parse(Manifest, built), ["src/start.ts", "index.html"]);
    const html = readFileSync(join(folder, name, "index.html"), "utf8");
    expect(new Set(html.match(/\/assets\/[^"\s]+\.js/g))).toEqual(new Set(code));
    const scripts = code.map((file) => readFileSync(join(folder, file), "utf8"));
    expect(scripts.reduce((sum, script) => sum + gzipSync(script).length, 0)).toBeLessThan(150_000);
    for (const script of scripts) expect(script).not.toMatch(/cognito|aws-amplify/i);
  });
