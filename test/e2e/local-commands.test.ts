import { beforeAll, expect, test } from "vitest";
import { createClient, type Client } from "../support/client.ts";
import { sharedStack, type RunningStack } from "../support/local-stack.ts";

let stack: RunningStack;
let shop: Client;
beforeAll(async () => {
  stack = sharedStack();
  shop = createClient(stack);
  await shop.adminToken();
});

/** How often a function was called. */
const countCalls = (name: string): number => stack.readLog(name).split(" START ").length - 1;

test("events:replay sends events to one consumer of the local shop, and sends no mail again", async () => {
  const from = new Date().toISOString();
  const order = await shop.openCheckout([await shop.createProduct(), 1]);
  await shop.act(order.sessionId, "pay");
  await shop.waitUntilIdle();
  const functions = ["fulfilment-example", "count-sales", "send-order-email"];
  const callsBefore = functions.map(countCalls);
  const mails = await shop.mailsTo(order.email);
  const period = [`--from=${from}`, `--to=${new Date().toISOString()}`];
  const output = await stack.runCommand("replay", ...period, "--consumer=fulfilment-example", "--yes");
  expect(output).toContain("The replay is complete.");
  await shop.waitUntilIdle();
  const [consumerCalls = 0, ...otherCalls] = functions.map(countCalls);
  expect(consumerCalls).toBeGreaterThan(callsBefore[0] ?? 0);
  expect(otherCalls).toEqual(callsBefore.slice(1));
  expect(await shop.mailsTo(order.email)).toEqual(mails);
});

test("'customer' exports a customer and refuses to erase one with an open order, and 'reconcile --dry-run' writes nothing", async () => {
  const order = await shop.openCheckout([await shop.createProduct(), 1]);
  await shop.act(order.sessionId, "pay");
  await shop.waitUntilIdle();
  const customer = [`--email=${order.email}`];
  expect(JSON.parse(await stack.runCommand("customer", "export", ...customer))).toMatchObject({
    orders: [{ order: { orderId: order.orderId } }],
  });
  // An order that is not shipped yet cannot be erased.
  await expect(stack.runCommand("customer", "erase", ...customer, "--yes")).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining(order.orderId) as string,
  });
  // Although the command refuses to erase the order, it has ended the customer's consent. The event about that is handled first.
  await shop.waitUntilIdle();
  const partitions = ["BOOKS", `ORDER#${order.orderId}`];
  const itemsBefore = await Promise.all(partitions.map(shop.table.partition));
  expect(await stack.runCommand("reconcile", "--dry-run")).toMatch(/^Compared from [^]+^Drift: \d+$/m);
  expect(await Promise.all(partitions.map(shop.table.partition))).toEqual(itemsBefore);
});
