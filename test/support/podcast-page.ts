import type { Page } from "@playwright/test";
import { expect } from "./browser-test.ts";

/** Opens the podcast's page. A shop that has just started reads the feed first, so the page is opened until it lists episodes. */
export const openPodcastPage = (page: Page): Promise<void> =>
  expect(async () => {
    await page.goto("/podcast");
    const episodes = page.getByRole("region", { name: "Episodes" }).getByRole("article");
    await expect(episodes).toHaveCount(12, { timeout: 2000 });
  }).toPass();
