import type { Page } from "@playwright/test";
import { links } from "../../shared/site/links.ts";
import { podcast } from "../../shared/site/podcast.ts";
import { store } from "../../shared/site/store.ts";
import { expect, test } from "../support/browser-test.ts";
import { accessibilityViolations } from "../support/browser.ts";
import { blockExternal } from "../support/block-external.ts";
import { openSite } from "../support/site.ts";

const site = openSite();

/** The HTML of a simulated Spotify player, which posts that it is ready after `delayMs`. */
const playerHtml = (delayMs: number) =>
  `<h1>Player</h1><script>setTimeout(() => parent.postMessage({ type: "ready" }, "*"), ${delayMs})</script>`;

/** Opens the podcast's page. `requests` are the requests to other sites, which get `frameHtml`, or fail without it. */
async function openPodcast(
  frameHtml?: string,
  options = {},
): Promise<{ page: Page; requests: string[]; problems: string[] }> {
  const { page, problems } = await site.visit(options);
  const requests = await blockExternal(page.context(), site.url(), frameHtml);
  await page.clock.install();
  await page.goto("/podcast");
  return { page, requests, problems };
}
const loadPlayer = (page: Page) =>
  page.getByRole("button", { name: "Load player: contacts Spotify" }).click();
const alwaysAllowCheckbox = (page: Page) => page.getByRole("checkbox", { name: "Always allow Spotify" });
const fallbackLink = (page: Page) =>
  page.getByRole("status").getByRole("link", { name: podcast.player.heading });
const frame = (page: Page) => page.locator("iframe");

test("the podcast page links to Spotify, YouTube, the store and the social networks", async () => {
  const { page, requests, problems } = await openPodcast();
  const main = page.getByRole("main");
  const hrefsOf = (name: string | RegExp) =>
    main
      .getByRole("link", { name })
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
  await expect.poll(() => hrefsOf(/^Spotify/)).toEqual([links.spotify.url]);
  await expect.poll(() => hrefsOf(/YouTube/)).toEqual([links.youtube.url, links.youtube.url]);
  await expect
    .poll(() => main.getByRole("heading", { name: podcast.support.heading }).isVisible())
    .toBe(true);
  const encodedPageUrl = encodeURIComponent(`${site.url()}/podcast`);
  await expect
    .poll(() => hrefsOf(/Facebook/))
    .toEqual([`https://www.facebook.com/sharer/sharer.php?u=${encodedPageUrl}`]);
  await expect
    .poll(() => hrefsOf(/LinkedIn/))
    .toEqual([`https://www.linkedin.com/sharing/share-offsite/?url=${encodedPageUrl}`]);
  expect((await hrefsOf(/Twitter/))[0]).toContain(
    `https://twitter.com/intent/tweet?url=${encodedPageUrl}&text=`,
  );
  const externalLinks = main.locator('a[href^="https"]');
  await expect
    .poll(() => externalLinks.evaluateAll((all) => [...new Set(all.map((a) => a.getAttribute("target")))]))
    .toEqual(["_blank"]);
  await expect
    .poll(() => main.getByRole("link", { name: podcast.support.shop.heading }).getAttribute("href"))
    .toBe("/store");
  await main.getByRole("link", { name: podcast.support.club.heading }).click();
  await page.getByRole("heading", { name: store.heading, level: 1 }).waitFor();
  expect([requests, problems]).toEqual([[], []]);
});

test("the picture of the YouTube card leads to the channel", async () => {
  const { page } = await openPodcast();
  const picture = page.locator(`a[href="${links.youtube.url}"]:has(img)`);
  await picture.scrollIntoViewIfNeeded();
  const popup = page.waitForEvent("popup");
  // The click meets the play button, which is in the middle.
  await picture.click();
  await (await popup).close();
});

test.describe("the Spotify player", () => {
  test("loads only on request, into a frame of 452 px, which is also the height of its placeholder", async () => {
    const { page, requests } = await openPodcast(playerHtml(100));
    const player = page.getByRole("group", { name: podcast.player.title });
    const height = () => player.evaluate((group) => group.firstElementChild?.getBoundingClientRect().height);
    await expect
      .poll(async () => [await height(), requests, await frame(page).count()])
      .toEqual([452, [], 0]);
    await loadPlayer(page);
    await expect.poll(() => frame(page).getAttribute("height")).toBe("452");
    await expect.poll(() => height()).toBe(452);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe(podcast.player.title);
    await page.getByText("Connecting to Spotify…").waitFor({ state: "hidden" });
    expect(requests).toEqual([links.spotify.embedUrl]);
    await page.clock.runFor(3200);
    await expect.poll(() => fallbackLink(page).count()).toBe(0);
  });

  test("is replaced by a link after three seconds without a response, and one more click shows the player", async () => {
    const { page, requests } = await openPodcast();
    await page.clock.pauseAt(Date.now() + 60_000);
    await loadPlayer(page);
    await page.clock.runFor(2900);
    await expect.poll(() => page.getByText("Connecting to Spotify…").isVisible()).toBe(true);
    await expect.poll(() => fallbackLink(page).count()).toBe(0);
    await page.clock.runFor(200);
    await fallbackLink(page).waitFor();
    await expect.poll(() => fallbackLink(page).getAttribute("href")).toBe(links.spotify.url);
    await page.getByRole("button", { name: "Show the player anyway" }).click();
    await expect.poll(() => page.getByText("has not answered").count()).toBe(0);
    expect(requests).toHaveLength(1);
  });

  test("has no accessibility violation while it loads and after it failed", async () => {
    const { page } = await openPodcast();
    await loadPlayer(page);
    expect(await accessibilityViolations(page)).toEqual([]);
    await fallbackLink(page).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test("is still shown when it responds late", async () => {
    const { page } = await openPodcast(playerHtml(3600));
    await page.clock.pauseAt(Date.now() + 60_000);
    await loadPlayer(page);
    await frame(page).contentFrame().getByRole("heading", { name: "Player" }).waitFor();
    await page.clock.runFor(3100);
    await fallbackLink(page).waitFor();
    await page.clock.runFor(600);
    await fallbackLink(page).waitFor({ state: "hidden" });
    await expect
      .poll(() => frame(page).contentFrame().getByRole("heading", { name: "Player" }).isVisible())
      .toBe(true);
  });

  test("loads with the page once 'Always allow Spotify' was checked, until it is unchecked", async () => {
    const { page, requests } = await openPodcast(playerHtml(0));
    await alwaysAllowCheckbox(page).check();
    expect(requests).toEqual([]);
    await loadPlayer(page);
    await expect.poll(() => requests).toHaveLength(1);
    await page.reload();
    await frame(page).waitFor();
    await expect.poll(() => requests).toHaveLength(2);
    await alwaysAllowCheckbox(page).uncheck();
    await expect.poll(() => frame(page).count()).toBe(1);
    await page.getByRole("button", { name: "Unload player" }).click();
    await page.reload();
    await page.getByRole("button", { name: "Load player: contacts Spotify" }).waitFor();
    expect(requests).toHaveLength(2);
  });
});
