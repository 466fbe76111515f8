import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hours } from "../../shared/site/address-and-hours.ts";
import { articleCategories, articles } from "../../shared/site/articles.ts";
import { brand } from "../../shared/site/brand.ts";
import { categories } from "../../shared/site/categories.ts";
import { faq } from "../../shared/site/contact.ts";
import { SHIPPING_FEE } from "../../shared/site/delivery.ts";
import { home } from "../../shared/site/home.ts";
import { hosts } from "../../shared/site/hosts.ts";
import { podcast } from "../../shared/site/podcast.ts";
import { responseTime } from "../../shared/site/response-time.ts";
import { seo } from "../../shared/site/seo.ts";

// Another podcast adapts this test file and no other: all other tests read the site's texts and numbers from its settings.
const folder = join(import.meta.dirname, "../../shared/site");
const texts = readdirSync(folder)
  .map((file) => readFileSync(join(folder, file), "utf8"))
  .join("\n");

test("no text of the site asks to tick a box, because delivery is a choice of two options", () =>
  expect(texts).not.toMatch(/\b(un)?tick(ed|ing)?\b/i));

test("no text of the site promises a show for each week, because an episode comes every other Thursday", () => {
  expect(texts).toContain("every other Thursday");
  expect(texts).not.toMatch(/\b(each|every) week|\bweekly/i);
});

// The description is part of every page's first load, so it does not import the time.
test("the contact page's description for search engines has the same response time as the page", () =>
  expect(seo["/contact"].description).toContain(` within ${responseTime}.`));

test("the home page has the tagline as its heading, two hosts, and featured merchandise", () => {
  expect([brand.tagline, home.heading]).toEqual(Array(2).fill("Where Bourbon Meets Cybersecurity"));
  expect(home.hosts.heading).toBe("About Our Hosts");
  expect(hosts).toHaveLength(2);
  expect(home.featured.heading).toBe("Featured Merchandise");
});

test("the store sells shirts, polos, sweatpants, flasks and tickets, and ships for $10", () => {
  expect(categories.map(({ label }) => label)).toEqual([
    "Shirts",
    "Polos",
    "Sweatpants",
    "Yeti Flasks",
    "Tickets",
  ]);
  expect(SHIPPING_FEE).toBe(10);
});

test("the podcast page asks to support the show, to shop, and to join the club", () => {
  const { heading, shop, club } = podcast.support;
  expect([heading, shop.heading, club.heading]).toEqual([
    "Support the Show",
    "Shop Merchandise",
    "Join The Whiskey Club",
  ]);
});

test("the blog has six articles in three categories, one of them featured", () => {
  expect(articles).toHaveLength(6);
  expect(articles.filter(({ featured }) => featured)).toHaveLength(1);
  expect(articleCategories.map(({ label }) => label)).toEqual(["Cybersecurity", "Bourbon", "Industry"]);
});

test("the contact page has the business hours, and four questions with their answers", () => {
  expect(hours.map(({ days, time }) => [days, time])).toEqual([
    ["Monday - Friday", "9am - 5pm"],
    ["Saturday", "By appointment"],
    ["Sunday", "Closed"],
  ]);
  expect(faq).toHaveLength(4);
  const answers = faq.map(({ answer }) => answer).join("\n");
  expect(answers).toContain("International shipping takes 2 to 3 weeks");
  expect(answers).toContain("Within 3 business days");
});
