import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { adminApi } from "../../shared/api-admin.ts";
import { summaryOf } from "../../shared/order-summary.ts";
import type { Endpoint, Output } from "../../shared/endpoint.ts";
import { toApiError } from "../../web/src/api-error.ts";
import type { Job, Outcome } from "../../web/src/features/admin/fulfilment/apply-job.ts";
import { planCompletion } from "../../web/src/features/admin/fulfilment/plan-completions.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { stockUp, testProduct } from "../support/fixtures.ts";
import { eventsOf, orderOf } from "../support/invariants.ts";
import { ADMIN_CLAIMS, call, type CallOptions } from "../support/invoke.ts";
import { advanceClock, openShop, type Shop } from "../support/shop.ts";
import { stripeEvents } from "../support/stripe-events.ts";

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
const tee = testProduct({ stock: 100 });
const ORDER_COUNT = 6;

/** The admin whose page the running code simulates. */
const signedInAdmin = new AsyncLocalStorage<string>();

/** `beforeChange` runs before each request that changes an order, and `afterChange` after its response. */
let beforeChange = (): Promise<unknown> => Promise.resolve();
let afterChange = (): void => undefined;
/** Whether the page fails to read an order again. */
let isReadRefused = false;

/** Replaces the page's `adminCall`: calls `admin-api` as the signed-in admin, and throws an `ApiError` as the page's does. */
async function adminCall<E extends Endpoint>(
  endpoint: E,
  { params = {}, body }: CallOptions,
): Promise<Output<E>> {
  const username = signedInAdmin.getStore() ?? "";
  const claims = { ...ADMIN_CLAIMS, username, auth_time: String(Math.floor(Date.now() / 1000)) };
  const headers = { authorization: `Bearer ${username}` };
  const isChange =
    endpoint.path === adminApi.changeOrder.path && endpoint.method === adminApi.changeOrder.method;
  if (isChange) await beforeChange();
  const result = await call(office.handler, endpoint, { params, body, claims, headers });
  if (isChange) afterChange();
  if (result.status >= 400) throw toApiError(result.status, JSON.parse(result.body));
  return result.data;
}
vi.doMock("../../web/src/features/admin/auth/admin-call.ts", () => ({ adminCall }));
vi.doMock("../../web/src/features/admin/toast.ts", () => ({ toast: {} }));
vi.doMock("../../web/src/ui/announce.ts", () => ({ announce: () => undefined }));
// The page's cache needs a browser.
vi.doMock("../../web/src/features/admin/orders/order-queries.ts", () => ({
  rereadOrder: (id: string) =>
    isReadRefused ? Promise.resolve(undefined) : adminCall(adminApi.getOrder, { params: { id } }),
  writeOrder: () => undefined,
}));

let applyJob: (job: Job) => Promise<Outcome>;
beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  ({ applyJob } = await import("../../web/src/features/admin/fulfilment/apply-job.ts"));
  await stockUp(shop.table, tee);
});

const { act } = stripeEvents(() => shop.payments);

async function createPaidOrders(): Promise<string[]> {
  const orderIds: string[] = [];
  for (let i = 0; i < ORDER_COUNT; i++) {
    const { orderId } = await driver.buyAndPay([[tee, 1]], { ship: true });
    orderIds.push(orderId);
  }
  return orderIds;
}

/** The jobs of a pasted list, with the orders as the page has loaded them. */
const jobsFor = (orderIds: readonly string[], trackingOf: (index: number) => string): Promise<Job[]> =>
  Promise.all(
    orderIds.map(async (orderId, i) => ({
      order: summaryOf((await office.getOrder(orderId)).data),
      plan: (order) => planCompletion(order, trackingOf(i)),
      change: { orderStatus: ORDER_STATUS.completed, tracking: trackingOf(i) },
    })),
  );

/** Applies the jobs one after another, as the page does. */
const runAs = (admin: string, jobs: readonly Job[]): Promise<Outcome[]> =>
  signedInAdmin.run(admin, async () => {
    const outcomes: Outcome[] = [];
    for (const job of jobs) outcomes.push(await applyJob(job));
    return outcomes;
  });

/** Delivers the events about the orders' status to `send-order-email` after the delay of 15 s; returns the number of mails. */
async function sendStatusMails(orderIds: readonly string[]): Promise<number> {
  shop.mails.length = 0;
  advanceClock(16_000);
  for (const orderId of orderIds)
    await driver.deliverOutbox("send-order-email", orderId, "OrderStatusChanged");
  return shop.mails.length;
}

const countCompletions = async (orderId: string) =>
  (await eventsOf(shop.table, orderId)).filter(({ type }) => type === "OrderStatusChanged").length;

