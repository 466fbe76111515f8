import { messages } from "../../shared/messages.ts";
import { podcast } from "../../shared/site/podcast.ts";
import { isUncovered, expectFits, setTextSize, toasts } from "../support/browser.ts";
import { expect, test } from "../support/browser-test.ts";
import { openPodcastPage } from "../support/podcast-page.ts";
import { breakPrices, openProducts, DASHBOARD_PATH } from "../support/products-page.ts";

const { site, visitAsAdmin, openList } = openProducts();
const EPISODE = "The Vault Door Was Open";

test("a search finds an episode by its words, stays in the address, and says when no episode matches", async () => {
  const { page, problems } = await site.visit({ viewport: { width: 375, height: 812 } });
  const episodes = page.getByRole("region", { name: podcast.episodes.heading, exact: true });
  const search = episodes.getByRole("searchbox", { name: podcast.episodes.search });
  const foundEpisodes = episodes.getByRole("article");
  await openPodcastPage(page);
  // The episode is on the second page of the list.
  await search.fill("vendors pilot");
  await expect(foundEpisodes).toHaveCount(1);
  await expect(foundEpisodes).toContainText("Pilot Pour");
  await expect(episodes.getByRole("status")).toHaveText("1 episode for “vendors pilot”");
  await expect(page).toHaveURL(/\/podcast\?q=vendors\+pilot$/);
  await expectFits(page);

  await foundEpisodes.getByRole("link").click();
  await expect(page.getByRole("heading", { name: "Pilot Pour", level: 1 })).toBeFocused();
  await expect(page.locator("[data-announcer=root]")).toHaveText(/^Pilot Pour/);
  await page.goBack();
  await expect(search).toHaveValue("vendors pilot");
  await page.reload();
  await expect(search).toHaveValue("vendors pilot");
  await expect(foundEpisodes).toHaveCount(1);

  await search.fill("martini");
  await episodes.getByText(podcast.episodes.notFound).waitFor();
  await expectFits(page);
  await episodes.getByRole("button", { name: podcast.episodes.showAll }).click();
  await expect(foundEpisodes).toHaveCount(14);
  await expect(page).toHaveURL(/\/podcast$/);
  expect(problems).toEqual([]);
});

test("the heading of an episode that is loaded by 'Try Again' has the focus", async () => {
  const { page } = await site.visit();
  await openPodcastPage(page);
  await page.route("**/api/episodes/*", (route) => route.abort());
  await page.getByRole("link", { name: EPISODE }).first().click();
  const retryButton = page.getByRole("button", { name: "Try Again" });
  await retryButton.waitFor();
  await page.unroute("**/api/episodes/*");
  await retryButton.press("Enter");
  await expect(page.getByRole("heading", { name: EPISODE, level: 1 })).toBeFocused();
});

test("an admin chooses in the product's form which episodes show the product", async () => {
  const flask = site.productOf("yetiflask");
  const { page, problems } = await openList({ form: "edit", id: flask.id });
  const section = page.getByRole("region", { name: "Shown in episodes" });
  const chosenEpisodes = section.getByRole("list", { name: "Episodes that show the product" });
  await section.getByRole("button", { name: "Change" }).click();
  await section.getByRole("searchbox", { name: "Search episodes" }).fill("vault");
  const checkbox = section.getByRole("checkbox", { name: EPISODE });
  // In other fields of the form, Enter would save the product.
  await page.keyboard.press("Enter");
  await checkbox.press("Space");
  await toasts(page).getByText(`Shown in “${EPISODE}”`).waitFor();
  await expect(chosenEpisodes).toContainText(EPISODE);
  await expectFits(page);

  const { page: visitorPage } = await site.visit();
  await visitorPage.goto("/podcast?q=vault");
  await visitorPage.getByRole("link", { name: EPISODE }).click();
  await expect(visitorPage.getByRole("region", { name: "In this episode" })).toContainText(flask.name);

  await section.getByRole("searchbox", { name: "Search episodes" }).fill("");
  // The second change begins before the first one is saved.
  for (const name of ["Barrel Zero", "Pilot Pour"])
    await section.getByRole("checkbox", { name }).press("Space");
  await expect(chosenEpisodes.getByRole("listitem")).toHaveText([EPISODE, "Barrel Zero", "Pilot Pour"]);
  await checkbox.press("Space");
  await toasts(page).getByText(`No longer in “${EPISODE}”`).last().waitFor();
  await expect(chosenEpisodes.getByRole("listitem")).toHaveText(["Barrel Zero", "Pilot Pour"]);
  expect(problems).toEqual([]);
});

