import { beforeAll, describe, expect, test } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import { pagesApi } from "../../shared/api-pages.ts";
import { publicApi } from "../../shared/api-public.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import type { ProductChange, ProductInput } from "../../shared/product-input.ts";
import type { Product, ProductState } from "../../shared/product.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { orderData } from "../support/fixtures.ts";
import { checkInvariants, orderOf, stockOf } from "../support/invariants.ts";
import type { HttpHandler, QueueHandler } from "../support/invoke.ts";
import { call, deliver, toBusEvent } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { openShop } from "../support/shop.ts";
import { stubSiteHtml } from "../support/stub-site-html.ts";

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
let catalog: HttpHandler;
let pages: HttpHandler;
let watchStock: QueueHandler;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  ({ handler: catalog } = await import("../../lambdas/catalog-api.ts"));
  ({ handler: pages } = await import("../../lambdas/render-page.ts"));
  ({ handler: watchStock } = await import("../../lambdas/watch-stock.ts"));
  stubSiteHtml();
});

const tee: ProductInput = {
  name: "Angel's Share Tee",
  description: "Cotton.",
  price: 25,
  category: "shirts",
  stock: 10,
  featured: true,
  imageUrls: ["/media/products/tee.webp"],
  details: [],
};
const createProduct = async (change: Partial<ProductInput> = {}): Promise<Product> =>
  (await call(office.handler, adminApi.createProduct, { body: { ...tee, ...change } })).data;
const updateProduct = ({ id, version }: Product, body: Partial<ProductChange>) =>
  call(office.handler, adminApi.updateProduct, {
    params: { id },
    body: { ...tee, version, stockWas: 10, ...body },
  });
const changeState = ({ id, version }: Product, state: ProductState) =>
  call(office.handler, adminApi.changeProductState, { params: { id }, body: { state, version } });
const findInAdminList = async ({ id }: Product) =>
  (await call(office.handler, adminApi.listProductsAsAdmin)).data.products.filter(
    (product) => product.id === id,
  );

/** Whether the product can be found, in this order: in the list, as featured, by its id, on its page, in the sitemap. */
async function findInPublicPlaces({ id }: Product): Promise<boolean[]> {
  const [list, featured, product, page, sitemap] = await Promise.all([
    call(catalog, publicApi.listProducts),
    call(catalog, publicApi.listProducts, { query: { featured: "true" } }),
    call(catalog, publicApi.getProduct, { params: { id } }),
    call(pages, pagesApi.productPage, { params: { productId: id } }),
    call(catalog, pagesApi.sitemap),
  ]);
  return [
    list.data.products.some((listed) => listed.id === id),
    featured.data.products.some((listed) => listed.id === id),
    product.status === 200,
    page.status === 200,
    sitemap.body.includes(id),
  ];
}
const EVERYWHERE = [true, true, true, true, true];
const NOWHERE = [false, false, false, false, false];

