import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { tryChangeHold } from "../../lambdas/orders/hold-table.ts";
import { orderItem } from "../../lambdas/orders/order-table.ts";
import type { OrderData } from "../../shared/order-data.ts";
import { adminApi } from "../../shared/api-admin.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import type { Product } from "../../shared/product.ts";
import { openBackOffice, type BackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { delayNextRequest } from "../support/delay-request.ts";
import { eventInDays, orderData, stockUp, testProduct } from "../support/fixtures.ts";
import { checkInvariants, orderOf, stockOf } from "../support/invariants.ts";
import { call, cookiesToSend } from "../support/invoke.ts";
import { productForms } from "../support/product-forms.ts";
import { advanceClock, openShop, type Shop } from "../support/shop.ts";
import { waitUntil } from "../support/wait-until.ts";

const MINUTE_MS = 60_000;

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
let gala: Product;
beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
});
afterEach(() => checkInvariants(shop.table));

const delayNextStockUpdate = () =>
  delayNextRequest((target, body) => target.endsWith("UpdateItem") && body.includes("STOCK#"));
/** Delays the next transaction that records a payment page ("SESSION#") or ends a hold ("CheckoutExpired"). */
const delayNextTransaction = (text: "SESSION#" | "CheckoutExpired") =>
  delayNextRequest((target, body) => target.endsWith("TransactWriteItems") && body.includes(text));

const readOrders = async () => (await shop.table.items()).filter(({ sk }) => sk === "ORDER");
async function reconcileHoldsLater(): Promise<void> {
  advanceClock(3 * MINUTE_MS);
  await driver.reconcileCheckouts();
}

test("if the repetition of a slow checkout is paid first, the pieces that the slow request takes go back on sale", async () => {
  const shirt = testProduct({ stock: 5 });
  await stockUp(shop.table, shirt);
  const checkoutData = orderData([[shirt, 2]]);
  const delay = await delayNextStockUpdate();
  const slowRequest = driver.send(checkoutData);
  await waitUntil("the first request takes pieces", delay.hasBegunToWait);
  const { data: secondCheckout } = await driver.send(checkoutData);
  await driver.pay(secondCheckout.sessionId);
  delay.release();
  expect((await slowRequest).error.reason).toBe("already_paid");
  await reconcileHoldsLater();
  expect(await stockOf(shop.table, shirt)).toEqual({ available: 3, held: 0, sold: 2 });
  expect(await readOrders()).toHaveLength(1);
});

test("a late payment sells the pieces once, if a function crashed between the order's expiry and the restock", async () => {
  const shirt = testProduct({ stock: 2 });
  await stockUp(shop.table, shirt);
  const { orderId, sessionId } = await driver.openCheckout([[shirt, 2]]);
  const order = await orderOf(shop.table, orderId);
  await shop.table.put(
    orderItem({ ...order, paymentStatus: "expired", hold: { ...order.hold, state: "released" } }),
  );
  await tryChangeHold(orderId, { state: "ended", dueAt: new Date(Date.now() + MINUTE_MS).toISOString() });
  await driver.pay(sessionId);
  await reconcileHoldsLater();
  expect((await orderOf(shop.table, orderId)).paymentStatus).toBe("paid");
  expect(await stockOf(shop.table, shirt)).toEqual({ available: 0, held: 0, sold: 2 });
});

describe("a payment page that is being opened keeps its hold", () => {
  const shirt = testProduct({ stock: 3 });
  const cap = testProduct({ stock: 3 });
  beforeAll(() => stockUp(shop.table, shirt, cap));

  /**
   * Sends a checkout, and calls `sendOther` while the checkout's payment page is opened. The other request tries to end the
   * checkout's hold. Just before the hold would end, the payment page is recorded.
   */
  async function sendOverlapping(
    data: OrderData,
    cookies: string[],
    sendOther: () => ReturnType<CheckoutDriver["send"]>,
  ) {
    const recordingDelay = await delayNextTransaction("SESSION#");
    const openingRequest = driver.send(data, { cookies });
    await waitUntil("the payment page is open", recordingDelay.hasBegunToWait);
    const endingDelay = await delayNextTransaction("CheckoutExpired");
    const otherRequest = sendOther();
    await waitUntil("the other request ends the hold", endingDelay.hasBegunToWait);
    recordingDelay.release();
    const openedResponse = await openingRequest;
    endingDelay.release();
    return { opened: openedResponse, other: await otherRequest };
  }
  const holdStateOf = async (orderId: string) => (await orderOf(shop.table, orderId)).hold.state;

  test("if the same visitor checks out another cart at that moment", async () => {
    const { cookies: setCookies } = await driver.send(orderData([[cap, 1]]));
    const cookies = cookiesToSend(setCookies);
    const { opened, other } = await sendOverlapping(orderData([[shirt, 1]]), cookies, () =>
      driver.send(orderData([[cap, 1]]), { cookies }),
    );
    expect([opened.status, other.status]).toEqual([200, 200]);
    expect(await holdStateOf(opened.data.orderId)).toBe("held");
    expect(await stockOf(shop.table, shirt)).toEqual({ available: 2, held: 1, sold: 0 });
  });

  test("if the same checkout is sent again at that moment, and Stripe answers that there are too many requests", async () => {
    const checkoutData = orderData([[shirt, 1]]);
    const { opened, other } = await sendOverlapping(checkoutData, [], () => {
      shop.payments.faults.set({ stripe: "rate-limited" });
      return driver.send(checkoutData);
    });
    shop.payments.faults.set({ stripe: "normal" });
    expect([opened.status, other.status]).toEqual([200, 503]);
    expect(await holdStateOf(opened.data.orderId)).toBe("held");
  });
});