test("an admin chooses the products of an episode only when the shop's products are loaded", async () => {
  const flask = site.productOf("yetiflask");
  const { page } = await visitAsAdmin();
  await page.route("**/api/admin/products", (route) => route.fulfill({ status: 500, body: "" }));
  await page.goto(`${DASHBOARD_PATH}?tab=episodes`);
  // Without the list of products, saving the dialog would remove all products of the episode.
  await page.getByText("Error fetching products").waitFor();
  await page.unroute("**/api/admin/products");
  await page.getByRole("button", { name: "Try again" }).click();

  await page.getByRole("button", { name: `Products of ${EPISODE}` }).click();
  const dialog = page.getByRole("dialog", { name: `In “${EPISODE}”` });
  await dialog.getByRole("searchbox", { name: "Search products" }).pressSequentially(flask.name);
  await page.keyboard.press("Enter");
  await dialog.getByRole("checkbox", { name: flask.name }).press("Space");
  await dialog.getByRole("button", { name: "Save" }).click();
  await toasts(page).getByText("Products of the episode saved").waitFor();
  const row = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: EPISODE }) });
  await expect(row.getByRole("list", { name: "Products" })).toHaveText(flask.name);

  await test.step("a product that cannot be read is shown and stays", async () => {
    const tee = site.productOf("shirts");
    await breakPrices(page, [flask.id]);
    await page.reload();
    await expect(row.getByRole("list", { name: "Products" })).toHaveText(`${flask.name} (cannot be read)`);
    await page.getByRole("button", { name: `Products of ${EPISODE}` }).click();
    await expect(dialog.getByRole("checkbox", { name: `${flask.name} (cannot be read)` })).toBeChecked();
    await dialog.getByRole("checkbox", { name: tee.name }).check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await toasts(page).getByText("Products of the episode saved").last().waitFor();
    await page.unrouteAll({ behavior: "wait" });
    await page.reload();
    await expect(row.getByRole("list", { name: "Products" }).getByRole("listitem")).toHaveText([
      tee.name,
      flask.name,
    ]);
  });
});

test("an admin sees why the products of an episode were not saved, beside the buttons on a phone, and also after Back", async () => {
  const { page } = await visitAsAdmin({ viewport: { width: 375, height: 667 } });
  await openPodcastPage(page);
  await page.goto(`${DASHBOARD_PATH}?tab=discounts`);
  await page.getByRole("tab", { name: "Episodes" }).click();
  const answer = Promise.withResolvers<void>();
  let requestCount = 0;
  await page.route("**/api/admin/episodes/*/products", async (route) => {
    requestCount += 1;
    if (requestCount === 2) await answer.promise;
    await route.abort();
  });
  await page.getByRole("button", { name: `Products of ${EPISODE}` }).click();
  const dialog = page.getByRole("dialog", { name: `In “${EPISODE}”` });
  const saveButton = dialog.getByRole("button", { name: "Save" });
  await saveButton.click();
  const failure = dialog.getByRole("alert").getByText(messages.noConnection);
  for (const [width, height, textSize] of [
    [375, 667, 16],
    [667, 375, 16],
    [375, 667, 32],
  ] as const) {
    await page.setViewportSize({ width, height });
    await setTextSize(page, textSize);
    await expect(failure).toBeInViewport({ ratio: 1 });
    await expect(saveButton).toBeInViewport({ ratio: 1 });
    expect(await saveButton.evaluate(isUncovered), `at ${width} px`).toBe(true);
  }
  await saveButton.click();
  await expect.poll(() => requestCount).toBe(2);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  answer.resolve();
  await toasts(page).getByText(messages.noConnection).waitFor();
});
