import type { Page } from "@playwright/test";
import { store } from "../../shared/site/store.ts";
import { expect, test } from "../support/browser-test.ts";
import { accessibilityViolations } from "../support/browser.ts";
import { openPodcastPage } from "../support/podcast-page.ts";
import { openSite } from "../support/site.ts";

const site = openSite();
const EPISODE = "The Vault Door Was Open";

const player = (page: Page) => page.getByRole("region", { name: "Player" });
const positionSlider = (page: Page) => player(page).getByRole("slider", { name: "Position" });
const readPosition = async (page: Page) => Number(await positionSlider(page).inputValue());
/** The share of the window's height that fixed and sticky bars cover. A bar is wider than 300 px. */
const coveredShare = (page: Page) =>
  page.evaluate(() => {
    const bars = [...document.querySelectorAll("body *")].filter((element) =>
      /fixed|sticky/.test(getComputedStyle(element).position),
    );
    const rects = bars.map((bar) => bar.getBoundingClientRect()).filter(({ width }) => width > 300);
    return rects.reduce((sum, { height }) => sum + height, 0) / window.innerHeight;
  });

test("an episode plays on while the visitor shops, can be played from a chapter, and keeps its position after a reload", async () => {
  const { page, problems } = await site.visit({ viewport: { width: 375, height: 667 } });
  await openPodcastPage(page);
  await page.getByRole("button", { name: `Play ${EPISODE}` }).click();
  await expect.poll(() => readPosition(page)).toBeGreaterThan(0);
  await expect(player(page).getByRole("button", { name: "Pause" })).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);

  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Store" }).click();
  await page.getByRole("heading", { name: store.heading, level: 1 }).waitFor();
  const positionBefore = await readPosition(page);
  await expect.poll(() => readPosition(page)).toBeGreaterThan(positionBefore);
  await page.evaluate(() => window.scrollTo({ top: 1500, behavior: "instant" }));
  await expect.poll(() => coveredShare(page)).toBeLessThan(0.12);

  await player(page).getByRole("button", { name: "Chapters and settings" }).click();
  await player(page).getByRole("combobox", { name: "Speed" }).selectOption("2");
  await player(page).getByRole("button", { name: "The boring fix" }).click();
  await expect.poll(() => readPosition(page)).toBeGreaterThanOrEqual(40);
  await positionSlider(page).press("ArrowRight");
  await expect.poll(() => readPosition(page)).toBeGreaterThanOrEqual(45);
  await player(page).getByRole("button", { name: "Back 15 seconds" }).click();
  await player(page).getByRole("button", { name: "Pause" }).click();
  await expect(player(page).getByRole("button", { name: "Play", exact: true })).toBeVisible();
  const pausedAt = await readPosition(page);
  expect(pausedAt).toBeGreaterThanOrEqual(30);

  await page.reload();
  await expect(player(page).getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await expect.poll(() => readPosition(page)).toBe(pausedAt);
  await player(page).getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => readPosition(page)).toBeGreaterThan(pausedAt);
  await expect(player(page).getByText("The boring fix", { exact: true }).first()).toBeAttached();

  await player(page).getByRole("link", { name: EPISODE }).click();
  await page.getByRole("heading", { name: EPISODE, level: 1 }).waitFor();
  await expect(page.getByText("two hundred thousand customers")).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  await player(page).getByRole("button", { name: "Close the player" }).click();
  await expect(player(page)).toHaveCount(0);
  expect(problems).toEqual([]);
});

test("the player can be closed on the narrowest phone too", async () => {
  const { page } = await site.visit({ viewport: { width: 320, height: 640 } });
  await openPodcastPage(page);
  await page.getByRole("button", { name: `Play ${EPISODE}` }).click();
  await player(page).getByRole("button", { name: "Chapters and settings" }).click();
  await player(page).getByRole("button", { name: "Close the player" }).click();
  await expect(player(page)).toHaveCount(0);
});

test("an episode that cannot be played says so, with a link to the recording, and 'Play' tries again", async () => {
  const { page } = await site.visit();
  await page.route("**/*.mp3", (route) => route.abort());
  await openPodcastPage(page);
  await page.getByRole("button", { name: `Play ${EPISODE}` }).click();
  const alert = player(page).getByRole("alert");
  await expect(alert).toContainText("It cannot be played.");
  await expect(alert.getByRole("link", { name: "Open the recording" })).toBeVisible();
  await page.unroute("**/*.mp3");
  await player(page).getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => readPosition(page)).toBeGreaterThan(0);
});
