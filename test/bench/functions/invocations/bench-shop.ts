import { randomUUID } from "node:crypto";
import type { Context } from "aws-lambda";
import * as z from "zod/mini";
import { addDiscount } from "../../../support/add-discount.ts";
import { publicApi } from "../../../../shared/api-public.ts";
import { ShopEvent } from "../../../../shared/events.ts";
import type { Product } from "../../../../shared/product.ts";
import { orderData, stockUp, eventInDays, testProduct } from "../../../support/fixtures.ts";
import { CONTEXT } from "../../../support/invoke.ts";
import type { TestTable } from "../../../support/table.ts";
import { messageOf, requestOf } from "./events.ts";

export type Handler = (event: never, context: Context) => Promise<unknown>;
type Checkout = { orderId: string; sessionId: string };

/**
 * As many products as a shop has. With fewer, the stock items would be too large: each open checkout adds an
 * attribute to one.
 */
const PRODUCT_COUNT = 50;
/** Enough pieces of each product that no stock becomes low or sold out. */
const STOCK = 100_000;
const CODE = "BENCH10";
/**
 * The tax equals the discount, 10 % of $25.00, so that these orders too cost $25.00: the stub's payment pages
 * always have this amount.
 */
const AMOUNTS_WITH_CODE_AND_TAX = { disc: 2.5, tax: 2.5, tot: 25 };

/** Loads a function and returns its handler. `settings` replace some of its environment variables. */
export async function loadHandler(name: string, settings: Record<string, string> = {}): Promise<Handler> {
  const previousSettings = Object.fromEntries(
    Object.keys(settings).map((variable) => [variable, process.env[variable]]),
  );
  Object.assign(process.env, settings);
  // A function reads its variables when it is loaded. Node loads a file once for each query.
  const query = new URLSearchParams(settings).toString();
  const path = `../../../../lambdas/${name}.ts${query && `?${query}`}`;
  const { handler } = (await import(path)) as { handler: Handler };
  Object.assign(process.env, previousSettings);
  return handler;
}

export const runHandler = (handler: Handler, event: unknown) => handler(event as never, CONTEXT);

/**
 * Stores the products of a shop. Returns the products, the checkout's handlers, and functions that act for customers; each
 * order costs $25.00.
 */
export async function openBenchShop(table: TestTable) {
  const products = Array.from({ length: PRODUCT_COUNT }, () => testProduct({ stock: STOCK }));
  const ticket = testProduct({ category: "ticket", event: eventInDays(30), stock: STOCK });
  const soldOut = testProduct({ stock: 0 });
  await stockUp(table, ...products, ticket, soldOut);
  await addDiscount({ code: CODE, percent: 10 });
  const checkoutApi = await loadHandler("checkout-api");
  const checkoutApiWithTax = await loadHandler("checkout-api", { DISCOUNTS: "on", TAX: "stripe" });
  const settlePayment = await loadHandler("settle-payment");
  let customerCount = 0;

  const nextProduct = () => products[customerCount % PRODUCT_COUNT] ?? testProduct();
  const uniqueEmail = () => `customer${++customerCount}@example.com`;
  const requestFor = (product: Product, changes: { code?: string; fin?: object } = {}) => {
    const data = orderData([[product, 1]], { oId: randomUUID() });
    const bill = { ...data.bill, email: uniqueEmail() };
    const fin = { ...data.fin, ...changes.fin };
    return requestOf(publicApi.createCheckoutSession, {
      body: { orderData: { ...data, ...changes, bill, fin } },
    });
  };
  const checkoutRequest = () => requestFor(nextProduct());
  const requestWithCode = () => requestFor(nextProduct(), { code: CODE, fin: AMOUNTS_WITH_CODE_AND_TAX });
  const checkOut = async (request = checkoutRequest(), handler = checkoutApi): Promise<Checkout> => {
    const { body } = (await runHandler(handler, await request)) as { body: string };
    return z.parse(publicApi.createCheckoutSession.output, JSON.parse(body));
  };
  const paymentMessage = ({ orderId, sessionId }: Checkout) => {
    const session = {
      id: sessionId,
      status: "complete",
      payment_status: "paid",
      payment_intent: `pi_${sessionId}`,
      amount_total: 2500,
      currency: "usd",
      metadata: { orderId },
    };
    const type = "checkout.session.completed";
    return messageOf("stripe", type, {
      id: `evt_${sessionId}`,
      created: 1,
      data: { object: session },
      type,
    });
  };
  const outboxOf = async (orderId: string) =>
    (await table.partition(`ORDER#${orderId}`)).filter(({ sk }) => String(sk).startsWith("OUTBOX#"));
  const eventOf = async (orderId: string, type: ShopEvent["type"]): Promise<ShopEvent> => {
    const events = (await outboxOf(orderId)).map(({ event }) => z.parse(ShopEvent, event));
    const matchingEvent = events.find((event) => event.type === type);
    if (!matchingEvent) throw new Error(`The order has no event ${type}`);
    return matchingEvent;
  };
  const pay = async (checkout: Checkout): Promise<Checkout> => {
    await runHandler(settlePayment, await paymentMessage(checkout));
    return checkout;
  };
  return {
    products,
    ticket,
    soldOut,
    checkoutApi,
    checkoutApiWithTax,
    checkoutRequest,
    requestWithCode,
    checkOut,
    paymentMessage,
    outboxOf,
    eventOf,
    uniqueEmail,
    /** Places and pays an order. */
    buy: async () => pay(await checkOut()),
    buyTicket: async () => pay(await checkOut(requestFor(ticket))),
    buyWithCode: async () => pay(await checkOut(requestWithCode(), checkoutApiWithTax)),
  };
}
export type BenchShop = Awaited<ReturnType<typeof openBenchShop>>;
