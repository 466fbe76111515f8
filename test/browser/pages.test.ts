import type { Page } from "@playwright/test";
import { messages } from "../../shared/messages.ts";
import { pagePaths } from "../../shared/page-paths.ts";
import { hours, map } from "../../shared/site/address-and-hours.ts";
import { articleCategories, articles } from "../../shared/site/articles.ts";
import { contact, faq } from "../../shared/site/contact.ts";
import { privacy, shippingAndReturns, terms } from "../../shared/site/legal.ts";
import { links, socialLinks } from "../../shared/site/links.ts";
import { helpLinks } from "../../shared/site/navigation.ts";
import { store } from "../../shared/site/store.ts";
import { expect, test } from "../support/browser-test.ts";
import { accessibilityViolations, NOT_FOUND_ERROR } from "../support/browser.ts";
import { blockExternal } from "../support/block-external.ts";
import { openSite } from "../support/site.ts";

const site = openSite();

async function openPage(path: string, options = {}) {
  const visitor = await site.visit(options);
  const requests = await blockExternal(visitor.page.context(), site.url());
  await visitor.page.goto(path);
  await visitor.page.getByRole("heading", { level: 1 }).waitFor();
  return { ...visitor, requests };
}
const shownTitles = (page: Page) => page.getByRole("article").getByRole("heading").allInnerTexts();
const titlesOf = (category: string) =>
  articles
    .filter((article) => article.category === category)
    .map(({ title }) => title)
    .sort();

test.describe("the blog", () => {
  test("lists the articles with their links, and loads the videos of featured ones on request", async () => {
    const { page, requests, problems } = await openPage("/blog");
    await expect
      .poll(async () => (await shownTitles(page)).sort())
      .toEqual(articles.map(({ title }) => title).sort());
    const featured = articles.filter((article) => article.featured);
    const featuredLinks = page.getByRole("link", { name: "Read Full Article" });
    await expect
      .poll(() => featuredLinks.evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href)))
      .toEqual(featured.map(({ link }) => link));
    const otherLinks = page.getByRole("link", { name: "Read More" });
    await expect
      .poll(() => otherLinks.evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href)))
      .toEqual(articles.filter((article) => !article.featured).map(({ link }) => link));
    await expect
      .poll(() => otherLinks.evaluateAll((all) => [...new Set(all.map((a) => a.getAttribute("target")))]))
      .toEqual(["_blank"]);
    for (const { url, title } of articles.flatMap(({ mentionedLinks }) => mentionedLinks))
      await expect.poll(() => page.getByRole("link", { name: title }).getAttribute("href")).toBe(url);
    expect([requests, problems]).toEqual([[], []]);
    const frameUrls = featured.flatMap(({ frameUrl }) => frameUrl ?? []);
    const loadButtons = page.getByRole("button", { name: "Load video: contacts YouTube" });
    await expect(loadButtons).toHaveCount(frameUrls.length);
    for (const button of await loadButtons.all()) await button.click();
    await expect.poll(() => requests).toEqual(frameUrls);
  });

  test("shows only articles of the chosen category and keeps the filter in its address", async () => {
    const { page, problems } = await openPage("/blog");
    for (const { id: category, label } of articleCategories) {
      const categoryButton = page.getByRole("button", { name: label, exact: true });
      await categoryButton.click();
      await expect.poll(() => categoryButton.getAttribute("aria-pressed")).toBe("true");
      await expect.poll(() => page.getByRole("button", { pressed: true }).count()).toBe(1);
      const expectedTitles = titlesOf(category);
      await expect.poll(async () => (await shownTitles(page)).sort()).toEqual(expectedTitles);
      await expect
        .poll(() => page.getByRole("status").filter({ hasText: "article" }).innerText())
        .toBe(expectedTitles.length === 1 ? "1 article" : `${expectedTitles.length} articles`);
      await expect.poll(() => new URL(page.url()).search).toBe(`?category=${category}`);
    }
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.reload();
    await expect
      .poll(async () => (await shownTitles(page)).sort())
      .toEqual(titlesOf(articleCategories.at(-1)?.id ?? ""));
    await page.getByRole("button", { name: "All", exact: true }).click();
    await expect.poll(() => shownTitles(page)).toHaveLength(articles.length);
    await expect.poll(() => new URL(page.url()).search).toBe("");
    expect(problems).toEqual([]);
  });
});

