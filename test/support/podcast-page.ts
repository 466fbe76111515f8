import type { Page } from "@playwright/test";
import { podcast } from "../../shared/site/podcast.ts";
import { expect } from "./browser-test.ts";

/**
 * Opens the podcast's page as soon as it has the search, which it shows if there are more episodes than it lists at first: a shop
 * that has just started has not stored all of the feed yet. The browser does not load the page before that, because a page that
 * is left while it loads reports errors in its console.
 */
export async function openPodcastPage(page: Page): Promise<void> {
  await expect(async () => {
    const response = await page.request.get("/podcast");
    expect(await response.text()).toContain(podcast.episodes.search);
  }).toPass();
  await page.goto("/podcast");
  await expect(
    page.getByRole("region", { name: podcast.episodes.heading, exact: true }).getByRole("article"),
  ).toHaveCount(12);
}
