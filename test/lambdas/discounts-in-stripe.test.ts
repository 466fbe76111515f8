import type Stripe from "stripe";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { syncDueDiscounts } from "../../lambdas/discounts/sync-discounts.ts";
import { documentClient } from "../../lambdas/lib/dynamodb.ts";
import { deleteOrderCoupons } from "../../lambdas/discounts/delete-order-coupons.ts";
import { endDiscount, readDiscounts } from "../../lambdas/discounts/discount-table.ts";
import { log } from "../../lambdas/lib/log.ts";
import { addDiscount } from "../support/add-discount.ts";
import { readDueDiscounts, markUpToDate } from "../../lambdas/discounts/stripe-due-table.ts";
import { categoryLabel } from "../../shared/site/categories.ts";
import { openCheckoutDriver, type CheckoutDriver } from "../support/checkout-driver.ts";
import { CONTEXT } from "../support/invoke.ts";
import { advanceClock, openShop, type Shop } from "../support/shop.ts";

/** A second longer than the shop keeps the coupon of a single order. */
const AFTER_TWO_DAYS_MS = 2 * 86_400_000 + 1_000;

let shop: Shop;
let driver: CheckoutDriver;
beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
});
beforeEach(async () => {
  vi.useRealTimers();
  await shop.table.clear();
});

/** Whether each discount is in Stripe. */
const readStripeStates = async () => (await readDiscounts()).map(({ isInStripe }) => isInStripe);
/** Creates a coupon at Stripe as the shop does for a single order. */
const createOrderCoupon = (orderId: string) =>
  shop.payments.sdk.coupons.create({
    id: orderId,
    amount_off: 100,
    currency: "usd",
    duration: "once",
    metadata: { orderId },
  });
const codesOf = (coupon: string): Promise<Stripe.PromotionCode[]> =>
  shop.payments.sdk.promotionCodes.list({ coupon, limit: 100 }).autoPagingToArray({ limit: 1000 });

test("a new discount becomes a coupon with a promotion code, once", async () => {
  const { id } = await addDiscount({
    code: "FALL-15",
    percent: 15,
    limit: 40,
    perCustomer: 1,
    minimum: 20.5,
    categories: ["shirts"],
    from: "2026-01-01T00:00:00.000Z",
    until: "2999-01-01T00:00:00.000Z",
  });
  expect(await readStripeStates()).toEqual([false]);
  await Promise.all([driver.reconcileCheckouts(), driver.reconcileCheckouts()]);
  // The slower run found that Stripe has the code already, and tries again later.
  advanceClock(61_000);
  await driver.reconcileCheckouts();
  expect(await readStripeStates()).toEqual([true]);
  expect(await shop.payments.sdk.coupons.retrieve(id)).toMatchObject({
    id,
    name: `15% off ${categoryLabel("shirts")}`,
    percent_off: 15,
    amount_off: null,
    duration: "once",
    metadata: { discountId: id, categories: "shirts", perCustomer: "1", from: "2026-01-01T00:00:00.000Z" },
  });
  expect(await codesOf(id)).toMatchObject([
    {
      code: "FALL-15",
      active: true,
      max_redemptions: 40,
      expires_at: 32_472_144_000,
      restrictions: { minimum_amount: 2050, minimum_amount_currency: "usd" },
    },
  ]);
});

test.each([
  ["a bottle", "🍾", "5% off " + "🍾".repeat(16)],
  ["an astronaut, who is three characters", "👩‍🚀", "5% off " + "👩‍🚀".repeat(6)],
])("the name of a coupon is cut at 40 characters, but not within the emoji of %s", async (_, emoji, name) => {
  const { id } = await addDiscount({ count: 1, percent: 5, categories: [emoji.repeat(60 / emoji.length)] });
  await driver.reconcileCheckouts();
  expect((await shop.payments.sdk.coupons.retrieve(id)).name).toBe(name);
  expect(await readStripeStates()).toEqual([true]);
});

