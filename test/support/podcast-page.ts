import type { Page } from "@playwright/test";
import { expect } from "./browser-test.ts";

/** Opens the podcast's page until it lists episodes, because a shop that has just started has not read the feed yet. */
export const openPodcastPage = (page: Page): Promise<void> =>
  expect(async () => {
    await page.goto("/podcast");
    const episodes = page.getByRole("region", { name: "Episodes" }).getByRole("article");
    await expect(episodes).toHaveCount(12, { timeout: 2000 });
  }).toPass();
