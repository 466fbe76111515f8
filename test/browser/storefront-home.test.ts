import type { Locator, Page } from "@playwright/test";
import { home } from "../../shared/site/home.ts";
import { hosts } from "../../shared/site/hosts.ts";
import { store } from "../../shared/site/store.ts";
import { AUTOPLAY_MS } from "../../web/src/catalog/use-carousel.ts";
import { expect, test } from "../support/browser-test.ts";
import { delayResponse } from "../support/delay-response.ts";
import { focusedText, HIGHLIGHTS_NAME, toasts, waitForAnimations } from "../support/browser.ts";
import { visibleSlides } from "../support/store-page.ts";
import { openSite, WITH_MOTION } from "../support/site.ts";

const site = openSite();
/** `site.visit` reduces motion by default. */
const WITHOUT_MOTION = {};
/** Opens the home page, scrolled to the carousel, with the pointer outside of it. */
async function visitCarousel(options: Parameters<typeof site.visit>[0] = WITH_MOTION) {
  const visitor = await site.visit(options);
  await visitor.page.clock.install();
  await openCarousel(visitor.page);
  return visitor;
}
async function openCarousel(page: Page) {
  await page.goto("/");
  await page.locator("article h3 a").first().waitFor();
  await page.getByRole("heading", { name: home.featured.heading }).scrollIntoViewIfNeeded();
  await page.mouse.move(2, 2);
  await expect.poll(() => visibleSlides(page)).not.toEqual([]);
}

/** A window in which the hosts are below the fold. */
const SHORT_WINDOW = { width: 1440, height: 600 };
const opacityOfHosts = (page: Page) =>
  page
    .getByRole("region", { name: home.hosts.heading, includeHidden: true })
    .evaluate((section) => getComputedStyle(section).opacity);

test.describe("the home page", () => {
  test("introduces the show and its hosts at once with reduced motion, and links to the store and the podcast", async () => {
    const { page, problems } = await site.visit({ viewport: SHORT_WINDOW });
    await page.goto("/");
    // With reduced motion, sections do not fade in.
    await expect.poll(() => opacityOfHosts(page)).toBe("1");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(home.heading);
    const hostSection = page.getByRole("region", { name: home.hosts.heading });
    await expect(hostSection.getByRole("heading", { level: 3 })).toHaveText(hosts.map(({ name }) => name));
    await page.getByRole("link", { name: "Shop Now" }).click();
    await page.waitForURL("**/store");
    await expect.poll(() => focusedText(page)).toBe(store.heading);
    await page.goBack();
    await page.getByRole("link", { name: "Listen to Podcast" }).click();
    await page.waitForURL("**/podcast");
    await page.goBack();
    await page.getByRole("link", { name: "View All Products" }).click();
    await page.waitForURL("**/store");
    expect(problems).toEqual([]);
  });

  test("shows three products under the hero on a phone, and opens one in a dialog", async () => {
    const { page, problems } = await site.visit({ viewport: { width: 375, height: 667 } });
    await page.goto("/");
    const tiles = page.getByRole("region", { name: HIGHLIGHTS_NAME }).getByRole("link");
    await expect(tiles).toHaveCount(3);
    await tiles.first().click();
    await page.getByRole("dialog").waitFor();
    await page.goBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    expect(problems).toEqual([]);
  });

  test("shows the best sellers under the hero once three products have sold, and opens one that is not featured", async () => {
    const { page, problems } = await site.visit({ viewport: { width: 375, height: 667 } });
    const notFeaturedProducts = site.products().filter(({ featured, event }) => !featured && !event);
    const bestSellers = notFeaturedProducts.slice(0, 3);
    await page.route("**/api/products?featured=true", async (route) => {
      const response = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...response, bestSellers } });
    });
    await page.goto("/");
    const tiles = page.getByRole("region", { name: home.featured.bestSellers }).getByRole("link");
    await expect(tiles).toHaveText(bestSellers.map(({ name }) => new RegExp(name)));
    await tiles.first().click();
    await page.getByRole("dialog", { name: bestSellers[0]?.name ?? "" }).waitFor();
    expect(problems).toEqual([]);
  });

  test("fades sections in when they are scrolled into view", async () => {
    const { page } = await site.visit({ ...WITH_MOTION, viewport: SHORT_WINDOW });
    await page.goto("/");
    await expect.poll(() => opacityOfHosts(page)).toBe("0");
    await page.getByRole("heading", { name: home.hosts.heading }).scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 300);
    await expect.poll(() => opacityOfHosts(page)).toBe("1");
  });
});

