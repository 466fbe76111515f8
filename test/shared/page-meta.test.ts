import { describe, expect, test } from "vitest";
import type { EventFacts } from "../../shared/event-facts.ts";
import type { PageMeta } from "../../shared/page-meta.ts";
import { headTags } from "../../shared/head-tags.ts";
import { renderHead, withHead } from "../../shared/page-head.ts";
import { productMeta } from "../../shared/page-meta.ts";
import { footerLinks } from "../../shared/site/navigation.ts";
import { seo } from "../../shared/site/seo.ts";
import { structuredData } from "../../shared/structured-data.ts";
import { eventInDays, testProduct } from "../support/fixtures.ts";

const ORIGIN = "https://shop.example";
const tee = testProduct({ id: "prd_1", name: 'The "Root" Tee', price: 32.5, stock: 0 });
const typesOf = (page: PageMeta) => structuredData(page, ORIGIN).map((node) => node["@type"]);
const contentOf = (page: PageMeta, name: string) =>
  headTags(page, ORIGIN).find(({ key }) => key[1] === name)?.value[1];

describe("a page's head", () => {
  test("has absolute URLs with the given origin", () => {
    const page = { ...seo["/store"], path: "/store" };
    expect(contentOf(page, "canonical")).toBe(`${ORIGIN}/store`);
    expect(contentOf(page, "og:image")).toBe(`${ORIGIN}/og-image.png`);
    expect(renderHead(page)).toContain('href="__ORIGIN__/store"');
  });

  test("has the product's picture, price and shortened description on the page of a product", () => {
    const page = productMeta({ ...tee, description: "Soft. ".repeat(60) });
    expect(contentOf(page, "og:type")).toBe("product");
    expect(contentOf(page, "og:image")).toBe(`${ORIGIN}/media/products/tee.webp`);
    expect(contentOf(page, "product:price:amount")).toBe("32.50");
    expect(contentOf(page, "description")).toMatch(/^\$32\.50\. Soft\./);
    expect(contentOf(page, "description")?.length).toBeLessThan(160);
  });

  test("escapes markup of a product", () => {
    const head = renderHead(productMeta({ ...tee, name: "</title><script>alert(1)</script>" }), ORIGIN);
    expect(head.match(/<script/g)).toHaveLength(1);
    expect(head).toContain("&lt;/title&gt;");
    expect(head).toContain("\\u003cscript>alert(1)");
  });

  test("replaces the head of the built page, also when the title contains `$`", () => {
    const html = "<head><!--page-meta-->old<!--/page-meta--></head>";
    const page = withHead(html, { ...seo["/"], title: "$& and $1", path: "/" }, ORIGIN);
    expect(page).toContain("<title>$&amp; and $1</title>");
    expect(page).not.toContain("old");
  });
});

describe("structured data", () => {
  test("has organization and series on the home page, breadcrumbs elsewhere, and the series on the podcast page", () => {
    expect(typesOf({ ...seo["/"], path: "/" })).toEqual(["Organization", "PodcastSeries"]);
    expect(typesOf({ ...seo["/podcast"], path: "/podcast" })).toEqual(["BreadcrumbList", "PodcastSeries"]);
    expect(typesOf({ ...seo["/blog"], path: "/blog" })).toEqual(["BreadcrumbList"]);
    expect(typesOf(productMeta(tee))).toEqual(["BreadcrumbList", "Product"]);
  });

  test("is absent on pages that search engines must not index", () => {
    expect(typesOf({ ...seo["/checkout"], path: "/checkout" })).toEqual([]);
    expect(renderHead({ ...seo["/checkout"], path: "/checkout" })).not.toContain("<script");
  });

  test("has a product with its price and availability, and breadcrumbs that lead to it", () => {
    const offer = { price: "32.50", priceCurrency: "USD", url: `${ORIGIN}/store/prd_1` };
    const [, node] = structuredData(productMeta(tee), ORIGIN);
    expect(node).toMatchObject({
      name: tee.name,
      image: [`${ORIGIN}/media/products/tee.webp`],
      offers: { ...offer, availability: "https://schema.org/OutOfStock" },
    });
    const storeLabel = footerLinks.find(({ to }) => to === "/store")?.label;
    const [breadcrumbs] = structuredData(productMeta(tee), ORIGIN);
    expect(breadcrumbs?.["itemListElement"]).toMatchObject([
      { position: 1, item: `${ORIGIN}/` },
      { position: 2, name: storeLabel, item: `${ORIGIN}/store` },
      { position: 3, name: tee.name },
    ]);
  });

  test("has the event of a ticket, with its times, place and offer", () => {
    const event = {
      ...eventInDays(0),
      startsAt: "2026-12-12T00:00:00.000Z",
      endsAt: "2026-12-12T03:00:00.000Z",
    };
    const page = productMeta({ ...tee, category: "ticket", event });
    expect(typesOf(page)).toEqual(["BreadcrumbList", "Product", "Event"]);
    expect(structuredData(page, ORIGIN)[2]).toMatchObject({
      name: tee.name,
      startDate: "2026-12-11T19:00-05:00",
      endDate: "2026-12-11T22:00-05:00",
      eventStatus: "https://schema.org/EventScheduled",
      location: { name: "The Rickhouse", address: { addressLocality: "Louisville", addressCountry: "US" } },
      offers: {
        price: "32.50",
        url: `${ORIGIN}/store/prd_1`,
        availability: "https://schema.org/SoldOut",
        availabilityEnds: "2026-12-11T19:00-05:00",
      },
    });
  });

  test("offers no tickets after the end of their sales, though some are left", () => {
    const availabilitiesOf = (event: EventFacts) =>
      structuredData(productMeta({ ...tee, category: "ticket", stock: 3, event }), ORIGIN).flatMap((node) =>
        node["offers"] === undefined ? [] : (node["offers"] as { availability: string }).availability,
      );
    const event = eventInDays(2);
    const salesEndAt = new Date(Date.now() - 60_000).toISOString();
    expect(availabilitiesOf(event)).toEqual(["https://schema.org/InStock", "https://schema.org/InStock"]);
    expect(availabilitiesOf({ ...event, salesEndAt })).toEqual([
      "https://schema.org/OutOfStock",
      "https://schema.org/SoldOut",
    ]);
  });
});
