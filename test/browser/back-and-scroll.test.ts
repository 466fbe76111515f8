import type { Page } from "@playwright/test";
import { blog } from "../../shared/site/blog.ts";
import { expect, test } from "../support/browser-test.ts";
import { openStore } from "../support/store-page.ts";

const { site, visitStore } = openStore();
const scrollTop = (page: Page) => page.evaluate(() => window.scrollY);
const productCountText = (page: Page) => page.getByText(/^\d+ products?( for .*)?$/);

test("the store's scroll position is restored after a dialog, another page, another document, and a reload", async () => {
  const { page, problems } = await visitStore();
  await page.evaluate(() => window.scrollTo(0, 1234));
  await expect.poll(() => scrollTop(page)).toBe(1234);
  await page.evaluate(() => document.querySelectorAll<HTMLElement>("article h3 a")[10]?.click());
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect(await scrollTop(page)).toBe(1234);
  // The first visit loads the code of the page; the second visit uses the loaded code.
  for (let visit = 0; visit < 2; visit++) {
    // Playwright's own click may scroll the page first.
    await page.evaluate(() => document.querySelector<HTMLElement>("header a[href='/blog']")?.click());
    await page.getByRole("heading", { level: 1, name: blog.heading }).waitFor();
    await expect.poll(() => scrollTop(page)).toBe(0);
    await page.goBack();
    await productCountText(page).waitFor();
    await expect.poll(() => scrollTop(page)).toBe(1234);
  }
  await page.reload();
  await productCountText(page).waitFor();
  await expect.poll(() => scrollTop(page)).toBe(1234);
  // A key press ends the restoration of the position, as the wheel or a finger would.
  await page.keyboard.press("Shift");
  await page.evaluate(() => window.scrollTo(0, 900));
  await expect.poll(() => scrollTop(page)).toBe(900);
  await page.goto(`${site.url()}/api/products`);
  await page.goBack();
  await productCountText(page).waitFor();
  await expect.poll(() => scrollTop(page)).toBe(900);
  expect(problems).toEqual([]);
});

test("each of two visits to the store has its own scroll position, if another document was opened between them", async () => {
  const { page } = await visitStore();
  await page.evaluate(() => window.scrollTo(0, 1500));
  await expect.poll(() => scrollTop(page)).toBe(1500);
  await page.goto(`${site.url()}/robots.txt`);
  await page.goto(`${site.url()}/store`);
  await productCountText(page).waitFor();
  await page.evaluate(() => window.scrollTo(0, 200));
  await expect.poll(() => scrollTop(page)).toBe(200);
  await page.goBack();
  await page.goBack();
  await productCountText(page).waitFor();
  await expect.poll(() => scrollTop(page)).toBe(1500);
});

test("the scroll position is stored even if the visitor leaves the page right after scrolling", async () => {
  const { page } = await visitStore();
  const storedText = await page.evaluate(() => {
    window.scrollTo(0, 777);
    // The browser dispatches the scroll event in its next frame, which would be after `pagehide`.
    window.dispatchEvent(new PageTransitionEvent("pagehide"));
    return Object.values(window.sessionStorage).join();
  });
  expect(storedText).toContain("777");
});
