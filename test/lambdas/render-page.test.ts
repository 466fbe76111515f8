import { beforeAll, describe, expect, test } from "vitest";
import { FIRST_STORE_PAGE_SIZE } from "../../shared/api-catalog.ts";
import { pagesApi } from "../../shared/api-pages.ts";
import { publicApi } from "../../shared/api-public.ts";
import { escapeHtml } from "../../shared/html.ts";
import { PageData } from "../../shared/page-data.ts";
import { categoryLabel } from "../../shared/site/categories.ts";
import { FILTERS_HEADER, OTHER_FILTERS } from "../../shared/store-filters.ts";
import { seo } from "../../shared/site/seo.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import type { HttpHandler } from "../support/invoke.ts";
import { call } from "../support/invoke.ts";
import type { ShopWithTableFaults } from "../support/shop.ts";
import { openShopWithTableFaults, ORIGIN } from "../support/shop.ts";

const ATTACK = "</script><script>alert(1)</script><!--page-->";
const tee = testProduct({ name: "Root Tee", featured: true, stock: 3 });
const polo = testProduct({ name: `Polo ${ATTACK}`, description: ATTACK });
const promptPolo = testProduct({ name: "Prompt Polo", category: "polos" });
const flasks = Array.from({ length: FIRST_STORE_PAGE_SIZE }, (_, i) => testProduct({ name: `Flask ${i}` }));

let shop: ShopWithTableFaults;
let handler: HttpHandler;
beforeAll(async () => {
  shop = await openShopWithTableFaults();
  ({ handler } = await import("../../lambdas/render-page.ts"));
  await stockUp(shop.table, tee, polo, promptPolo, ...flasks);
});

const openPage = (page: "home" | "store", headers: Record<string, string> = {}) =>
  call(handler, pagesApi[page], { headers });
const parsePageData = (html: string) =>
  PageData.parse(
    JSON.parse(/<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(html)?.[1] ?? ""),
  );

