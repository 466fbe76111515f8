// Another podcast writes other texts into shared/site. Their words may be longer than those of this podcast.
import type { Page } from "@playwright/test";
import { categories } from "../../shared/site/categories.ts";
import { home } from "../../shared/site/home.ts";
import { hosts } from "../../shared/site/hosts.ts";
import { privacy } from "../../shared/site/legal.ts";
import { expect, test } from "../support/browser-test.ts";
import { expectNoSidewaysScroll } from "../support/browser.ts";
import { blockExternal } from "../support/block-external.ts";
import { openSite } from "../support/site.ts";

const site = openSite();
const LONG_WORD = "Donaudampfschifffahrtsgesellschaftskapitäne";
/** Elements whose texts are settings, without the section of the episodes, which shows texts of the feed. */
const TEXT_SELECTOR =
  ":is(h1, h2, h3, p, li, dt, dd, summary, footer a, footer span):not([aria-labelledby='episodes'] *)";

async function openPage(path: string): Promise<Page> {
  const { page } = await site.visit();
  await blockExternal(page.context(), site.url());
  await page.goto(path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  // The footer is loaded with the page and fades in.
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  return page;
}

/** Replaces the text of each element by a long word, and returns how many were replaced. */
const lengthenTexts = (page: Page): Promise<number> =>
  page.evaluate(
    ([selector, word]) => {
      const textsOf = (element: Element) =>
        [...element.childNodes].filter((node) => node instanceof Text && node.data.trim() !== "");
      const elements = [...document.querySelectorAll(selector)].filter(
        (element) => textsOf(element).length > 0,
      );
      for (const element of elements)
        for (const [i, text] of textsOf(element).entries()) text.textContent = i === 0 ? word : "";
      return elements.length;
    },
    [TEXT_SELECTOR, LONG_WORD] as const,
  );

async function expectNoOverflow(page: Page): Promise<void> {
  for (const width of [1440, 768, 375]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page, `at ${width} px`);
  }
}

for (const path of ["/", "/store", "/podcast", "/blog", "/contact", privacy.path])
  test(`long words in the texts of ${path} are broken, so that the page does not scroll sideways`, async () => {
    const page = await openPage(path);
    expect(await lengthenTexts(page)).toBeGreaterThan(5);
    await expectNoOverflow(page);
  });

test("twice as many categories do not make the store scroll sideways", async () => {
  const page = await openPage("/store");
  const chips = page.getByRole("group", { name: "Categories" });
  await expect.poll(() => chips.getByRole("button").count()).toBeGreaterThanOrEqual(categories.length);
  await chips.evaluate((group) => group.append(...[...group.children].map((chip) => chip.cloneNode(true))));
  await expectNoOverflow(page);
});

test("the only host of a show has the whole width of the section", async () => {
  const page = await openPage("/");
  const section = page.getByRole("region", { name: home.hosts.heading });
  const articles = section.getByRole("article");
  await expect(articles).toHaveCount(hosts.length);
  await articles.evaluateAll((all) => all.slice(1).forEach((host) => host.remove()));
  const widths = async () => [
    (await articles.first().boundingBox())?.width ?? 0,
    (await articles.first().locator("..").boundingBox())?.width ?? 0,
  ];
  const [hostWidth = 0, sectionWidth = 0] = await widths();
  expect(sectionWidth - hostWidth).toBeLessThanOrEqual(2);
  // The portrait is beside the text, and not as high as the window.
  const portrait = await articles.first().getByRole("img").boundingBox();
  expect(portrait?.width).toBeLessThan(sectionWidth * 0.6);
});
