import { beforeEach } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import type { consentApi } from "../../shared/api-consent.ts";
import type { Product } from "../../shared/product.ts";
import { openBackOffice, type BackOffice } from "./back-office.ts";
import { openCheckoutDriver, type CheckoutDriver } from "./checkout-driver.ts";
import { orderData, stockUp, testProduct } from "./fixtures.ts";
import { eventsOf, orderOf } from "./invariants.ts";
import { call } from "./invoke.ts";
import { openShop, type Shop } from "./shop.ts";

type LinkEndpoint = (typeof consentApi)["withdrawConsent" | "undoWithdrawal" | "confirmConsent"];

/**
 * A shop for one test file, with one product in stock before each test. `mustConfirm`: whether customers must confirm their
 * consent.
 */
export async function openNewsletter({ mustConfirm = false } = {}) {
  const shop = await openShop();
  if (mustConfirm) process.env["CONFIRM_NEWS"] = "on";
  const driver = await openCheckoutDriver(shop);
  const tee = testProduct({ stock: 500 });
  beforeEach(async () => {
    await shop.table.clear();
    await stockUp(shop.table, tee);
  });
  return { shop, driver, newsletter: newsletterOf(shop, driver, await openBackOffice(shop), tee) };
}

/** Actions of customers who ask for the newsletter, and of an admin who reads the list of subscribers and removes one. */
function newsletterOf(shop: Shop, driver: CheckoutDriver, office: BackOffice, product: Product) {
  const placeOrder = async (email: string, updates = true) => {
    const data = orderData([[product, 1]]);
    return (await driver.send({ ...data, bill: { ...data.bill, email }, updates })).data;
  };
  const list = async (query: Record<string, string> = {}) =>
    (await call(office.handler, adminApi.listSubscribers, { query })).data;
  return {
    placeOrder,
    /** Places and pays an order; returns its id. */
    buy: async (email: string, updates = true) => {
      const { orderId, sessionId } = await placeOrder(email, updates);
      await driver.pay(sessionId);
      return orderId;
    },
    list,
    emails: async (query: Record<string, string> = {}) =>
      (await list(query)).subscribers.map(({ email }) => email),
    counts: async () => (await call(office.handler, adminApi.newsletterCounts, {})).data,
    remove: (id = "") => call(office.handler, adminApi.removeSubscriber, { params: { id } }),
    /** Calls an endpoint with the token in the links of the order's mails, as the page that a link opens does. */
    openLink: async (endpoint: LinkEndpoint, orderId: string) => {
      const { consentToken: token = "" } = await orderOf(shop.table, orderId);
      return call(driver.checkoutHandler, endpoint, { params: { orderId, token } });
    },
    lastEvent: async (orderId: string) => (await eventsOf(shop.table, orderId)).at(-1),
    /** Overwrites attributes of the stored order, for example to set a time in the past. */
    overwriteOrder: async (orderId: string, attributes: object) => {
      const items = await shop.table.partition(`ORDER#${orderId}`);
      await shop.table.put({ ...items.find(({ sk }) => sk === "ORDER"), ...attributes });
    },
  };
}