test("a batch is sent to Stripe in several runs; when it ends, its codes become inactive", async () => {
  const { id, codes } = await addDiscount({ count: 90, amount: 5 });
  await driver.reconcileCheckouts();
  expect([(await codesOf(id)).length, await readStripeStates()]).toEqual([40, [false]]);
  await driver.reconcileCheckouts();
  await driver.reconcileCheckouts();
  const sentCodes = await codesOf(id);
  expect(sentCodes.map(({ code }) => code).sort()).toEqual([...codes].sort());
  expect(await readStripeStates()).toEqual([true]);
  await endDiscount(id, new Date());
  expect(await readStripeStates()).toEqual([false]);
  for (let run = 0; run < 3; run++) await driver.reconcileCheckouts();
  expect(new Set((await codesOf(id)).map(({ active }) => active))).toEqual(new Set([false]));
  expect([(await codesOf(id)).length, await readStripeStates()]).toEqual([90, [true]]);
});

test("a run ends in the function's 55 s although Stripe is slow and four batches are due; later runs finish them", async () => {
  for (let batch = 0; batch < 4; batch++) await addDiscount({ count: 30, amount: 5 });
  const clock = performance.now.bind(performance);
  let waitedMs = 0;
  const slowClock = vi.spyOn(performance, "now").mockImplementation(() => clock() + waitedMs);
  shop.payments.connection.onRequest = () => void (waitedMs += 2_500);
  await driver.reconcileCheckouts();
  expect(waitedMs).toBeGreaterThan(30_000);
  expect(waitedMs).toBeLessThan(55_000);
  expect(await readStripeStates()).toContain(false);
  shop.payments.connection.onRequest = () => {};
  slowClock.mockRestore();
  for (let run = 0; run < 3; run++) await driver.reconcileCheckouts();
  expect(await readStripeStates()).toEqual([true, true, true, true]);
});

test("a discount that ends while it is sent to Stripe is sent again by the next run", async () => {
  const { id } = await addDiscount({ code: "RACE", percent: 5 });
  const [due] = await readDueDiscounts(new Date(), 5);
  await endDiscount(id, advanceClock(1_000));
  expect(due && (await markUpToDate(due)).ok).toBe(false);
  expect(await readStripeStates()).toEqual([false]);
  await driver.reconcileCheckouts();
  expect([(await codesOf(id)).length, await readStripeStates()]).toEqual([0, [true]]);
});

test("while Stripe refuses a discount, the others are sent, the run succeeds, and the tries become rarer and end", async () => {
  const { id } = await addDiscount({ code: "TAKEN", percent: 5 });
  const { promotionCodes, coupons } = shop.payments.sdk;
  await coupons.create({ id: "other", percent_off: 5, duration: "once" });
  const foreignCode = await promotionCodes.create({
    promotion: { type: "coupon", coupon: "other" },
    code: "taken",
  });
  await addDiscount({ code: "FREE", percent: 6 });
  await driver.reconcileCheckouts();
  expect((await readStripeStates()).sort()).toEqual([false, true]);
  expect(await readDueDiscounts(new Date(), 5)).toEqual([]);
  for (let tryCount = 1; tryCount < 12; tryCount++) {
    const now = advanceClock(60_000 * 2 ** (tryCount - 1) + 1_000);
    expect((await readDueDiscounts(now, 5)).map((due) => due.id)).toEqual([id]);
    await driver.reconcileCheckouts();
  }
  expect(await readDueDiscounts(advanceClock(365 * 86_400_000), 5)).toEqual([]);
  // A discount that ends is sent to Stripe once more.
  await promotionCodes.update(foreignCode.id, { active: false });
  await endDiscount(id, new Date());
  await driver.reconcileCheckouts();
  expect(await readStripeStates()).toEqual([true, true]);
});

