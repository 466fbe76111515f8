import { beforeAll, beforeEach, expect } from "vitest";
import * as z from "zod/mini";
import { adminApi } from "../../shared/api-admin.ts";
import { backInStockApi } from "../../shared/api-back-in-stock.ts";
import { ShopEvent } from "../../shared/events.ts";
import type { Product } from "../../shared/product.ts";
import type { BackOffice } from "./back-office.ts";
import { openBackOffice } from "./back-office.ts";
import { testProduct, stockUp } from "./fixtures.ts";
import type { CallOptions, HttpHandler, QueueHandler } from "./invoke.ts";
import { call, deliver, runScheduled, shopBusEvent } from "./invoke.ts";
import type { Shop } from "./shop.ts";
import { openShop } from "./shop.ts";

/** A shop whose visitors ask for mails about sold-out products, for one test file. */
export function openBackInStock() {
  let shop: Shop;
  let office: BackOffice;
  let api: HttpHandler;
  let mailer: QueueHandler;
  let reconcile: Parameters<typeof runScheduled>[0];

  beforeAll(async () => {
    shop = await openShop({
      stockRequest: { count: 60, seconds: 600 },
      stockRequestRecipient: { count: 3, seconds: 86_400 },
      stockRequestProduct: { count: 40, seconds: 3600 },
    });
    office = await openBackOffice(shop);
    ({ handler: api } = await import("../../lambdas/back-in-stock-api.ts"));
    ({ handler: mailer } = await import("../../lambdas/mail-back-in-stock.ts"));
    ({ handler: reconcile } = await import("../../lambdas/reconcile-back-in-stock.ts"));
  });
  beforeEach(() => {
    shop.mails.length = 0;
    shop.faults.mail = false;
  });

  /** Stores a product, by default a sold-out one. */
  async function addProduct(changes: Parameters<typeof testProduct>[0] = { stock: 0 }): Promise<Product> {
    const product = testProduct(changes);
    await stockUp(shop.table, product);
    return product;
  }
  let visitorCount = 0;
  const requestMail = ({ id }: Product, email: string, body: object = {}, options: CallOptions = {}) =>
    call(api, backInStockApi.askForStock, {
      from: `198.51.100.${(visitorCount += 1) % 250}`,
      body: { productId: id, email, ...body },
      ...options,
    });
  /** The parameters of a link in the newest mail to an address. */
  function linkTo(email: string, action: "confirm" | "end") {
    const mail = shop.mails.findLast(({ to }) => to === email);
    const [, request = "", token = ""] =
      new RegExp(`${action}=([^&\\s]+)&token=([\\w-]+)`).exec(mail?.text ?? "") ?? [];
    return { request: decodeURIComponent(request), token };
  }
  const confirmRequest = (params: { request: string; token: string }) =>
    call(api, backInStockApi.confirmStockRequest, { params });
  const endRequest = (params: { request: string; token: string }) =>
    call(api, backInStockApi.endStockRequest, { params });
  /** Asks for a mail and confirms the request. Returns the parameters of the confirmation link. */
  async function requestAndConfirm(product: Product, email: string, body: object = {}) {
    await requestMail(product, email, body);
    const link = linkTo(email, "confirm");
    expect((await confirmRequest(link)).data.state).toBe("waiting");
    return link;
  }
  /** The numbers of people who wait for a product, each as a pair of variant id and number. */
  const waitingCounts = async ({ id }: Product) =>
    (await call(office.handler, adminApi.listProductsAsAdmin)).data.waiting
      .filter(({ productId }) => productId === id)
      .map(({ variantId, people: count }) => [variantId, count]);
  /** The stored addresses of the people who wait for a product or variant. */
  const storedAddresses = async ({ id }: Product, variantId = "-") =>
    (await shop.table.partition(`WAITING#${id}#${variantId}`)).map(({ email }) => email);
  /** Changes a product as the form does. */
  async function saveProduct(product: Product, change: Partial<Product>) {
    const { products } = (await call(office.handler, adminApi.listProductsAsAdmin)).data;
    const currentProduct = products.find(({ id }) => id === product.id) ?? product;
    const { id, imageUrl: _i, createdAt: _c, updatedAt: _u, ...fields } = currentProduct;
    const stockWas = currentProduct.variants
      ? Object.fromEntries(currentProduct.variants.map((variant) => [variant.id, variant.stock]))
      : currentProduct.stock;
    const body = { ...fields, ...change, stockWas };
    expect((await call(office.handler, adminApi.updateProduct, { params: { id }, body })).status).toBe(200);
  }
  /** The StockBack events of a product, as the bus delivers them. */
  async function stockBackEvents({ id }: Product) {
    const items = await shop.table.partition(`PRODUCT#${id}`);
    return items.flatMap(({ event }) => {
      const parsed = z.safeParse(ShopEvent, event);
      return parsed.success && parsed.data.type === "StockBack" ? [shopBusEvent(parsed.data)] : [];
    });
  }
  const backInStockMails = () => shop.mails.filter(({ subject }) => subject.startsWith("Back in stock"));

  return {
    shop: () => shop,
    office: () => office,
    api: () => api,
    addProduct,
    requestMail,
    linkTo,
    confirmRequest,
    endRequest,
    requestAndConfirm,
    waitingCounts,
    storedAddresses,
    saveProduct,
    stockBackEvents,
    backInStockMails,
    /** Delivers events to the function that mails the people who wait. */
    mailWaiting: (events: Parameters<typeof deliver>[1]) => deliver(mailer, events),
    /** Runs the scheduled function, which mails the people whom an interrupted run has not mailed. */
    reconcile: () => runScheduled(reconcile),
  };
}
