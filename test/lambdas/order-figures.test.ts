import { beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { RATES } from "../../infra/local/stripe/tax.ts";
import { addDiscount } from "../support/add-discount.ts";
import { updateItem } from "../../lambdas/lib/update-item.ts";
import type { StoredOrder } from "../../lambdas/orders/stored-order.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import { publicApi } from "../../shared/api-public.ts";
import { cartFigures } from "../../shared/cart-figures.ts";
import { toDollars } from "../../shared/money.ts";
import { toWeighedLines, shippingCents } from "../../shared/shipping-rates.ts";
import type { ShippingSettings } from "../../shared/shipping-settings.ts";
import { address } from "../../shared/site/address-and-hours.ts";
import { ordersCsv } from "../../web/src/features/admin/order-list/orders-csv.ts";
import type { BackOffice } from "../support/back-office.ts";
import { openBackOffice } from "../support/back-office.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import type { CartEntry } from "../support/fixtures.ts";
import { orderData, stockUp, testProduct } from "../support/fixtures.ts";
import { checkInvariants, eventsOf, orderOf } from "../support/invariants.ts";
import type { QueueHandler } from "../support/invoke.ts";
import { call, CONTEXT, deliver, toBusEvent } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { advanceClock, openShop } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
let office: BackOffice;
let recordTax: QueueHandler;
const CODE = "OCTOBER15";
const tee = testProduct({ name: "Tee", price: 24.99 });
const flask = testProduct({ name: "Flask", price: 38, category: "yetiflask" });
const ticket = testProduct({ name: "Live taping", category: "ticket", price: 15 });
/** The tax on two tickets for $15.00 each. The shop's state may tax tickets or not. */
const ticketTaxCents = Math.round(30 * (RATES[`US-${address.state}`]?.rate ?? 0));
/** What the two tickets cost with tax. */
const ticketCents = 3000 + ticketTaxCents;
/** What the cart costs with tax: $63.72 for the tees after the discount, $38.00 for the flask, $8.00 for shipping, and the tickets. */
const totalCents = 11_630 + ticketCents;
const cart: CartEntry[] = [
  [tee, 3],
  [flask, 1],
  [ticket, 2],
];
/** Shipping costs $5.00 for goods of $110.00 or more. With the code, the goods for $112.97 cost less, so shipping is $8.00. */
const shippingSettings: ShippingSettings = {
  countries: {
    US: {
      rate: {
        by: "total",
        steps: [
          { from: 0, fee: 8 },
          { from: 110, fee: 5 },
        ],
      },
    },
  },
};

beforeAll(async () => {
  shop = await openShop();
  Object.assign(process.env, { TAX: "stripe", SHIPPING: JSON.stringify(shippingSettings) });
  driver = await openCheckoutDriver(shop);
  office = await openBackOffice(shop);
  ({ handler: recordTax } = await import("../../lambdas/record-tax.ts"));
  await addDiscount({ code: CODE, percent: 15, categories: ["shirts"] });
  await stockUp(shop.table, tee, flask, ticket);
});

/** Lets Stripe make the requested refund, and applies Stripe's events about it. */
async function settleRefund(orderId: string): Promise<void> {
  expect(await driver.deliverOutbox("refund-payment", orderId, "RefundRequested")).toEqual([]);
  await driver.settleAndListFailures(await shop.payments.takeNewEvents());
}

/** Delivers all events of the order's payment and refunds to `record-tax`; returns the indexes of the failed events. */
const recordTaxOf = async (orderId: string) =>
  deliver(
    recordTax,
    (await driver.outbox(orderId))
      .filter(({ type }) => ["OrderPaid", "OrderRefunded", "RefundFailed"].includes(type))
      .map(toBusEvent),
  );

/** A tax transaction of the simulator. `amount` is the sum of its lines in cents; Stripe itself returns only the lines. */
const SimulatedTransaction = z.object({ reference: z.string(), amount: z.number() });

/**
 * The reference and the amount in cents of each tax transaction of an order at Stripe, calculation by calculation. Tickets in
 * an order that is shipped have a calculation of their own, for the shop's address.
 */
async function readTaxTransactions({ taxRecords = [] }: StoredOrder) {
  const ids = taxRecords.flatMap(({ transactionId, reversals = [] }) => [
    transactionId,
    ...reversals.flatMap((reversal) => [reversal.transactionId, reversal.undoneBy]),
  ]);
  const transactions = await Promise.all(
    ids.flatMap((id) => (id ? [shop.payments.sdk.tax.transactions.retrieve(id)] : [])),
  );
  return transactions.map((transaction) => {
    const { reference, amount } = z.parse(SimulatedTransaction, transaction);
    return [reference, amount];
  });
}

/**
 * Compares the books nine hours later, when the retries of the queues are over; returns the ids of the orders whose tax is not
 * recorded at Stripe.
 */
async function findOrdersWithUnrecordedTax() {
  const { handler } = await import("../../lambdas/reconcile-books.ts");
  advanceClock(9 * 3_600_000);
  const { open } = await handler({ dryRun: false }, CONTEXT);
  return open.filter(({ kind }) => kind === "tax-not-recorded").map((difference) => difference.orderId);
}

/** The data of an order of the cart as the checkout page sends it, with the discount and the tax from the server's responses. */
async function createCheckoutData() {
  const checkoutData = orderData(cart, { ship: true });
  const { data: discount } = await call(driver.checkoutHandler, publicApi.quoteDiscount, {
    body: { code: CODE, items: cart.map(([{ id }, q]) => ({ id, q })) },
  });
  const lines = cart.map(([product, quantity]) => ({ product, quantity }));
  const discountCents = discount.shares.map((dollars) => Math.round(dollars * 100));
  const shippingFee = toDollars(
    shippingCents(shippingSettings, "US", toWeighedLines(lines, discountCents)) ?? 0,
  );
  const { data: taxed } = await call(driver.checkoutHandler, publicApi.calculateTax, {
    body: {
      lines: toWeighedLines(lines, discountCents).map(({ category, quantity, cents }) => ({
        category,
        quantity,
        amount: toDollars(cents),
      })),
      shipping: shippingFee,
      ...(checkoutData.ship ? { ship: checkoutData.ship } : {}),
    },
  });
  const fin = cartFigures(lines, true, { shippingFee, country: "US", tax: taxed.tax, applied: discount });
  return {
    ...checkoutData,
    code: CODE,
    fin,
    ...(checkoutData.ship ? { ship: { ...checkoutData.ship, cost: shippingFee } } : {}),
  };
}

/** The cells of the first order in the CSV of the back office, by heading. Cuts off the CSV's byte order mark. */
const readCsvRow = async () => {
  const [headings = "", row = ""] = ordersCsv((await office.listOrders()).data.orders)
    .slice(1)
    .split("\r\n");
  const cells = row.match(/("[^"]*"|[^,]*)(?:,|$)/g)?.map((cell) => cell.replace(/,$/, "")) ?? [];
  return Object.fromEntries(headings.split(",").map((heading, i) => [heading, cells[i]]));
};

test("an order with a code, shipping, tax and refunds has the same amounts in all places that show or report them", async () => {
  const checkoutData = await createCheckoutData();
  const [tax, total] = [toDollars(658 + ticketTaxCents), toDollars(totalCents)];
  expect(checkoutData.fin).toEqual({ sub: 142.97, disc: 11.25, ship: 8, tax, tot: total });

  const { orderId, sessionId } = (await driver.send(checkoutData)).data;
  const session = await shop.payments.sdk.checkout.sessions.retrieve(sessionId, { expand: ["line_items"] });
  expect(session.amount_total).toBe(totalCents);
  await driver.pay(sessionId);
  const paidOrder = await orderOf(shop.table, orderId);
  const amounts = {
    subtotal: 142.97,
    discount: 11.25,
    discountCode: CODE,
    shipping: 8,
    tax,
    total,
  };
  expect(paidOrder.financialInfo).toEqual({ ...amounts, refunded: 0 });
  expect(paidOrder.items.map(({ tax: lineTax = 0 }) => lineTax)).toEqual([
    3.82,
    2.28,
    toDollars(ticketTaxCents),
  ]);
  const { receipt } = (await driver.verifyPayment(sessionId)).data;
  expect(receipt).toMatchObject(amounts);
  await driver.deliverOutbox("send-order-email", orderId, "OrderPaid");
  const figures = [
    "Subtotal: $142.97",
    `Discount (${CODE}): -$11.25`,
    "Shipping: $8.00",
    `Tax: $${tax.toFixed(2)}`,
    `Total: $${total.toFixed(2)}`,
  ];
  for (const figure of figures) expect(shop.mails[0]?.text).toContain(figure);
  expect((await eventsOf(shop.table, orderId)).find(({ type }) => type === "OrderPaid")).toMatchObject({
    version: 2,
    financialInfo: amounts,
    items: [
      { discount: 11.25, tax: 3.82 },
      { discount: 0, tax: 2.28 },
      { discount: 0, tax: toDollars(ticketTaxCents) },
    ],
  });
  expect(await recordTaxOf(orderId)).toEqual([]);
  expect(await readTaxTransactions(await orderOf(shop.table, orderId))).toEqual([
    [orderId, 11_630],
    [`${orderId}-2`, ticketCents],
  ]);

  shop.mails.length = 0;
  // One of three tees with discount and tax (24.99 - 3.75 + 1.27), and shipping with tax (8.00 + 0.48).
  const body = { refundId: "refund-of-parts", lines: [{ line: 0, quantity: 1 }], shipping: true };
  expect((await office.refund(orderId, { ...body, amount: 30.99 })).status).toBe(202);
  await settleRefund(orderId);
  const refunds = await shop.payments.sdk.refunds.list({
    payment_intent: paidOrder.payment.paymentIntentId ?? "",
  });
  expect(refunds.data.map(({ amount }) => amount)).toEqual([3099]);
  expect((await eventsOf(shop.table, orderId)).find(({ type }) => type === "OrderRefunded")).toMatchObject({
    version: 2,
    amount: 30.99,
    shipping: 8,
    shippingTax: 0.48,
    items: [{ quantity: 1, priceEach: 24.99, discount: 3.75, tax: 1.27 }],
  });
  await driver.deliverOutbox("send-order-email", orderId, "OrderRefunded");
  const refundFigures = [
    `Order total: $${total.toFixed(2)}`,
    "Discount on these items: -$3.75",
    "Tax on this refund: $1.75",
    "Refunded now: $30.99",
  ];
  for (const figure of refundFigures) expect(shop.mails[0]?.text).toContain(figure);

  // A refund of an amount without lines is divided in proportion to what is left of each calculation.
  const goodsRefundCents = Math.round((10_000 * (11_630 - 3099)) / (totalCents - 3099));
  expect((await office.refund(orderId, { refundId: "refund-of-sum", amount: 100 })).status).toBe(202);
  await settleRefund(orderId);
  expect(await findOrdersWithUnrecordedTax()).toEqual([orderId]);
  const booksEvents = (await shop.table.partition("BOOKS")).filter(({ sk }) =>
    String(sk).startsWith("OUTBOX#"),
  );
  expect(booksEvents).toMatchObject([{ event: { type: "DifferencesFound", untaxedOrders: [orderId] } }]);
  expect(await recordTaxOf(orderId)).toEqual([]);
  // Repeated events record nothing more.
  expect(await recordTaxOf(orderId)).toEqual([]);
  expect(await findOrdersWithUnrecordedTax()).toEqual([]);
  expect(await readTaxTransactions(await orderOf(shop.table, orderId))).toEqual([
    [orderId, 11_630],
    [`${orderId}-refund-of-parts`, -3099],
    [`${orderId}-refund-of-sum`, -goodsRefundCents],
    [`${orderId}-2`, ticketCents],
    [`${orderId}-2-refund-of-sum`, goodsRefundCents - 10_000],
  ]);
  expect(await readCsvRow()).toMatchObject({
    "Total (USD)": total.toFixed(2),
    "Shipping (USD)": "8.00",
    "Refunded (USD)": "130.99",
    "Discount (USD)": "11.25",
    "Discount code": CODE,
    "Tax (USD)": tax.toFixed(2),
  });
  await checkInvariants(shop.table);
});

test("the shipping of goods that cost nothing is taxed, and a refund of the shipping reverses its tax", async () => {
  const code = "FREETEE";
  await addDiscount({ code, percent: 100, categories: ["shirts"] });
  const checkoutData = orderData([[tee, 1]], { ship: true });
  const { data: taxed } = await call(driver.checkoutHandler, publicApi.calculateTax, {
    body: {
      lines: [{ category: "shirts", quantity: 1, amount: 0 }],
      shipping: 8,
      ...(checkoutData.ship ? { ship: checkoutData.ship } : {}),
    },
  });
  expect(taxed).toEqual({ tax: 0.48 });
  const fin = { sub: 24.99, disc: 24.99, ship: 8, tax: 0.48, tot: 8.48 };
  const { orderId, sessionId } = (await driver.send({ ...checkoutData, code, fin })).data;
  await driver.pay(sessionId);
  expect(await recordTaxOf(orderId)).toEqual([]);
  expect(await readTaxTransactions(await orderOf(shop.table, orderId))).toEqual([[orderId, 848]]);
  const body = { refundId: "refund-of-fee", shipping: true };
  expect((await office.refund(orderId, body)).data.refunds[0]?.amount).toBe(8.48);
  await settleRefund(orderId);
  expect(await recordTaxOf(orderId)).toEqual([]);
  expect(await readTaxTransactions(await orderOf(shop.table, orderId))).toEqual([
    [orderId, 848],
    [`${orderId}-refund-of-fee`, -848],
  ]);
  await checkInvariants(shop.table);
});

test("each of twelve lines has its own tax, and the refund of the last line includes the line's tax", async () => {
  const tees = Array.from({ length: 12 }, (_, i) => testProduct({ name: `Tee ${i}`, price: 10 + i }));
  await stockUp(shop.table, ...tees);
  const checkoutData = orderData(
    tees.map((product) => [product, 1]),
    { ship: true },
  );
  // Goods for $186.00 and shipping for $5.00, with 6% tax.
  const fin = { sub: 186, ship: 5, tax: 11.46, tot: 202.46 };
  const ship = checkoutData.ship && { ...checkoutData.ship, cost: 5 };
  const { orderId, sessionId } = (await driver.send({ ...checkoutData, ...(ship ? { ship } : {}), fin }))
    .data;
  const { items } = await orderOf(shop.table, orderId);
  expect(items.map(({ tax = 0 }) => tax)).toEqual(tees.map(({ price }) => toDollars(6 * price)));
  await driver.pay(sessionId);
  expect(await recordTaxOf(orderId)).toEqual([]);
  const { data: refundedOrder } = await office.refund(orderId, {
    refundId: "refund-of-last-line",
    lines: [{ line: 11, quantity: 1 }],
  });
  expect(refundedOrder.refunds[0]?.amount).toBe(22.26);
  await settleRefund(orderId);
  expect(await recordTaxOf(orderId)).toEqual([]);
  const [record] = (await orderOf(shop.table, orderId)).taxRecords ?? [];
  expect(Object.keys(record?.lineIds ?? {}).length).toBe(12);
  expect(record?.reversals?.[0]?.parts).toEqual([{ line: 11, cents: 2100, tax: 126 }]);
  await checkInvariants(shop.table);
});

test("if the order lacks the id of the sale that Stripe has recorded, `record-tax` fails until an operator enters the id, and then records refunds", async () => {
  // Goods for $24.99 and shipping for $8.00, with 6% tax.
  const fin = { sub: 24.99, ship: 8, tax: 1.98, tot: 34.97 };
  const { orderId, sessionId } = (await driver.send({ ...orderData([[tee, 1]], { ship: true }), fin })).data;
  await driver.pay(sessionId);
  const [record] = (await orderOf(shop.table, orderId)).taxRecords ?? [];
  // As if the answer was lost, and Stripe has forgotten the idempotency key since.
  const { id } = await shop.payments.sdk.tax.transactions.createFromCalculation({
    calculation: record?.calculationId ?? "",
    reference: orderId,
  });
  expect(await recordTaxOf(orderId)).toEqual([0]);
  await updateItem({
    Key: { pk: `ORDER#${orderId}`, sk: "ORDER" },
    UpdateExpression: "SET taxRecords[0].transactionId = :id",
    ExpressionAttributeValues: { ":id": id },
  });
  expect(await recordTaxOf(orderId)).toEqual([]);
  await office.refund(orderId, { refundId: "refund-of-goods", lines: [{ line: 0, quantity: 1 }] });
  await settleRefund(orderId);
  expect(await recordTaxOf(orderId)).toEqual([]);
  expect(await readTaxTransactions(await orderOf(shop.table, orderId))).toEqual([
    [orderId, 3497],
    [`${orderId}-refund-of-goods`, -2649],
  ]);
  await checkInvariants(shop.table);
});

test("a refund's tax that Stripe has refused is recorded as soon as the cause is removed, although Stripe repeats the refusal for a day", async () => {
  const fin = { sub: 24.99, ship: 8, tax: 1.98, tot: 34.97 };
  const { orderId, sessionId } = (await driver.send({ ...orderData([[tee, 1]], { ship: true }), fin })).data;
  await driver.pay(sessionId);
  expect(await recordTaxOf(orderId)).toEqual([]);
  const [record] = (await orderOf(shop.table, orderId)).taxRecords ?? [];
  const { transactions } = shop.payments.sdk.tax;
  // A person has reversed the sale by hand, and takes that back after `record-tax` has failed.
  const byHand = await transactions.createReversal({
    mode: "partial",
    original_transaction: record?.transactionId ?? "",
    reference: `${orderId}-by-hand`,
    flat_amount: -3497,
  });
  await office.refund(orderId, { refundId: "refund-of-goods", lines: [{ line: 0, quantity: 1 }] });
  await settleRefund(orderId);
  expect(await recordTaxOf(orderId)).toEqual([0, 1]);
  const reference = `${orderId}-by-hand-undo`;
  await transactions.createReversal({ mode: "full", original_transaction: byHand.id, reference });
  expect(await recordTaxOf(orderId)).toEqual([]);
  await checkInvariants(shop.table);
});

test.each([
  [{ lines: [{ category: "shirts", quantity: 1, amount: 9_000_000 }] }, "lines"],
  [{ ship: { addr: "1 St", city: "X", state: "", zip: "1", country: "QQ" } }, "ship.country"],
])("a request for tax that Stripe would refuse gets 400, not 500: %j", async (invalidFields, field) => {
  const lines = [{ category: "shirts", quantity: 1, amount: 10 }];
  const body = { lines, shipping: 8, ...invalidFields };
  const { status, error } = await call(driver.checkoutHandler, publicApi.calculateTax, { body });
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]]);
});

test("a checkout gets 503 with a message and holds no pieces while Stripe Tax does not answer, and succeeds later", async () => {
  const checkoutData = await createCheckoutData();
  const countHolds = async () => (await shop.table.items()).filter(({ sk }) => sk === "HOLD").length;
  const holdsBefore = await countHolds();
  shop.payments.connection.cut = "before";
  const refusedResponse = await driver.send(checkoutData);
  shop.payments.connection.cut = "none";
  expect([refusedResponse.status, refusedResponse.error.message]).toEqual([503, apiMessages.taxUnavailable]);
  expect(refusedResponse.headers["retry-after"]).toBeDefined();
  expect(await countHolds()).toBe(holdsBefore);
  expect((await driver.send(checkoutData)).status).toBe(200);
});
