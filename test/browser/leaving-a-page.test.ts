import { AUTOPLAY_MS } from "../../web/src/catalog/use-carousel.ts";
import { brand } from "../../shared/site/brand.ts";
import { home } from "../../shared/site/home.ts";
import { INTERVAL_MS, SCRAMBLE_MS } from "../../web/src/shell/scramble.ts";
import { messages } from "../../shared/messages.ts";
import { expect, test } from "../support/browser-test.ts";
import { waitForAnimations, toasts } from "../support/browser.ts";
import { productCard, showAllProducts, visibleSlides } from "../support/store-page.ts";
import { openSite, WITH_MOTION } from "../support/site.ts";

const site = openSite();

test("a toast about a page disappears when the visitor leaves the page, and 'added to cart' stays", async () => {
  const { page } = await site.visit();
  await page.goto("/store");
  await showAllProducts(page);
  const [first, second] = site.products().filter(({ variants, stock }) => !variants?.length && stock > 10);
  if (!first || !second) throw new Error("The catalog has no two products without variants");
  const addButtonOf = (name: string) => productCard(page, name).getByRole("button", { name: /^Add to Cart/ });
  for (let count = 0; count < 10; count++) await addButtonOf(first.name).click();
  const visibleToast = (text: string) => toasts(page).locator("[data-visible=true]").getByText(text);
  const limitToast = visibleToast(messages.limitPerProduct);
  await addButtonOf(first.name).click();
  await limitToast.waitFor();
  await addButtonOf(second.name).click();
  await page.evaluate(() => document.querySelector<HTMLElement>("header a[href='/contact']")?.click());
  await page.waitForURL("**/contact");
  // Without a change of page, `limitToast` would stay for 4 s, and the other toast only for 3 s.
  await expect.poll(() => limitToast.count(), { intervals: [50] }).toBe(0);
  expect(await visibleToast(messages.addedToCart(1, second.name)).count()).toBe(1);
});

test("the text of the credit in the footer is scrambled for the first time when it scrolls into view", async () => {
  const { page } = await site.visit(WITH_MOTION);
  await page.clock.install();
  await page.goto("/");
  await page.locator("footer").waitFor();
  const shownText = page
    .getByRole("link", { name: new RegExp(`^${brand.credit.label}`) })
    .locator("[aria-hidden=true] > :last-child");
  await page.clock.runFor(INTERVAL_MS / 2);
  expect(await shownText.textContent()).toBe(brand.credit.label);
  await shownText.evaluate((label) => label.scrollIntoView());
  let msInView = 0;
  const advanceAndRead = async () => {
    await page.clock.runFor(SCRAMBLE_MS / 6);
    msInView += SCRAMBLE_MS / 6;
    return shownText.textContent();
  };
  await expect.poll(advanceAndRead, { intervals: [50] }).not.toBe(brand.credit.label);
  // A timer that had started with the page would scramble the text later than this.
  expect(msInView).toBeLessThan(INTERVAL_MS / 3);
});

test("the carousel moves on by itself after a product was opened from it and closed", async () => {
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
