import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { requireAnswerSize } from "../../infra/local/functions/answer-size.ts";
import { adminApi } from "../../shared/api-admin.ts";
import { pagesApi } from "../../shared/api-pages.ts";
import { publicApi } from "../../shared/api-public.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import { ProductInput } from "../../shared/product-input.ts";
import type { Product } from "../../shared/product.ts";
import { line } from "../../shared/text.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import { testProduct, stockUp } from "../support/fixtures.ts";
import { stubSiteHtml } from "../support/stub-site-html.ts";
import type { HttpHandler } from "../support/invoke.ts";
import { call } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";

let shop: Shop;
let office: BackOffice;
let catalog: HttpHandler;
let pages: HttpHandler;

beforeAll(async () => {
  shop = await openShop();
  office = await openBackOffice(shop);
  ({ handler: catalog } = await import("../../lambdas/catalog-api.ts"));
  ({ handler: pages } = await import("../../lambdas/render-page.ts"));
  stubSiteHtml();
});

const createProduct = (body: object) => call(office.handler, adminApi.createProduct, { body });
const deleteProduct = (id: string) => call(office.handler, adminApi.deleteProduct, { params: { id } });

/** The statuses of all responses that can contain the product. */
async function readStatuses({ id }: Product) {
  const responses = await Promise.all([
    call(catalog, publicApi.listProducts),
    call(catalog, publicApi.listProducts, { query: { featured: "true" } }),
    call(catalog, publicApi.getProduct, { params: { id } }),
    call(pages, pagesApi.productPage, { params: { productId: id } }),
    call(catalog, pagesApi.sitemap),
    call(office.handler, adminApi.listProductsAsAdmin),
    call(office.handler, adminApi.getStock, { params: { id } }),
    call(office.handler, adminApi.getAnalytics),
  ]);
  return responses.map(({ status }) => status);
}

const readVersion = async (id: string) =>
  (await call(catalog, publicApi.getProduct, { params: { id } })).data.version;
/** The result of `readStatuses` when all responses succeed. */
const ALL_FOUND = Array.from({ length: 8 }, () => 200);

const text = (max: number) =>
  fc
    .oneof(fc.string({ unit: "grapheme", minLength: 1, maxLength: max }), fc.constant("x".repeat(max)))
    .filter((value) => z.safeParse(line("", max), value).success);
const label = fc.option(text(40), { nil: undefined });
const stock = fc.oneof(fc.nat(20), fc.constantFrom(0, 400_000, 600_000, 999_999, 1_000_000, 1_000_001));
const input = fc.record(
  {
    name: text(120),
    description: text(4000),
    price: fc.oneof(
      fc.nat(100_000).map((cents) => cents / 100),
      fc.constantFrom(0, 0.01, 1_000_000),
    ),
    category: fc.oneof(fc.constantFrom("shirts", "ticket", "constructor", "__proto__"), text(40)),
    stock,
    featured: fc.boolean(),
    imageUrls: fc.array(fc.constantFrom("/media/products/a.png", `/media/products/${"b".repeat(280)}`), {
      minLength: 1,
      maxLength: 20,
    }),
    details: fc.array(text(300), { maxLength: 30 }),
    size: label,
    color: label,
    variants: fc.array(fc.record({ size: label, color: label, stock }), { maxLength: 4 }),
  },
  { requiredKeys: ["name", "description", "price", "category", "stock", "imageUrls"] },
);

describe("any product that the input schema accepts", () => {
  test("can be listed, changed and deleted; input that the schema refuses gets 400 and changes nothing", async () => {
    await fc.assert(
      fc.asyncProperty(input, input, async (first, change) => {
        const addResponse = await createProduct(first);
        expect(addResponse.status).toBe(z.safeParse(ProductInput, first).success ? 201 : 400);
        if (addResponse.status === 400) return;
        const { id, stock: stockWas, variants } = addResponse.data;
        expect(await readStatuses(addResponse.data)).toEqual(ALL_FOUND);
        const updated = await call(office.handler, adminApi.updateProduct, {
          params: { id },
          body: {
            ...change,
            version: 1,
            stockWas: change.variants?.length
              ? Object.fromEntries((variants ?? []).map((variant) => [variant.id, variant.stock]))
              : stockWas,
          },
        });
        const isAccepted = z.safeParse(ProductInput, change).success;
        expect(updated.status).toBe(isAccepted ? 200 : 400);
        expect(await readVersion(id)).toBe(isAccepted ? 2 : 1);
        expect(await readStatuses(addResponse.data)).toEqual(ALL_FOUND);
        expect((await deleteProduct(id)).status).toBe(204);
      }),
      { numRuns: 80 },
    );
  });
});

