import { afterEach, beforeAll, vi } from "vitest";
import { ordersApi } from "../../shared/api-orders.ts";
import type { BodyInput } from "../../shared/endpoint.ts";
import { parseOrderLink } from "../../shared/order-link.ts";
import type { BackOffice } from "./back-office.ts";
import { openBackOffice } from "./back-office.ts";
import type { CheckoutDriver } from "./checkout-driver.ts";
import { openCheckoutDriver } from "./checkout-driver.ts";
import { stockUp, testProduct } from "./fixtures.ts";
import type { HttpHandler } from "./invoke.ts";
import { call } from "./invoke.ts";
import type { Shop } from "./shop.ts";
import { openShop } from "./shop.ts";

export const CUSTOMER = "grace@example.com";

/** `order-api` in another stage, where customers can cancel without the team, and a mailbox gets at most three mails an hour. */
export async function openOtherStageApi(): Promise<HttpHandler> {
  const limits = JSON.parse(process.env["LIMITS"] ?? "{}") as object;
  vi.stubEnv("LIMITS", JSON.stringify({ ...limits, contactRecipient: { count: 3, seconds: 3600 } }));
  vi.stubEnv("CANCELLATION", "do");
  vi.resetModules();
  const module = (await import("../../lambdas/order-api.ts")) as { handler: HttpHandler };
  vi.unstubAllEnvs();
  return module.handler;
}

/** What the link to an order's page contains. */
export type Link = { orderId: string; token: string };

/** Paid orders and their pages, for one test file. */
export function openOrderPages() {
  let shop: Shop;
  let driver: CheckoutDriver;
  let office: BackOffice;
  let handler: HttpHandler;
  const tee = testProduct({ stock: 200 });
  beforeAll(async () => {
    shop = await openShop();
    driver = await openCheckoutDriver(shop);
    office = await openBackOffice(shop);
    ({ handler } = await import("../../lambdas/order-api.ts"));
    await stockUp(shop.table, tee);
  });
  afterEach(() => {
    shop.mails.length = 0;
    shop.bus.length = 0;
  });
  return {
    tee,
    shop: () => shop,
    driver: () => driver,
    office: () => office,
    handler: () => handler,
    /** Buys and pays two tees. Returns the order and the link in its receipt. */
    placePaidOrder: async (ship = true): Promise<{ orderId: string; sessionId: string; link: Link }> => {
      shop.mails.length = 0;
      const { orderId, sessionId } = await driver.buyAndPay([[tee, 2]], { ship });
      await driver.deliverOutbox("send-order-email", orderId, "OrderPaid");
      const receipt = shop.mails.find(({ to }) => to === CUSTOMER);
      const [, fragment = ""] = /\/order#(\S+)/.exec(receipt?.text ?? "") ?? [];
      shop.mails.length = 0;
      return { orderId, sessionId, link: { orderId, token: parseOrderLink(fragment)?.token ?? "" } };
    },
    readPage: (body: BodyInput<typeof ordersApi.readOrderPage>) =>
      call(handler, ordersApi.readOrderPage, { body }),
    reportProblem: (link: Link & { grant?: string }, text: string, requestId = "request-1") =>
      call(handler, ordersApi.reportProblem, { body: { ...link, requestId, text } }),
    cancelOrder: (link: Link, requestId = "cancel-1") =>
      call(handler, ordersApi.cancelOwnOrder, { body: { ...link, requestId, text: "Ordered twice" } }),
    /** Delivers the events about the customer's requests to `send-order-email`. */
    deliverRequestMails: (orderId: string) =>
      driver.deliverOutbox("send-order-email", orderId, "OrderRequestUpdated"),
  };
}
