import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { runClosing as RunClosing } from "../../../infra/commands/closing.ts";
import { toCents } from "../../../shared/money.ts";
import { SHIPPING_FEE } from "../../../shared/site/delivery.ts";
import { openBackOffice, type BackOffice } from "../../support/back-office.ts";
import { openCheckoutDriver, type CheckoutDriver } from "../../support/checkout-driver.ts";
import { stockUp, testProduct } from "../../support/fixtures.ts";
import { orderOf } from "../../support/invariants.ts";
import { openShop, type Shop } from "../../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
let runClosing: typeof RunClosing;
const folder = mkdtempSync(join(tmpdir(), "shop-closing-"));
const tee = testProduct({ stock: 100, price: 30 });
/** Cents as the command writes them. */
const dollars = (cents: number): string => (cents / 100).toFixed(2);
/** Two tees that are shipped, and Stripe's fee for this payment: 2.9% and $0.30. In cents. */
const shippedCents = 6000 + toCents(SHIPPING_FEE);
const shippedFeeCents = Math.round(shippedCents * 0.029) + 30;

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  ({ runClosing } = await import("../../../infra/commands/closing.ts"));
  await stockUp(shop.table, tee);
  const { TABLE_NAME, AWS_ENDPOINT_URL_DYNAMODB, STRIPE_API_URL } = process.env;
  const services = { TABLE_NAME, AWS_ENDPOINT_URL_DYNAMODB, STRIPE_API_URL };
  writeFileSync(join(folder, "services.json"), JSON.stringify(services));
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  process.exitCode = undefined;
});

/** Runs the command for this month; returns the lines of the summary, the rows of the CSV file, and the exit code. */
async function runCommand(out = join(mkdtempSync(join(folder, "run-")), "closing.csv")) {
  process.exitCode = undefined;
  vi.stubEnv("SHOP_DATA", folder);
  const print = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const now = new Date();
  await runClosing(
    ["--stage=local", `--month=${now.toISOString().slice(0, 7)}`, "--time-zone=UTC", `--out=${out}`],
    now,
  );
  const summary = String(print.mock.lastCall?.[0]).split("\n");
  return { summary, rows: readFileSync(out, "utf8").trim().split("\r\n").slice(1), status: process.exitCode };
}
/** The cells of the summary's line with a label. */
const summaryCells = (lines: readonly string[], label: string) =>
  lines.find((line) => line.startsWith(label))?.split(/\s{2,}/);

test("a payment differs until its webhook arrives; then the month's payments, refunds and disputes equal Stripe's", async () => {
  const [first, disputed, late] = [
    await driver.openCheckout([[tee, 2]], { ship: true }),
    await driver.openCheckout([[tee, 1]]),
    await driver.openCheckout([[tee, 1]]),
  ];
  await driver.pay(first.sessionId);
  await driver.pay(disputed.sessionId);
  const refundedParts = { lines: [{ line: 0, quantity: 1 }] };
  await office.refund(first.orderId, { refundId: "rfd_partial", amount: 30, ...refundedParts });
  await driver.deliverOutbox("refund-payment", first.orderId, "RefundRequested");
  shop.payments.act(disputed.sessionId, "dispute");
  await driver.settleAndListFailures(await shop.payments.takeNewEvents());

  // Stripe's webhook about this payment has not arrived yet.
  shop.payments.act(late.sessionId, "pay");
  const before = await runCommand();
  expect(before.status).toBe(1);
  expect(summaryCells(before.summary, "payments")).toEqual([
    "payments",
    dollars(shippedCents + 6000),
    dollars(shippedCents + 3000),
    "30.00",
  ]);
  expect(before.summary).toContainEqual(expect.stringMatching(`^- Stripe's charge .*${late.orderId}`));
  expect(before.rows.find((row) => row.includes(late.orderId))).toContain("Not recorded in the order");

  await driver.settleAndListFailures(await shop.payments.takeNewEvents());
  const { summary, rows, status } = await runCommand();
  expect(status).toBeUndefined();
  // The fee is $1.17 for each of two payments of $30.00, and $15.00 for a dispute.
  expect(summaryCells(summary, "charge")).toEqual([
    ...["charge", "3", dollars(shippedCents + 6000), dollars(shippedFeeCents + 234)],
    dollars(shippedCents + 6000 - shippedFeeCents - 234),
  ]);
  const balance = dollars(shippedCents - shippedFeeCents - 1734);
  expect(summaryCells(summary, "Activity")).toEqual([
    ...["Activity", "5", dollars(shippedCents), dollars(shippedFeeCents + 1734), balance],
  ]);
  expect(summaryCells(summary, "Balance at the end")).toEqual(["Balance at the end", balance]);
  expect(summaryCells(summary, "refunds")).toEqual(["refunds", "-30.00", "-30.00", "0.00"]);
  expect(summaryCells(summary, "disputes")).toEqual(["disputes", "-30.00", "-30.00", "0.00"]);
  const cells = rows.map((row) => row.split(","));
  // Category, order id, gross, fee, net, goods, shipping and tax (HEADINGS in infra/commands/closing/csv.ts).
  expect(cells.map((row) => [row[2], row[4], ...row.slice(6, 12)])).toEqual([
    [
      ...["charge", first.orderId, dollars(shippedCents), dollars(shippedFeeCents)],
      ...[dollars(shippedCents - shippedFeeCents), "60.00", SHIPPING_FEE.toFixed(2), "0.00"],
    ],
    ["charge", disputed.orderId, "30.00", "1.17", "28.83", "30.00", "0.00", "0.00"],
    ["refund", first.orderId, "-30.00", "0.00", "-30.00", "-30.00", "0.00", "0.00"],
    ["dispute", disputed.orderId, "-30.00", "15.00", "-45.00", "-30.00", "0.00", "0.00"],
    ["charge", late.orderId, "30.00", "1.17", "28.83", "30.00", "0.00", "0.00"],
  ]);
});