test("a product is still shown when its stock grows above the limit of the input", async () => {
  const wellStocked = testProduct({
    variants: [
      { id: "m", size: "M", stock: 900_000 },
      { id: "l", size: "L", stock: 900_000 },
    ],
  });
  await stockUp(shop.table, wellStocked);
  expect(await readStatuses(wellStocked)).toEqual(ALL_FOUND);
  const listedProducts = (await call(catalog, publicApi.listProducts)).data.products;
  expect(listedProducts.find(({ id }) => id === wellStocked.id)?.stock).toBe(1_800_000);
});

test("a product that is stored without a category is shown as uncategorized", async () => {
  const uncategorized = testProduct();
  await stockUp(shop.table, uncategorized);
  const items = await shop.table.partition(`PRODUCT#${uncategorized.id}`);
  const { category: _, ...itemWithoutCategory } = items.find(({ sk }) => sk === "PRODUCT") ?? {};
  await shop.table.put(itemWithoutCategory);
  const listedProducts = (await call(catalog, publicApi.listProducts)).data.products;
  expect(listedProducts.find(({ id }) => id === uncategorized.id)?.category).toBe("uncategorized");
  const { products, broken } = (await call(office.handler, adminApi.listProductsAsAdmin)).data;
  expect(products.find(({ id }) => id === uncategorized.id)?.category).toBe("uncategorized");
  expect(broken).toEqual([]);
});

describe("a catalog of the largest size that Lambda can answer", () => {
  const largeProduct = (index: number) =>
    testProduct({
      name: `Large ${index}`,
      description: `"Quoted"\n`.repeat(400),
      details: Array.from({ length: 30 }, () => "漢".repeat(300)),
    });

  test("refuses more products with a reason, can still be listed, and accepts changes that make the catalog smaller", async () => {
    const candidates = Array.from({ length: 160 }, (_, i) => largeProduct(i));
    // Lambda returns a response as JSON in a JSON string.
    const sizeInBytes = (products: Product[]) => Buffer.byteLength(JSON.stringify(JSON.stringify(products)));
    // So many products that another one of this size would exceed the limit of 5,000,000 bytes.
    const storedProducts = candidates.slice(0, Math.floor(4_990_000 / sizeInBytes([largeProduct(0)])));
    await stockUp(shop.table, ...storedProducts);
    const [firstProduct] = storedProducts;
    if (!firstProduct) throw new Error("No product fits into the catalog");
    const { name, description, price, category, imageUrls, details } = firstProduct;
    const productFields = { name, description, price, category, imageUrls, details, stock: 1 };

    const refusedResponse = await createProduct(productFields);
    expect([refusedResponse.status, refusedResponse.error.message]).toEqual([
      400,
      apiMessages.catalogTooLarge,
    ]);
    const smallProduct = testProduct({ name: "Small" });
    await stockUp(shop.table, smallProduct);
    const saveChange = (product: Product, body: object) =>
      call(office.handler, adminApi.updateProduct, {
        params: { id: product.id },
        body: { ...productFields, version: 1, stockWas: 10, ...body },
      });
    expect((await saveChange(smallProduct, {})).error.message).toBe(apiMessages.catalogTooLarge);
    expect((await saveChange(smallProduct, { name: "S", description: "S", details: [] })).status).toBe(200);
    expect((await saveChange(firstProduct, { details: details.slice(1) })).status).toBe(200);

    for (const response of [
      await call(catalog, publicApi.listProducts),
      await call(office.handler, adminApi.listProductsAsAdmin),
    ]) {
      expect(response.data.products.length).toBeGreaterThan(storedProducts.length - 1);
      requireAnswerSize("list", { statusCode: 200, headers: response.headers, body: response.body });
    }
  });
});