describe("the store's page", () => {
  test("shows the first products, each as a link to its page, and the number of all products", async () => {
    const { status, headers, body } = await openPage("store");
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(body).toContain(`<a href="/store/${tee.id}"`);
    expect(body).toContain("Only 3 left!");
    expect(body).toContain(`>${FIRST_STORE_PAGE_SIZE + 3} products<`);
    expect(body).toContain(`<link rel="canonical" href="${ORIGIN}/store" />`);
    expect(body).not.toContain("__ORIGIN__");
  });

  test("contains the API's answer as data for React, with the same ETag", async () => {
    const { handler: api } = await import("../../lambdas/catalog-api.ts");
    const listResponse = await call(api, publicApi.listProducts, {
      query: { limit: String(FIRST_STORE_PAGE_SIZE) },
    });
    const data = parsePageData((await openPage("store")).body);
    expect(data.list).toEqual({
      etag: listResponse.headers["etag"],
      answer: JSON.parse(listResponse.body) as unknown,
    });
    expect(data.featured).toEqual({ products: [tee] });
  });

  test("escapes a product's texts in the HTML and in the data", async () => {
    const { body } = await openPage("store");
    expect(body).not.toContain("<script>alert");
    expect(body.match(/<script/g)).toHaveLength(3);
    expect(parsePageData(body).list?.answer.products[1]?.description).toBe(ATTACK);
  });

  test("shows the products of a category in the chosen sort order, and has the attributes that the hydration reads", async () => {
    const { body } = await openPage("store", { [FILTERS_HEADER]: "category=polos&sort=name" });
    const cards = [...body.matchAll(/<article.*?<a href="\/store\/(\w+)"/gs)].map(([, id]) => id);
    expect(cards).toEqual([promptPolo.id]);
    expect(body).toContain('data-page="/store" data-filters="category=polos&amp;sort=name"');
    expect(body).toContain(`>${escapeHtml(categoryLabel("polos"))}</h2>`);
    expect(parsePageData(body).list?.answer).toMatchObject({ products: [promptPolo], total: 1 });
  });

  test("links to every product through its pages, without JavaScript", async () => {
    const { body } = await openPage("store");
    const links = [...body.matchAll(/<a href="\/store(?:\?(page=\d))?"[^>]*>Page/g)];
    const pages = links.map(([, page = ""]) => page);
    expect(pages).toEqual(["", "page=2", "page=3"]);
    const bodies = await Promise.all(
      pages.map(async (page) => (await openPage("store", { [FILTERS_HEADER]: page })).body),
    );
    const gridHtml = bodies.map((body) => body.slice(body.indexOf('id="store-products"'))).join("");
    for (const { id } of [tee, polo, promptPolo, ...flasks])
      expect(gridHtml).toContain(`<a href="/store/${id}"`);
  });

  test("counts all products in another sort order too, not only those in the HTML", async () => {
    const { body } = await openPage("store", { [FILTERS_HEADER]: "sort=name" });
    expect(body).toContain(`>${FIRST_STORE_PAGE_SIZE + 3} products<`);
  });

  test.each([
    ["category=polos&page=2", "1 product", []],
    ["page=50", `${FIRST_STORE_PAGE_SIZE + 3} products`, ["Page 3"]],
    ["category=ticket&page=2", "0 products", []],
  ])(
    "shows the last page of the list if the page number is too high: %s",
    async (filters, count, current) => {
      const { body } = await openPage("store", { [FILTERS_HEADER]: filters });
      expect(body).toContain(`>${count}<`);
      const links = [...body.matchAll(/<a href="[^"]*" aria-current="page">(Page (?:<!-- -->)?\d+)</g)];
      expect(links.map(([, text]) => text?.replace("<!-- -->", ""))).toEqual(current);
    },
  );

  test("has no links to pages for a list of one page", async () => {
    const { body } = await openPage("store", { [FILTERS_HEADER]: "category=polos" });
    expect(body).not.toContain('aria-label="Pages"');
  });

  test("contains the filters of the list for the hydration in the browser, and an empty string for the first page", async () => {
    const readFiltersOfPage = async (page: number) =>
      parsePageData((await openPage("store", { [FILTERS_HEADER]: `page=${page}` })).body).list?.filters;
    expect([await readFiltersOfPage(1), await readFiltersOfPage(2)]).toEqual(["", "page=2"]);
  });

  test("has no products for an address with a search, and preloads all products from the API", async () => {
    const { body } = await openPage("store", { [FILTERS_HEADER]: OTHER_FILTERS });
    expect(body).not.toMatch(/Root Tee|page-data/);
    expect(body).toContain(`<link rel="preload" as="fetch" href="/api/products"`);
  });
});

describe("a product's page", () => {
  const openProduct = (productId: string) => call(handler, pagesApi.productPage, { params: { productId } });

  test("has the product in an open dialog over the store, its data, and its text for browsers without JavaScript", async () => {
    const lastProduct = flasks.at(-1) ?? tee;
    const { status, headers, body } = await openProduct(lastProduct.id);
    expect([status, headers["cache-control"]]).toEqual([
      200,
      "public, max-age=0, s-maxage=2, stale-if-error=86400",
    ]);
    expect(body).toMatch(new RegExp(`<dialog open=""[^>]*aria-label="${lastProduct.name}"`));
    expect(body).toContain(`<title>${lastProduct.name} |`);
    expect(body).toContain(`data-page="/store/${lastProduct.id}" data-filters=""`);
    expect(body).toMatch(new RegExp(`<noscript>\\s*<main[^]*<h1>${lastProduct.name}</h1>`));
    expect(parsePageData(body).product).toEqual(lastProduct);
    expect((await openPage("store")).body).not.toContain("<dialog open");
  });

  test("is an empty page with status 404 and the title for unknown pages if the address has no valid id", async () => {
    const { status, headers, body } = await openProduct("not-found");
    expect([status, headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    expect(body).toContain(`<title>${escapeHtml(seo["*"].title)}</title>`);
    expect(body).toContain("noindex");
    expect(body).toContain('<div id="root"></div>');
    expect(body).not.toContain("__ORIGIN__");
  });

  test("is the store with status 404 for a product that does not exist", async () => {
    const { status, body } = await openProduct("prd_01ARZ3NDEKTSV4RRFFQ69G5FAV");
    expect(status).toBe(404);
    expect(body).toContain("noindex");
    expect(body).not.toContain("<dialog open");
  });
});

test("the home page shows the featured products only", async () => {
  const { body } = await openPage("home");
  expect(body).toContain("Root Tee");
  expect(body).not.toContain("Flask 1");
  expect(parsePageData(body)).toEqual({ featured: { products: [tee] } });
});

test("the store's page answers 503 if the table fails, so that the edge serves the prerendered page", async () => {
  shop.tableFaults.set({ table: "down" });
  const response = await openPage("store");
  shop.tableFaults.set({ table: "normal" });
  expect(response.status).toBe(503);
});

test("pages answer 503 before the table's client gives up if the table is slow; then a product's page has placeholders and is not cached", async () => {
  shop.tableFaults.set({ table: "stall" });
  const startedAt = performance.now();
  const params = { productId: tee.id };
  const [response, product] = await Promise.all([
    openPage("home"),
    call(handler, pagesApi.productPage, { params }),
  ]);
  shop.tableFaults.set({ table: "normal" });
  expect([response.status, product.status]).toEqual([503, 503]);
  expect(product.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
  });
  expect(product.body).toContain(`data-page="/store/${tee.id}"`);
  expect(product.body).toContain(`<title>${escapeHtml(seo["/store"].title)}</title>`);
  expect(product.body).not.toContain("page-data");
  // Without the page's own limit, a request would wait 8 s for the four tries of the table's client.
  expect(performance.now() - startedAt).toBeLessThan(7_000);
});

test("the store's page answers 304 to its ETag until a product changes, and is cached for two seconds", async () => {
  const { headers } = await openPage("store");
  expect(headers["cache-control"]).toBe("public, max-age=0, s-maxage=2");
  const ifNoneMatch = { "if-none-match": `W/${headers["etag"]}` };
  expect((await openPage("store", ifNoneMatch)).status).toBe(304);
  await stockUp(shop.table, testProduct({ name: "One more", featured: true }));
  expect((await openPage("store", ifNoneMatch)).status).toBe(200);
});

test("all filters share one read of the list for two seconds", async () => {
  const { readFilteredStoreData } = await import("../../lambdas/products/page-data.ts");
  const readTotalAt = async (filters: string, now: number) =>
    (await readFilteredStoreData(filters, now)).list?.answer.total ?? 0;
  const now = Date.now() + 60_000;
  const total = await readTotalAt("sort=name", now);
  await stockUp(shop.table, testProduct({ name: "Another" }));
  expect(await readTotalAt("sort=price-up", now + 1_999)).toBe(total);
  expect(await readTotalAt("sort=price-up", now + 2_000)).toBe(total + 1);
});