test.describe("the featured carousel", () => {
  test("moves every 2 s; a pointer over it pauses it, focus, a drag and its button stop it", async () => {
    const { page } = await visitCarousel();
    const readFirstSlide = async () => (await visibleSlides(page))[0];
    const [slideBefore] = await visibleSlides(page);
    await expect.poll(readFirstSlide).not.toBe(slideBefore);
    await page.clock.pauseAt(Date.now() + 60_000);

    const buttonNamed = (name: string) => page.getByRole("button", { name });
    const press = async (name: string, nextName: string) => {
      await buttonNamed(name).click();
      await buttonNamed(nextName).waitFor();
      await page.mouse.move(2, 2);
    };
    await press("Pause carousel", "Play carousel");
    await page.clock.runFor(AUTOPLAY_MS);
    await press("Play carousel", "Pause carousel");
    const firstSlides: (string | undefined)[] = [];
    // Reads each position halfway between two moves, and again 50 ms before the next move.
    await page.clock.runFor(AUTOPLAY_MS / 2);
    for (let move = 0; move < 4; move++) {
      firstSlides.push(await readFirstSlide());
      await page.clock.runFor(AUTOPLAY_MS / 2 - 50);
      expect(await readFirstSlide(), "moved too early").toBe(firstSlides.at(-1));
      await page.clock.runFor(AUTOPLAY_MS / 2 + 50);
    }
    expect(new Set(firstSlides).size).toBe(4);

    /** Returns whether the carousel stays in place for 3 s, after a move in progress has ended. */
    const isPaused = async () => {
      await page.clock.runFor(3_000);
      const position = await readFirstSlide();
      await page.clock.runFor(3_000);
      return (await readFirstSlide()) === position;
    };
    await page.locator("[aria-roledescription=carousel] ul").locator("..").hover();
    expect(await isPaused()).toBe(true);
    await page.mouse.move(2, 2);
    expect(await isPaused()).toBe(false);
    await press("Pause carousel", "Play carousel");
    expect(await isPaused()).toBe(true);
    await press("Play carousel", "Pause carousel");
    expect(await isPaused()).toBe(false);
    await page.locator("[aria-roledescription=carousel] article a").first().focus();
    expect(await isPaused()).toBe(true);
    await press("Play carousel", "Pause carousel");

    // A visitor who drags or swipes wants to look at a card.
    const cards = page.locator("[aria-roledescription=carousel] ul").locator("..");
    await cards.hover({ position: { x: 400, y: 100 } });
    await page.mouse.down();
    await cards.hover({ position: { x: 200, y: 100 } });
    await page.mouse.up();
    await buttonNamed("Play carousel").waitFor();
  });

  test("shows 1 to 4 products, depending on the width; with reduced motion, only its buttons move it, in a loop", async () => {
    // Without this option the page would have no transitions at all, unlike a visitor's page with reduced motion.
    const { page } = await site.visit({ reducedMotion: "reduce" });
    const delayedCarouselCode = await delayResponse(page, "**/embla-carousel*", "GET");
    await openCarousel(page);
    await page.getByRole("button", { name: "Play carousel" }).waitFor();
    const slidesBefore = await visibleSlides(page);
    const featuredCount = site.products().filter((product) => product.featured).length;
    const nextButton = page.getByRole("button", { name: "Next products" });
    // A click before the carousel's code is loaded counts, too.
    await nextButton.click();
    await delayedCarouselCode.release();
    for (let step = 1; step < featuredCount; step++) await nextButton.click();
    await expect.poll(() => visibleSlides(page)).toEqual(slidesBefore);
    await nextButton.click();
    await expect.poll(() => visibleSlides(page)).toEqual(expect.not.arrayContaining([slidesBefore[0]]));
    await page.getByRole("button", { name: "Previous products" }).click();
    await expect.poll(() => visibleSlides(page)).toEqual(slidesBefore);
    const firstCard = page
      .getByRole("listitem")
      .filter({ has: page.getByRole("link", { name: slidesBefore[0] ?? "", exact: true }) })
      .getByRole("article");
    const leftEdge = async (locator: Locator) => Math.round((await locator.boundingBox())?.x ?? NaN);
    const heading = page.getByRole("heading", { name: home.featured.heading });
    for (const [width, count] of [
      [1377, 4],
      [1376, 3],
      [999, 3],
      [998, 2],
      [769, 2],
      [768, 1],
      [375, 1],
      [1440, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => visibleSlides(page), `at ${width} px`).toHaveLength(count);
      await expect.poll(() => leftEdge(firstCard), `at ${width} px`).toBe(await leftEdge(heading));
    }
  });

  test("moves on by itself after a product was opened from it and closed", async () => {
    const { page } = await site.visit(WITH_MOTION);
    await page.goto("/");
    await page.getByRole("heading", { name: home.featured.heading }).scrollIntoViewIfNeeded();
    await expect.poll(() => visibleSlides(page)).not.toEqual([]);
    // The pointer stops the carousel before the click.
    await page.locator("[aria-roledescription=carousel] ul").hover();
    await waitForAnimations(page);
    // The carousel moves its slides by scripts: a move that has begun is no animation of the browser, and ends within 1 s.
    await page.waitForTimeout(1_000);
    const [name = ""] = await visibleSlides(page);
    const box = await page.getByRole("link", { name, exact: true }).boundingBox();
    if (!box) throw new Error("The first card is not visible");
    await page.mouse.click(box.x + 10, box.y + box.height / 2);
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await page.mouse.move(2, 2);
    await page.getByRole("button", { name: "Pause carousel" }).waitFor();
    const slidesBefore = await visibleSlides(page);
    await expect.poll(() => visibleSlides(page), { timeout: 4 * AUTOPLAY_MS }).not.toEqual(slidesBefore);
  });
});

/** Opens a product that is not featured, and one that does not exist, on the home page. */
async function openByNavigationState(page: Page): Promise<void> {
  const product = site.products().find(({ featured, stock }) => !featured && stock > 0);
  if (!product) throw new Error("Every product is featured");
  const navigateWith = (productId: string) =>
    page.evaluate((id) => {
      const state = { state: { productId: id }, key: id, index: 1 };
      window.history.pushState(state, "", "/");
      window.dispatchEvent(new PopStateEvent("popstate", { state }));
    }, productId);
  await navigateWith(product.id);
  const dialog = page.getByRole("dialog", { name: product.name });
  await dialog.getByText(product.description).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await navigateWith("prd_01ARZ3NDEKTSV4RRFFQ69G5FAV");
  await toasts(page).getByText("That product is no longer in the store.").waitFor();
}

test.describe("a product on the home page", () => {
  test("opens by its link or a navigation state; Back and Escape close it, and the focus returns to the link", async () => {
    const { page, problems } = await visitCarousel(WITHOUT_MOTION);
    const [name = ""] = await visibleSlides(page);
    const link = page.getByRole("link", { name, exact: true });
    await link.click();
    const dialog = page.getByRole("dialog", { name });
    await dialog.waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/");
    await page.goBack();
    await dialog.waitFor({ state: "hidden" });
    await link.click();
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await expect.poll(() => focusedText(page)).toBe(name);
    expect(problems).toEqual([]);
    await test.step("any product opens by `productId` in the navigation state", () =>
      openByNavigationState(page));
  });
});