test("delayed payments in progress, settled and failed have no difference; a dispute without a webhook has one", async () => {
  const openOrder = () => driver.openCheckout([[tee, 1]]);
  const checkouts = [await openOrder(), await openOrder(), await openOrder()];
  const [pending, settled, failed] = checkouts.map(({ sessionId }) => sessionId) as [string, string, string];
  for (const { sessionId } of checkouts) shop.payments.act(sessionId, "pay-later");
  await driver.settleAndListFailures(await shop.payments.takeNewEvents());
  expect((await runCommand()).status).toBeUndefined();
  shop.payments.act(settled, "settle");
  shop.payments.act(failed, "fail-later");
  await driver.settleAndListFailures(await shop.payments.takeNewEvents());
  const { summary, rows, status } = await runCommand();
  expect([status, summaryCells(summary, "charge_failure")?.slice(0, 3)]).toEqual([
    undefined,
    ["charge_failure", "1", "-30.00"],
  ]);
  /** The rows of the order of `checkouts[i]`, split into cells: cell 3 is the type, 5 the description, 9 the goods. */
  const rowsOfOrder = (i: number) =>
    rows.map((row) => row.split(",")).filter((row) => row[4] === checkouts[i]?.orderId);
  expect(rowsOfOrder(0).map((row) => [row[3], row[5], row[9]])).toEqual([
    ["payment", "Delayed payment on its way", "30.00"],
  ]);
  expect(rowsOfOrder(2).map((row) => [row[3], row[9]])).toEqual([
    ["payment", "30.00"],
    ["payment_failure_refund", "-30.00"],
  ]);
  shop.payments.act(pending, "settle");
  await driver.settleAndListFailures(await shop.payments.takeNewEvents());
  shop.payments.act(pending, "dispute");
  const after = await runCommand();
  expect([after.status, summaryCells(after.summary, "disputes")?.slice(1)]).toEqual([
    1,
    ["-60.00", "-30.00", "-30.00"],
  ]);
  await driver.settleAndListFailures(await shop.payments.takeNewEvents());
  expect((await runCommand()).status).toBeUndefined();
});

test("a payment missing at Stripe is listed; without a running shop, or with an existing file, the command fails", async () => {
  const { orderId } = await driver.openCheckout([[tee, 1]]);
  const { orderItem } = await import("../../../lambdas/orders/order-table.ts");
  const order = await orderOf(shop.table, orderId);
  const payment = { ...order.payment, paymentIntentId: "pi_unknown", paidAt: order.createdAt };
  await shop.table.put(orderItem({ ...order, payment }));
  const { summary, status } = await runCommand();
  expect(status).toBe(1);
  expect(summary).toContainEqual(expect.stringMatching("^- Stripe has no balance transaction .*pi_unknown"));
  rmSync(join(folder, "services.json"));
  await expect(runCommand()).rejects.toThrow("No local shop runs with the data folder");
  const existing = join(folder, "existing.csv");
  writeFileSync(existing, "");
  await expect(runCommand(existing)).rejects.toThrow(`${existing} exists.`);
});