test("a discount that cannot be read is logged and tried again in an hour; the other discounts are sent", async () => {
  const { id } = await addDiscount({ code: "DAMAGED", percent: 5 });
  const items = await shop.table.items();
  const storedDiscount = items.find(({ sk }) => sk === `DISCOUNT#${id}`);
  await shop.table.put({ ...storedDiscount, codes: "DAMAGED" });
  advanceClock(1_000);
  await addDiscount({ code: "FINE", percent: 6 });
  const logError = vi.spyOn(log, "error");
  await driver.reconcileCheckouts();
  expect(await readStripeStates()).toEqual([true]);
  expect(logError.mock.calls).toContainEqual([
    "A discount cannot be read",
    { discount: id, wrong: ["codes"] },
  ]);
  expect(await readDueDiscounts(new Date(), 5)).toEqual([]);
  expect((await readDueDiscounts(advanceClock(3_601_000), 5)).map((due) => due.id)).toEqual([id]);
  await shop.table.put({ ...storedDiscount });
  await driver.reconcileCheckouts();
  expect([(await codesOf(id)).length, await readStripeStates()]).toEqual([1, [true, true]]);
});

test("if the table fails after Stripe stored a discount, no failed try is counted, and the next run records that the discount is in Stripe", async () => {
  const { id } = await addDiscount({ code: "SAVED", percent: 5 });
  const runSync = (prepare: () => void) => {
    const client = () => {
      prepare();
      return Promise.resolve(shop.payments.sdk);
    };
    return syncDueDiscounts(client, new Date(), () => false);
  };
  const sendSpy = vi.spyOn(documentClient(), "send");
  await expect(runSync(() => sendSpy.mockRejectedValueOnce(new Error("The table is down")))).rejects.toThrow(
    "The table is down",
  );
  expect((await readDiscounts())[0]).not.toHaveProperty("stripeTries");
  expect([(await codesOf(id)).length, await readStripeStates()]).toEqual([1, [false]]);
  await runSync(() => undefined);
  expect(await readStripeStates()).toEqual([true]);
});

test("the hourly comparison of the books deletes only the coupons of single orders, after two days", async () => {
  const { coupons } = shop.payments.sdk;
  await addDiscount({ code: "SPRING", percent: 10 });
  await driver.reconcileCheckouts();
  await createOrderCoupon("ord_old");
  const idsBefore = new Set((await coupons.list({ limit: 100 })).data.map(({ id }) => id));
  advanceClock(AFTER_TWO_DAYS_MS);
  await createOrderCoupon("ord_new");
  const { handler: compareBooks } = await import("../../lambdas/reconcile-books.ts");
  await compareBooks({ dryRun: true }, CONTEXT);
  expect((await coupons.list({ limit: 100 })).data).toHaveLength(idsBefore.size + 1);
  await compareBooks({ dryRun: false }, CONTEXT);
  const idsAfter = new Set((await coupons.list({ limit: 100 })).data.map(({ id }) => id));
  idsBefore.delete("ord_old");
  expect(idsAfter).toEqual(new Set([...idsBefore, "ord_new"]));
});

test("the coupon of an order is deleted although the shop's owner has 500 newer coupons", async () => {
  const { coupons } = shop.payments.sdk;
  await createOrderCoupon("ord_first");
  const owners = Array.from({ length: 500 }, (_, i) => `owner${i}`);
  await Promise.all(owners.map((id) => coupons.create({ id, percent_off: 5, duration: "once" })));
  await deleteOrderCoupons(shop.payments.sdk, advanceClock(AFTER_TWO_DAYS_MS));
  await expect(coupons.retrieve("ord_first")).rejects.toMatchObject({ code: "resource_missing" });
  expect(await coupons.retrieve("owner0")).toMatchObject({ id: "owner0" });
});

test("two runs that delete the coupon of an order at the same time both succeed", async () => {
  const { coupons } = shop.payments.sdk;
  await createOrderCoupon("ord_twice");
  const now = advanceClock(AFTER_TWO_DAYS_MS);
  const runs = [deleteOrderCoupons(shop.payments.sdk, now), deleteOrderCoupons(shop.payments.sdk, now)];
  expect(await Promise.all(runs)).toEqual([undefined, undefined]);
  const remainingIds = (await coupons.list({ limit: 100 })).data.map(({ id }) => id);
  expect(remainingIds).not.toContain("ord_twice");
});
