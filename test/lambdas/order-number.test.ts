import { beforeAll, expect, test } from "vitest";
import { mailboxPk } from "../../lambdas/mail/undeliverable-table.ts";
import { takeNextOrderNumber, findOrderIdInMailbox } from "../../lambdas/orders/order-number-table.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { stockUp, testProduct } from "../support/fixtures.ts";
import type { Shop } from "../support/shop.ts";
import { orderOf } from "../support/invariants.ts";
import { openShop } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
});

test("order numbers that are taken at the same time are different", async () => {
  const numbers = await Promise.all(Array.from({ length: 50 }, () => takeNextOrderNumber()));
  expect(new Set(numbers).size).toBe(50);
});

test("Stripe's session has the number of the order, and the order is found by this number and the customer's email address after the payment", async () => {
  const tee = testProduct({ stock: 10 });
  await stockUp(shop.table, tee);
  const { orderId, sessionId } = await driver.openCheckout([[tee, 1]]);
  const { orderNumber = "", billingInfo } = await orderOf(shop.table, orderId);
  const email = billingInfo?.email ?? "";
  expect(await findOrderIdInMailbox(mailboxPk(email), orderNumber)).toBeUndefined();
  await driver.pay(sessionId);
  expect(await findOrderIdInMailbox(mailboxPk(email.toUpperCase()), orderNumber)).toBe(orderId);
  expect(await findOrderIdInMailbox(mailboxPk("other@example.com"), orderNumber)).toBeUndefined();
  const session = await shop.payments.sdk.checkout.sessions.retrieve(sessionId);
  expect(session.metadata).toEqual({ orderId, orderNumber });
  const [paidEvent] = (await driver.outbox(orderId)).filter(({ type }) => type === "OrderPaid");
  expect(paidEvent).toMatchObject({ orderNumber });
});