test("if two versions of the function open a payment page for one checkout, as during a gradual release, only one page stays open", async () => {
  const shirt = testProduct({ stock: 5 });
  await stockUp(shop.table, shirt);
  const checkoutData = orderData([[shirt, 1]]);
  const delay = await delayNextTransaction("SESSION#");
  const requestToOldVersion = driver.send(checkoutData);
  await waitUntil("the old version records its page", delay.hasBegunToWait);
  const [order] = (await readOrders()).filter(({ attemptId }) => attemptId === checkoutData.oId);
  // Stripe refuses other parameters under the same idempotency key, so the new version opens a second page under the next key.
  const payment = { ...(order?.["payment"] as object), cancelUrl: "https://shop.example/cart" };
  await shop.table.put({ ...order, payment });
  const { data: newPage } = await driver.send(checkoutData);
  delay.release();
  expect((await requestToOldVersion).data).toEqual(newPage);
  const pages = shop.payments.sessions().filter(({ metadata }) => metadata?.["orderId"] === newPage.orderId);
  expect(pages.map(({ id, status }) => [id === newPage.sessionId, status])).toEqual([
    [false, "expired"],
    [true, "open"],
  ]);
  expect((await orderOf(shop.table, newPage.orderId)).stripeSessionId).toBe(newPage.sessionId);
  await driver.pay(newPage.sessionId);
  expect(await stockOf(shop.table, shirt)).toEqual({ available: 4, held: 0, sold: 1 });
});

test("a slow save of a product that was deleted meanwhile does not list its stock again", async () => {
  const shirt = testProduct({ stock: 5 });
  await stockUp(shop.table, shirt);
  const delay = await delayNextStockUpdate();
  const slowSave = office.saveProduct(shirt, { stock: 8 });
  await waitUntil("the save changes the stock", delay.hasBegunToWait);
  expect((await call(office.handler, adminApi.deleteProduct, { params: { id: shirt.id } })).status).toBe(204);
  delay.release();
  await slowSave;
  const stock = (await shop.table.partition(`PRODUCT#${shirt.id}`)).find(({ sk }) => sk === "STOCK#-");
  expect([stock?.["available"], stock?.["listPk"]]).toEqual([5, undefined]);
});

describe.each([
  ["deletes their event", () => call(office.handler, adminApi.deleteProduct, { params: { id: gala.id } })],
  [
    "saves their event as merchandise",
    () => productForms(() => office).updateProduct(gala.id, { version: 1, stockWas: 5, stock: 5 }),
  ],
])("a checkout of tickets, while an admin %s,", (_, change) => {
  beforeEach(async () => {
    gala = testProduct({ category: "ticket", stock: 5, event: eventInDays(9) });
    await stockUp(shop.table, gala);
  });

  test("is refused if it takes its pieces after the change", async () => {
    const delay = await delayNextStockUpdate();
    const slowCheckout = driver.send(orderData([[gala, 1]]));
    await waitUntil("the checkout takes pieces", delay.hasBegunToWait);
    expect((await change()).status).toBeLessThan(300);
    delay.release();
    expect((await slowCheckout).status).toBe(409);
    expect(await stockOf(shop.table, gala)).toEqual({ available: 5, held: 0, sold: 0 });
  });

  test("prevents the change if it takes its pieces first", async () => {
    const delay = await delayNextRequest(
      (target, body) => target.endsWith("TransactWriteItems") && body.includes(`PRODUCT#${gala.id}`),
    );
    const slowChange = change();
    await waitUntil("the event is changed", delay.hasBegunToWait);
    expect((await driver.send(orderData([[gala, 1]]))).status).toBe(200);
    delay.release();
    const { status, error } = await slowChange;
    expect([status, error.message]).toEqual([409, apiMessages.eventHasGuests]);
  });
});
