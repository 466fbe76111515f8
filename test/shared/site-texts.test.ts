// What this podcast says of itself, and what its privacy page promises, compared with what the code does. This is the only
// test file that another podcast adapts to its own texts.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { stages, stageSettings } from "../../infra/stages.ts";
import { KEEP_UNPAID_SECONDS } from "../../lambdas/orders/order-table.ts";
import { calculationParams } from "../../lambdas/tax/tax-parts.ts";
import { CONFIRM_HOURS } from "../../shared/back-in-stock.ts";
import { browserStorage } from "../../shared/browser-storage.ts";
import { hours } from "../../shared/site/address-and-hours.ts";
import { articleCategories, articles } from "../../shared/site/articles.ts";
import { brand } from "../../shared/site/brand.ts";
import { categories } from "../../shared/site/categories.ts";
import { faq } from "../../shared/site/contact.ts";
import { SHIPPING_FEE } from "../../shared/site/delivery.ts";
import { home } from "../../shared/site/home.ts";
import { hosts } from "../../shared/site/hosts.ts";
import { privacy } from "../../shared/site/legal.ts";
import { footerLinks, headerLinks } from "../../shared/site/navigation.ts";
import { orderNumberPrefix } from "../../shared/site/order-number.ts";
import { podcast } from "../../shared/site/podcast.ts";
import { responseTime } from "../../shared/site/response-time.ts";
import { seo } from "../../shared/site/seo.ts";

const folder = join(import.meta.dirname, "../../shared/site");
const texts = readdirSync(folder)
  .map((file) => readFileSync(join(folder, file), "utf8"))
  .join("\n");

test("the podcast has its name, its prefixes of orders, receipts and stored carts, and its navigation links", () => {
  expect(brand.name).toBe("Bourbon Vipers");
  expect([brand.receiptPrefix, orderNumberPrefix]).toEqual(["BourbonVipers", "BV"]);
  expect(browserStorage.cart).toBe("vipersCart");
  const pages = ["Home", "Store", "Podcast", "Blog", "Contact"];
  expect(headerLinks.map(({ label }) => label)).toEqual([...pages, "Admin"]);
  expect(footerLinks.map(({ label }) => label)).toEqual(pages);
});

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
  expect(categories.map(({ id }) => id)).toEqual(["shirts", "polos", "sweatpants", "yetiflask", "ticket"]);
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

test("the blog has six articles, one of them featured, in three categories", () => {
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

test("no text of the site asks to tick a box for the delivery, which is chosen from two options", () =>
  expect(texts).not.toMatch(/\b(un)?tick(ed|ing)?\b/i));

test("no text of the site promises an episode each week, because an episode comes every other Thursday", () => {
  expect(texts).toContain("every other Thursday");
  expect(texts).not.toMatch(/\b(each|every) week|\bweekly/i);
});

// The description is part of every page's first load, so it does not import `responseTime`.
test("the contact page's description for search engines has the same response time as the page", () =>
  expect(seo["/contact"].description).toContain(` within ${responseTime}.`));

describe("the privacy page", () => {
  const privacyText = JSON.stringify(privacy);

  // DynamoDB deletes expired items on a best-effort basis, typically within two days.
  test.each([
    ["an unpaid checkout", "never paid is deleted within 30 days", KEEP_UNPAID_SECONDS / 86_400, 30],
    ["an unconfirmed request", "without that we delete it within a week", CONFIRM_HOURS / 24, 7],
  ])(
    "promises the deletion of %s by a time at least three days after its TTL, because DynamoDB deletes later",
    (_, promise, ttlDays, promisedDays) => {
      expect(privacyText).toContain(promise);
      expect(ttlDays + 3).toBeLessThanOrEqual(promisedDays);
    },
  );

  test.each(Object.keys(stages))("states how long logs are kept at most in stage %s", (stage) => {
    expect(privacyText).toContain("deleted after 90 days at most");
    expect(stageSettings(stage).logRetentionDays).toBeLessThanOrEqual(90);
  });

  test.each(Object.keys(stages))("states for how long at most a request is counted in stage %s", (stage) => {
    expect(privacyText).toContain("count for an hour at most");
    const windowSeconds = Object.values(stageSettings(stage).limits).flatMap((limit) =>
      typeof limit === "object" && "seconds" in limit ? [limit.seconds] : [],
    );
    expect(Math.max(...windowSeconds)).toBeLessThanOrEqual(3600);
  });

  test("says that consumers of events keep copies of an order with its address", () => {
    const { table } = privacy.sections.find(({ heading }) => heading.startsWith("What we keep,")) ?? {};
    expect(table?.rows.filter(([, where]) => where === "Their records")).toHaveLength(1);
  });

  test("says which data Stripe gets for the sales tax", () => {
    const address = { line1: "1 St", city: "Reno", state: "NV", postal_code: "89501", country: "US" };
    const lines = [{ category: "shirts", quantity: 1, cents: 100 }];
    const taxRequest = calculationParams({ address, lines: [0], shippingCents: 100 }, lines);
    expect(taxRequest.customer_details).toEqual({ address, address_source: "shipping" });
    expect(Object.keys(taxRequest).sort()).toEqual([
      ...["currency", "customer_details", "expand", "line_items", "ship_from_details", "shipping_cost"],
    ]);
    const section = privacy.sections.find(({ heading }) => heading === "Sales tax");
    expect(section?.onlyWithTax).toBe(true);
    expect(section?.paragraphs.join(" ")).toMatch(/address that we ship to.*price and kind of each item/);
  });
});