describe("a draft or an archived product", () => {
  test("is in the back office with its stock, and not in the public API, the pages or the sitemap", async () => {
    const draft = await createProduct({ state: "draft" });
    expect(await findInPublicPlaces(draft)).toEqual(NOWHERE);
    expect(await findInAdminList(draft)).toEqual([draft]);

    const { data: active } = await changeState(draft, "active");
    expect(active).toEqual({ ...draft, state: "active", version: 2, updatedAt: active.updatedAt });
    expect(await findInPublicPlaces(active)).toEqual(EVERYWHERE);

    const { data: archived } = await changeState(active, "archived");
    expect(await findInPublicPlaces(archived)).toEqual(NOWHERE);
    expect(await findInAdminList(archived)).toEqual([{ ...archived, stock: 10 }]);
  });

  test("cannot be bought, but an open checkout that holds its pieces can still be paid", async () => {
    const product = await createProduct();
    const checkoutData = orderData([[product, 1]]);
    const { orderId, sessionId } = (await driver.send(checkoutData)).data;
    const { data: archived } = await changeState(product, "archived");
    expect((await driver.send(orderData([[product, 1]]))).error.lines).toMatchObject([
      { id: product.id, price: null, available: 0 },
    ]);
    expect((await driver.send(checkoutData)).data.sessionId).toBe(sessionId);
    await driver.pay(sessionId);
    expect(await orderOf(shop.table, orderId)).toMatchObject({ paymentStatus: "paid" });
    expect(await stockOf(shop.table, product)).toEqual({ available: 9, held: 0, sold: 1 });
    const { data: restored } = await changeState(archived, "active");
    expect(restored.stock).toBe(9);
    await checkInvariants(shop.table);
  });

  test("keeps its state when a change does not name a state, and takes the state that a change names", async () => {
    const draft = await createProduct({ state: "draft" });
    const { data: changed } = await updateProduct(draft, { name: "Other" });
    expect([changed.name, changed.state]).toEqual(["Other", "draft"]);
    expect((await updateProduct(changed, { state: "active" })).data.state).toBe("active");
    expect(await findInPublicPlaces(draft)).toEqual(EVERYWHERE);
  });

  test("is neither reported nor listed as low in stock", async () => {
    const product = await createProduct({ stock: 4 });
    const { orderId } = await driver.openCheckout([[product, 1]]);
    await changeState(product, "archived");
    const events = await driver.outbox(orderId);
    await deliver(watchStock, events.slice(0, 1).map(toBusEvent));
    const items = await shop.table.partition(`PRODUCT#${product.id}`);
    expect(items.filter(({ sk }) => /^(OUTBOX|RUNNING-LOW)#/.test(String(sk)))).toEqual([]);
    const { runningOut } = (await call(office.handler, adminApi.getAnalytics)).data;
    expect(runningOut.map(({ productId }) => productId)).not.toContain(product.id);
  });

  test("does not count towards the stock of the shop, by which unpaid pieces are limited", async () => {
    const { readShopStock } = await import("../../lambdas/products/catalog-table.ts");
    let now = Date.now();
    // Each read is 10 s later, because the counts are cached for 3 s.
    const readAvailable = async () => (await readShopStock((now += 10_000))).available;
    const availableBefore = await readAvailable();
    const product = await createProduct({ stock: 500 });
    expect(await readAvailable()).toBe(availableBefore + 500);
    await changeState(product, "archived");
    expect(await readAvailable()).toBe(availableBefore);
  });

  test("is listed as invalid with its state if its stored item is invalid; only a repair is accepted, and the repair keeps the state", async () => {
    const draft = await createProduct({ state: "draft" });
    const items = await shop.table.partition(`PRODUCT#${draft.id}`);
    await shop.table.put({ ...items.find(({ sk }) => sk === "PRODUCT"), price: "free" });
    const { broken } = (await call(office.handler, adminApi.listProductsAsAdmin)).data;
    const brokenEntry = broken.find(({ product }) => product.id === draft.id);
    expect(brokenEntry).toMatchObject({ product: { state: "draft" }, problems: ["price"] });
    const response = await changeState(draft, "active");
    expect([response.status, response.error.fields]).toEqual([400, { state: apiMessages.productInvalid }]);
    expect((await updateProduct(draft, {})).data.state).toBe("draft");
    expect(await findInPublicPlaces(draft)).toEqual(NOWHERE);
  });
});

test("a product that was stored without a state is active", async () => {
  const product = await createProduct();
  const items = await shop.table.partition(`PRODUCT#${product.id}`);
  const { state: _, ...itemWithoutState } = items.find(({ sk }) => sk === "PRODUCT") ?? {};
  await shop.table.put(itemWithoutState);
  expect(await findInPublicPlaces(product)).toEqual(EVERYWHERE);
  expect((await driver.send(orderData([[product, 1]]))).status).toBe(200);
});

describe("changing the state of a product", () => {
  test("answers 409 to the slower of two admins, and 400 for an unknown state", async () => {
    const product = await createProduct();
    const responses = await Promise.all([changeState(product, "archived"), changeState(product, "draft")]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await updateProduct(product, { name: "Late" })).status).toBe(409);
    expect((await changeState(product, "gone" as ProductState)).status).toBe(400);
  });

  test("answers 404 for a deleted product", async () => {
    const product = await createProduct();
    await call(office.handler, adminApi.deleteProduct, { params: { id: product.id } });
    expect((await changeState(product, "archived")).status).toBe(404);
  });
});
