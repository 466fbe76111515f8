import { adminApi } from "../../shared/api-admin.ts";
import type { consentApi } from "../../shared/api-consent.ts";
import type { Product } from "../../shared/product.ts";
import type { BackOffice } from "./back-office.ts";
import type { CheckoutDriver } from "./checkout-driver.ts";
import { orderData } from "./fixtures.ts";
import { eventsOf, orderOf } from "./invariants.ts";
import { call } from "./invoke.ts";
import type { Shop } from "./shop.ts";

type LinkEndpoint = (typeof consentApi)["withdrawConsent" | "undoWithdrawal" | "confirmConsent"];

/** Actions of customers who ask for news, and of an admin who reads the list of subscribers. */
export function openNewsletter(shop: Shop, driver: CheckoutDriver, office: BackOffice, product: Product) {
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
    /** Sends the request of the page to which a link in the order's mails leads. */
    openLink: async (endpoint: LinkEndpoint, orderId: string) => {
      const { consentToken: token = "" } = await orderOf(shop.table, orderId);
      return call(driver.checkout, endpoint, { params: { orderId, token } });
    },
    lastEvent: async (orderId: string) => (await eventsOf(shop.table, orderId)).at(-1),
    /** Overwrites attributes of the stored order, for example to set a time in the past. */
    overwriteOrder: async (orderId: string, attributes: object) => {
      const items = await shop.table.partition(`ORDER#${orderId}`);
      await shop.table.put({ ...items.find(({ sk }) => sk === "ORDER"), ...attributes });
    },
  };
}