test("the contact page shows addresses, hours and questions, and a map on request", async () => {
  const { page, requests, problems } = await openPage("/contact");
  const main = page.getByRole("main");
  await expect
    .poll(() => page.getByLabel("Subject").locator("option").allInnerTexts())
    .toEqual([
      "Please select a subject",
      "Podcast Question",
      "Merchandise Inquiry",
      "Collaboration Opportunity",
      "Feedback",
      "Other",
    ]);
  await expect
    .poll(() => main.getByRole("link", { name: links.email.handle }).getAttribute("href"))
    .toBe(links.email.url);
  for (const { label, url } of socialLinks)
    await expect.poll(() => main.getByRole("link", { name: label }).getAttribute("href")).toBe(url);
  const hoursText = await main.getByRole("region", { name: contact.hours.heading }).innerText();
  const shownHours = hoursText.replace(/\s+/g, " ").replace(" (today)", "");
  expect(shownHours).toContain(hours.map(({ days, time }) => `${days} ${time}`).join(" "));
  const questions = main.locator("summary");
  await expect(questions).toHaveText(faq.map(({ question }) => question));
  const [firstAnswer, lastAnswer] = [faq[0], faq[faq.length - 1]].map((entry) =>
    page.getByText(entry?.answer ?? "no answer", { exact: true }),
  );
  if (!firstAnswer || !lastAnswer) throw new Error("The page has no questions");
  await expect.poll(() => lastAnswer.isVisible()).toBe(false);
  await questions.last().press("Enter");
  await lastAnswer.waitFor();
  await questions.first().click();
  await firstAnswer.waitFor();
  await test.step("an invalid fragment in the address does not break the page", async () => {
    await page.evaluate(() => (window.location.hash = "#%E0%A4%A"));
    await page.getByRole("heading", { level: 1, name: contact.heading }).waitFor();
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.evaluate(() => (window.location.hash = "#write"));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  });
  expect([await accessibilityViolations(page), requests, problems]).toEqual([[], [], []]);
  await page.getByRole("button", { name: `Load map: contacts ${map.provider}` }).click();
  await expect.poll(() => requests).toEqual([map.embedUrl]);
});

test("the contact page marks the hours of the present day", async () => {
  const { page } = await site.visit();
  for (const [index, weekday] of ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"].entries()) {
    // 2026-11-01 was a Sunday.
    await page.clock.setFixedTime(`2026-11-0${index + 1}T12:00:00Z`);
    await page.goto("/contact");
    const rowsOfDay = hours.filter(({ weekdays }) => weekdays.some((day) => day === weekday));
    const markedDays = page.getByRole("term").filter({ hasText: "(today)" });
    await expect(markedDays).toHaveText(rowsOfDay.map(({ days }) => `${days} (today)`));
    expect(rowsOfDay, weekday).toHaveLength(1);
  }
});

test("the legal pages are linked in the footer, and their tables of contents link to their sections", async () => {
  const { page, problems } = await openPage("/contact");
  for (const { path, title, sections } of [privacy, terms, shippingAndReturns])
    await test.step(title, async () => {
      const lastHeading = sections.findLast(({ onlyWithTax }) => !onlyWithTax)?.heading ?? "";
      const label = helpLinks.find(({ to }) => to === path)?.label ?? "no link";
      await page.getByRole("contentinfo").getByRole("link", { name: label }).click();
      await page.getByRole("heading", { name: title, level: 1 }).waitFor();
      await expect.poll(() => new URL(page.url()).pathname).toBe(path);
      const contents = page.getByRole("navigation", { name: "On this page" }).getByRole("link");
      const headings = await page.getByRole("main").getByRole("heading", { level: 2 }).allInnerTexts();
      expect(headings).toEqual(["On this page", ...(await contents.allInnerTexts())]);
      await contents.filter({ hasText: lastHeading }).click();
      const heading = page.getByRole("heading", { name: lastHeading, exact: true });
      await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(700);
    });
  expect(problems).toEqual([]);
});

for (const address of ["/store/prd_x/reviews", "/home", "/about.php", "/admin/users"])
  test(`${address} is not a page: the status is 404, and the browser shows 'Page not found'`, async () => {
    const response = await fetch(site.url() + address);
    expect([response.status, response.headers.get("content-type")]).toEqual([
      404,
      "text/html; charset=utf-8",
    ]);
    const html = await response.text();
    expect(html).toContain('<div id="root"></div>');
    expect(html).toContain("noindex");
    const { page } = await openPage(address);
    await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("Page not found");
  });

test("every page of the router has the status 200, also with a slash at the end", async () => {
  const addresses = Object.values(pagePaths);
  expect(addresses).toContain("/admin/dashboard");
  for (const address of addresses.flatMap((path) => (path === "/" ? [path] : [path, `${path}/`])))
    expect([address, (await fetch(site.url() + address)).status]).toEqual([address, 200]);
});

for (const address of ["/store/prd_%FF", `/store/prd_${"0".repeat(400)}`])
  test(`${address.slice(0, 20)} shows the store, with status 404 and a notice`, async () => {
    expect((await fetch(site.url() + address)).status).toBe(404);
    const { page } = await openPage(address);
    await page.getByText(messages.productGone).waitFor();
  });

test("an unknown address shows that the page was not found and links to the store", async () => {
  const { page, problems } = await openPage("/no/such/page");
  await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("Page not found");
  await expect.poll(() => page.getByText("/no/such/page").isVisible()).toBe(true);
  await expect.poll(() => page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex,follow");
  await page.getByRole("link", { name: "Go to the Store" }).click();
  await page.getByRole("heading", { name: store.heading, level: 1 }).waitFor();
  expect(problems).toEqual([NOT_FOUND_ERROR]);
});
