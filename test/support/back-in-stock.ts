import { beforeAll, beforeEach, expect } from "vitest";
import * as z from "zod/mini";
import { adminApi } from "../../shared/api-admin.ts";
import { backInStockApi } from "../../shared/api-back-in-stock.ts";
import { ShopEvent } from "../../shared/events.ts";
import type { Product } from "../../shared/product.ts";
import type { BackOffice } from "./back-office.ts";
import { openBackOffice } from "./back-office.ts";
import { addProduct } from "./fixtures.ts";
import type { CallOptions, HttpHandler, QueueHandler } from "./invoke.ts";
import { call, deliver, runScheduled, toBusEvent } from "./invoke.ts";
import type { Shop } from "./shop.ts";
import { openShop } from "./shop.ts";

/** A sold-out size, and one in stock. */
export const SIZE_M = { id: "m", size: "M", stock: 0 };
export const SIZE_L = { id: "l", size: "L", stock: 4 };

/** A shop whose visitors ask for mails about sold-out products, for one test file. */
export function openBackInStock() {
  let shop: Shop;
  let office: BackOffice;
  let api: HttpHandler;
  let mailer: QueueHandler;
  let reconcileHandler: Parameters<typeof runScheduled>[0];

  beforeAll(async () => {
    shop = await openShop({
      stockRequest: { count: 60, seconds: 600 },
      stockRequestRecipient: { count: 3, seconds: 86_400 },
      stockRequestProduct: { count: 40, seconds: 3600 },
    });
    office = await openBackOffice(shop);
    ({ handler: api } = await import("../../lambdas/back-in-stock-api.ts"));
    ({ handler: mailer } = await import("../../lambdas/mail-back-in-stock.ts"));
    ({ handler: reconcileHandler } = await import("../../lambdas/reconcile-back-in-stock.ts"));
  });
  beforeEach(() => {
    shop.mails.length = 0;
    shop.faults.mail = false;
  });

  /** Adds a product to the shop. By default the product is sold out. */
  const offerProduct = (changes: Parameters<typeof addProduct>[1] = { stock: 0 }): Promise<Product> =>
    addProduct(shop.table, changes);
  let visitorCount = 0;
  const requestMail = ({ id }: Product, email: string, body: object = {}, options: CallOptions = {}) =>
    call(api, backInStockApi.askForStock, {
      from: `198.51.100.${(visitorCount += 1) % 250}`,
      body: { productId: id, email, ...body },
      ...options,
    });
  /** The parameters of a link in the newest mail to an address: to confirm the request, or to end it. */
  function linkInMail(email: string, action: "confirm" | "end") {
    const mail = shop.mails.findLast(({ to }) => to === email);
    const [, request = "", token = ""] =
      new RegExp(`${action}=([^&\\s]+)&token=([\\w-]+)`).exec(mail?.text ?? "") ?? [];
    return { request: decodeURIComponent(request), token };
  }
  const confirmRequest = (params: { request: string; token: string }) =>
    call(api, backInStockApi.confirmStockRequest, { params });
  const endRequest = (params: { request: string; token: string }) =>
    call(api, backInStockApi.endStockRequest, { params });
  /** Requests a mail and confirms the request. Returns the parameters of the confirmation link. */
  async function requestAndConfirm(product: Product, email: string, body: object = {}) {
    await requestMail(product, email, body);
    const link = linkInMail(email, "confirm");
    expect((await confirmRequest(link)).data.state).toBe("waiting");
    return link;
  }
  /** The numbers of people who wait for a product, as pairs of variant id and number. */
  const waitingCounts = async ({ id }: Product) =>
    (await call(office.handler, adminApi.listProductsAsAdmin)).data.waiting
      .filter(({ productId }) => productId === id)
      .map(({ variantId, people: count }) => [variantId, count]);
  /** The addresses that are stored for a product or variant, confirmed or not. */
  const storedEmails = async ({ id }: Product, variantId = "-") =>
    (await shop.table.partition(`WAITING#${id}#${variantId}`)).map(({ email }) => email);
  async function saveProduct(product: Product, changes: Partial<Product>): Promise<void> {
    expect((await office.saveProduct(product, changes)).status).toBe(200);
  }
  /** The StockBack events of a product, as the bus delivers them. */
  async function stockBackEvents({ id }: Product) {
    const items = await shop.table.partition(`PRODUCT#${id}`);
    return items.flatMap(({ event }) => {
      const parsed = z.safeParse(ShopEvent, event);
      return parsed.success && parsed.data.type === "StockBack" ? [toBusEvent(parsed.data)] : [];
    });
  }
  const backInStockMails = () => shop.mails.filter(({ subject }) => subject.startsWith("Back in stock"));

  return {
    shop: () => shop,
    office: () => office,
    api: () => api,
    offerProduct,
    requestMail,
    linkInMail,
    confirmRequest,
    endRequest,
    requestAndConfirm,
    waitingCounts,
    storedEmails,
    saveProduct,
    stockBackEvents,
    backInStockMails,
    /** Delivers events to the function that mails the people who wait; returns the indexes of the failed events. */
    deliverStockBack: (events: Parameters<typeof deliver>[1]) => deliver(mailer, events),
    /** Runs the scheduled function, which sends the remaining mails and deletes requests for products that cannot come back. */
    reconcile: () => runScheduled(reconcileHandler),
  };
}