describe("two admins who complete the same orders at the same time", () => {
  test("complete each order once, with one mail, and each admin gets a result for each order", async () => {
    const orderIds = await createPaidOrders();
    const [adaJobs, eviJobs] = await Promise.all([
      jobsFor(orderIds, (i) => `1Z${i}`),
      jobsFor(orderIds, (i) => `1Z${i}`),
    ]);
    const [adaOutcomes, eviOutcomes] = await Promise.all([runAs("ada", adaJobs), runAs("evi", eviJobs)]);
    for (const [i, orderId] of orderIds.entries()) {
      const states = [adaOutcomes[i]?.state, eviOutcomes[i]?.state].sort();
      expect(states).toEqual(["done", "unchanged"]);
      const slowerOutcome = adaOutcomes[i]?.state === "unchanged" ? adaOutcomes[i] : eviOutcomes[i];
      expect(slowerOutcome?.text).toBe("Already completed");
      expect(await countCompletions(orderId)).toBe(1);
      expect(await orderOf(shop.table, orderId)).toMatchObject({
        orderStatus: ORDER_STATUS.completed,
        tracking: `1Z${i}`,
      });
    }
    expect(await sendStatusMails(orderIds)).toBe(ORDER_COUNT);
  });

  test("keep the tracking number that was stored first; the other admin's result names this number for each order", async () => {
    const orderIds = await createPaidOrders();
    const [adaJobs, eviJobs] = await Promise.all([
      jobsFor(orderIds, (i) => `1ZADA${i}`),
      // Evi begins at the other end of the list.
      jobsFor(orderIds.toReversed(), (i) => `1ZEVI${i}`),
    ]);
    const [adaOutcomes, eviOutcomes] = await Promise.all([runAs("ada", adaJobs), runAs("evi", eviJobs)]);
    for (const [i, orderId] of orderIds.entries()) {
      const [ada, evi] = [adaOutcomes[i], eviOutcomes.toReversed()[i]];
      expect([ada?.state, evi?.state].sort()).toEqual(["done", "failed"]);
      const { tracking = "", history } = await orderOf(shop.table, orderId);
      expect(tracking).toMatch(ada?.state === "done" ? /^1ZADA/ : /^1ZEVI/);
      expect((ada?.state === "done" ? evi : ada)?.text).toContain(`Already completed with ${tracking}`);
      expect(history.filter(({ what, to }) => what === "status" && to === "Completed")).toMatchObject([
        { by: ada?.state === "done" ? "ada" : "evi" },
      ]);
      expect(await countCompletions(orderId)).toBe(1);
    }
    expect(await sendStatusMails(orderIds)).toBe(ORDER_COUNT);
  });
});

test("an order is reported as completed if the last try was saved but its response was lost", async () => {
  const [orderId = ""] = await createPaidOrders();
  const jobs = await jobsFor([orderId], () => "1Z0");
  let tryCount = 0;
  beforeChange = async () => {
    tryCount += 1;
    if (tryCount < 3) await office.addNote(orderId, { noteId: randomUUID(), text: `Note ${tryCount}` });
  };
  afterChange = () => {
    if (tryCount === 3) throw toApiError(0, undefined);
  };
  onTestFinished(() => {
    beforeChange = () => Promise.resolve();
    afterChange = () => undefined;
  });
  expect(await runAs("ada", jobs)).toEqual([
    { state: "done", text: "No answer from the shop, but the order has this change now." },
  ]);
  expect(tryCount).toBe(3);
  expect(await countCompletions(orderId)).toBe(1);
});

test("an order whose response was lost, and that cannot be read again, is reported as perhaps changed", async () => {
  const [orderId = ""] = await createPaidOrders();
  const jobs = await jobsFor([orderId], () => "1Z0");
  afterChange = () => {
    isReadRefused = true;
    throw toApiError(0, undefined);
  };
  onTestFinished(() => {
    afterChange = () => undefined;
    isReadRefused = false;
  });
  expect(await runAs("ada", jobs)).toEqual([
    {
      state: "failed",
      text: "No answer from the shop: the change may have been made. Please check the order.",
    },
  ]);
  expect(await countCompletions(orderId)).toBe(1);
});

test("an order whose payment was disputed after the list was loaded is not completed, and its list row says why", async () => {
  const { orderId, sessionId } = await driver.buyAndPay([[tee, 1]], { ship: true });
  const jobs = await jobsFor([orderId], () => "1Z0");
  expect(await driver.settleAndListFailures(await act(sessionId, "dispute"))).toEqual([]);
  expect(await runAs("ada", jobs)).toEqual([
    { state: "failed", text: "The customer disputes the payment: open this order and decide first." },
  ]);
  expect(await orderOf(shop.table, orderId)).toMatchObject({ orderStatus: ORDER_STATUS.pending });
  const row = (await office.listOrders()).data.orders.find((order) => order.orderId === orderId);
  expect(row).toMatchObject({ doNotSend: "disputed" });
});
