import { beforeAll, describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import { pagesApi } from "../../shared/api-pages.ts";
import { publicApi } from "../../shared/api-public.ts";
import type { Product } from "../../shared/product.ts";
import { repairList } from "../../lambdas/products/repair-list.ts";
import { stockOf } from "../support/invariants.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { orderData, testProduct, stockUp } from "../support/fixtures.ts";
import { stubSiteHtml } from "../support/stub-site-html.ts";
import type { HttpHandler } from "../support/invoke.ts";
import { call } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";
import type { Item } from "../support/table.ts";

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
let catalog: HttpHandler;
let pages: HttpHandler;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  ({ handler: catalog } = await import("../../lambdas/catalog-api.ts"));
  ({ handler: pages } = await import("../../lambdas/render-page.ts"));
  stubSiteHtml();
});

const listAsAdmin = async () => (await call(office.handler, adminApi.listProductsAsAdmin)).data;
const findBroken = async ({ id }: Product) =>
  (await listAsAdmin()).broken.find(({ product }) => product.id === id);
const findInShop = async ({ id }: Product) =>
  (await call(catalog, publicApi.listProducts)).data.products.find((product) => product.id === id);
const deleteProduct = ({ id }: Product) => call(office.handler, adminApi.deleteProduct, { params: { id } });

/** Creates a product, then changes attributes of one of its stored items, or removes those that are undefined in `change`. */
async function createInvalidProduct(
  change: Item,
  sk = "PRODUCT",
  options: Parameters<typeof testProduct>[0] = {},
) {
  const product = testProduct(options);
  await stockUp(shop.table, product);
  const items = await shop.table.partition(`PRODUCT#${product.id}`);
  const { ...item } = items.find((candidate) => candidate["sk"] === sk) ?? {};
  for (const name of Object.keys(change)) delete item[name];
  const newValues = Object.entries(change).filter(([, value]) => value !== undefined);
  await shop.table.put({ ...item, ...Object.fromEntries(newValues) });
  // Writes the stored list of the store's products again, as a scheduled function does. The list then lacks the invalid product.
  await repairList();
  return product;
}

const INVALID_PRODUCTS: [
  description: string,
  change: Item,
  problems: string[],
  readable: Partial<Product>,
][] = [
  ["a price that is a word", { price: "much" }, ["price"], { price: 0, name: "Angel's Share Tee" }],
  ["no name", { name: undefined }, ["name"], { name: "", price: 25 }],
  [
    "a picture that is a number",
    { imageUrls: ["/media/products/a.png", 7] },
    ["imageUrls"],
    { imageUrls: ["/media/products/a.png"] },
  ],
  ["no version", { version: undefined }, ["version"], { version: 0 }],
  ["a version that is a word", { version: "one" }, ["version"], { version: 0 }],
  ["no id", { id: undefined }, ["id"], { price: 25 }],
  [
    "hardly any valid attribute",
    {
      name: 1,
      description: 2,
      price: "",
      imageUrls: "",
      imageUrl: 0,
      variants: 1,
      version: {},
      createdAt: "",
      updatedAt: 0,
    },
    [
      "name",
      "description",
      "price",
      "imageUrls",
      "imageUrl",
      "variants",
      "version",
      "createdAt",
      "updatedAt",
    ],
    { name: "", price: 0 },
  ],
];

describe.each(INVALID_PRODUCTS)("a stored product with %s", (_, change, problems, readable) => {
  test("is not shown in the shop, and is listed as broken with its readable attributes", async () => {
    const product = await createInvalidProduct(change);
    expect(await findInShop(product)).toBeUndefined();
    const request = { params: { id: product.id } };
    expect((await call(catalog, publicApi.getProduct, request)).status).toBe(404);
    const pageRequest = { params: { productId: product.id } };
    expect((await call(pages, pagesApi.productPage, pageRequest)).status).toBe(404);
    expect((await call(catalog, pagesApi.sitemap)).body).not.toContain(product.id);
    expect((await call(office.handler, adminApi.getAnalytics)).status).toBe(200);
    expect((await call(office.handler, adminApi.getStock, request)).status).toBe(200);
    expect((await listAsAdmin()).products.map(({ id }) => id)).not.toContain(product.id);
    const brokenEntry = await findBroken(product);
    expect(brokenEntry?.product).toMatchObject(readable);
    expect(brokenEntry?.problems.toSorted()).toEqual(problems.toSorted());
    const checkoutResponse = await driver.send(orderData([[product, 1]]));
    expect([checkoutResponse.status, checkoutResponse.error.lines?.[0]?.price]).toEqual([409, null]);
  });

  test("is repaired when an admin saves the product", async () => {
    const product = await createInvalidProduct(change);
    const brokenEntry = await findBroken(product);
    if (!brokenEntry) throw new Error("The product is not listed as broken");
    const { version, stock } = brokenEntry.product;
    const { description, price, category, imageUrls } = product;
    const saveProduct = (name: string) =>
      call(office.handler, adminApi.updateProduct, {
        params: { id: product.id },
        body: { name, description, price, category, imageUrls, version, stock: stock + 2, stockWas: stock },
      });
    const { id, name } = product;
    expect((await saveProduct(name)).data).toMatchObject({ id, name, price, stock: 12 });
    expect(await findInShop(product)).toMatchObject({ name, price, stock: 12, imageUrl: imageUrls[0] });
    expect(await findBroken(product)).toBeUndefined();
    // A second save of the same version, as from another open form, gets a conflict.
    expect((await saveProduct("Another name")).status).toBe(409);
  });

  test("can be deleted", async () => {
    const product = await createInvalidProduct(change);
    expect((await deleteProduct(product)).status).toBe(204);
    expect(await findBroken(product)).toBeUndefined();
    expect((await deleteProduct(product)).status).toBe(404);
  });
});

describe("a variant whose stock item has a count that cannot be read", () => {
  const variants = [
    { id: "m", size: "M", stock: 5 },
    { id: "l", size: "L", stock: 3 },
  ];

  test("is sold out in the shop, is listed as a problem of the product, and is repaired by saving the product; its holds stay", async () => {
    const product = await createInvalidProduct({ available: "five", held: 2 }, "STOCK#m", { variants });
    expect((await findInShop(product))?.variants?.map(({ stock }) => stock)).toEqual([0, 3]);
    expect((await findBroken(product))?.problems).toEqual(["stock of M"]);
    const { name, description, price, category, imageUrls } = product;
    const response = await call(office.handler, adminApi.updateProduct, {
      params: { id: product.id },
      body: {
        name,
        description,
        price,
        category,
        imageUrls,
        version: 1,
        stock: 0,
        stockWas: { m: 0, l: 3 },
        variants: [
          { id: "m", size: "M", stock: 4 },
          { id: "l", size: "L", stock: 3 },
        ],
      },
    });
    expect(response.data.variants?.map(({ stock }) => stock)).toEqual([4, 3]);
    expect(await findBroken(product)).toBeUndefined();
    expect(await stockOf(shop.table, product, "m")).toEqual({ available: 4, held: 2, sold: 0 });
  });

  test("does not prevent deleting the product", async () => {
    const product = await createInvalidProduct({ sold: null }, "STOCK#l", { variants });
    expect((await deleteProduct(product)).status).toBe(204);
  });
});
