import type { Page } from "@playwright/test";
import { podcast } from "../../shared/site/podcast.ts";
import { expect } from "./browser-test.ts";

/**
 * Opens the podcast's page when the shop has stored the feed, which takes a while after its start. The page then has a search,
 * because it lists only the first 12 episodes. Before that, the page is requested without the browser: a page that the browser
 * leaves while it loads reports errors in its console.
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
