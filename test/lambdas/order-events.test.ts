import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  CreateTableCommand,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
} from "@aws-sdk/client-dynamodb";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import type { EventOf, orderEventsFunction } from "../../lambdas/consumer/order-events.ts";
import { CLAIM_SECONDS } from "../../shared/consumers.ts";
import { eventSamples } from "../../shared/event-samples.ts";
import type { OrderEvent } from "../../shared/events.ts";
import { toCents } from "../../shared/money.ts";
import { deliver, toBusEvent, type QueueHandler } from "../support/invoke.ts";

vi.mock("../../lambdas/lib/message-visibility.ts", () => ({ hideMessages: () => Promise.resolve() }));

let consumer: { orderEventsFunction: typeof orderEventsFunction };
const CONSUMED_TYPES = ["OrderPaid", "OrderRefunded", "OrderCancelled"] as const;
type ConsumedEvent = EventOf<(typeof CONSUMED_TYPES)[number]>;
/** The data that a consumer for accounting stores about an order. Amounts are in cents. */
type Account = { paid: number; refunded: number; isCancelled: boolean };

beforeAll(async () => {
  const endpoint = inject("tableEndpoint");
  const TableName = `consumer-${randomUUID()}`;
  const variables = {
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    TABLE_NAME: TableName,
    KEEP_DAYS: "90",
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  for (const level of ["warn", "error"] as const) vi.spyOn(console, level).mockReturnValue(undefined);
  await new DynamoDBClient({ endpoint }).send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
    }),
  );
  consumer = await import("../../lambdas/consumer/order-events.ts");
});
afterAll(() => void vi.useRealTimers());

const { OrderPaid, OrderRefunded, OrderCancelled, OrderContact, OrderErased } = eventSamples;
/** The input of a call for an order's item in the consumer's table; the item with `#personal` has the personal data. */
const itemAt = (orderId: string, suffix: "" | "#personal" = "") => ({
  TableName: process.env["TABLE_NAME"],
  Key: { pk: { S: orderId + suffix } },
});
const readItem = async (...at: Parameters<typeof itemAt>) =>
  (await new DynamoDBClient().send(new GetItemCommand(itemAt(...at)))).Item;
const newOrderId = () => `ord_${randomUUID()}`;

function accountOf(events: readonly ConsumedEvent[]): Account {
  const account: Account = { paid: 0, refunded: 0, isCancelled: false };
  for (const event of events) {
    if (event.type === "OrderPaid") account.paid = toCents(event.financialInfo.total);
    else if (event.type === "OrderRefunded") account.refunded = toCents(event.refunded);
    else account.isCancelled = true;
  }
  return account;
}

/**
 * A consumer that keeps accounts in memory. `nextFailure`: whether the next call of the consumer fails before or after it
 * writes; undefined if it succeeds.
 */
function openLedger(nextFailure: () => "before" | "after" | undefined = () => undefined) {
  const accounts = new Map<string, Account>();
  /** The sequence numbers of the events of each call. */
  const calls: string[][] = [];
  const busyOrderIds = new Set<string>();
  const handler: QueueHandler = consumer.orderEventsFunction(CONSUMED_TYPES, async (orderId, events) => {
    if (busyOrderIds.has(orderId)) throw new Error(`Two functions apply ${orderId} at once`);
    busyOrderIds.add(orderId);
    try {
      calls.push(events.map(({ sequence }) => String(sequence)));
      const failure = nextFailure();
      if (failure === "before") throw new Error("simulated failure");
      await nextTurn();
      accounts.set(orderId, accountOf(events));
      if (failure === "after") throw new Error("simulated failure");
    } finally {
      busyOrderIds.delete(orderId);
    }
  });
  return { accounts, calls, deliver: (...events: OrderEvent[]) => deliver(handler, events.map(toBusEvent)) };
}

describe("a consumer of order events", () => {
  /**
   * An order's events with growing sums of refunds. Their sequence numbers have gaps, as if there were events of types
   * that the consumer does not consume.
   */
  const randomEventsOfOrder = fc
    .record({
      gaps: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 5 }),
      total: fc.integer({ min: 1, max: 500 }),
      isCancelled: fc.boolean(),
    })
    .map(({ gaps, total, isCancelled }): ConsumedEvent[] => {
      const orderId = newOrderId();
      let sequence = 0;
      return gaps.map((gap, i) => {
        sequence += gap;
        const eventFields = { orderId, sequence, id: `evt_${orderId}_${sequence}` };
        if (i === 0)
          return {
            ...OrderPaid,
            ...eventFields,
            financialInfo: { ...OrderPaid.financialInfo, total },
            items: [],
          };
        return isCancelled && i === gaps.length - 1
          ? { ...OrderCancelled, ...eventFields }
          : { ...OrderRefunded, ...eventFields, amount: 1, refunded: i };
      });
    });
  /** The events of some orders, each once or more, in random sequence; and how a consumer of them fails. */
  const randomDeliveries = fc.array(randomEventsOfOrder, { minLength: 1, maxLength: 3 }).chain((orders) => {
    const events = orders.flat();
    return fc.record({
      orders: fc.constant(orders),
      events: fc
        .array(fc.constantFrom(...events), { maxLength: 6 })
        .chain((repeats) =>
          fc.shuffledSubarray([...events, ...repeats], { minLength: events.length + repeats.length }),
        ),
      batchSize: fc.integer({ min: 1, max: 5 }),
      failures: fc.array(fc.constantFrom("before" as const, "after" as const, undefined), { maxLength: 8 }),
    });
  });

  test("keeps correct accounts after repeated, late and simultaneous deliveries and failed calls in any sequence", async () => {
    await fc.assert(
      fc.asyncProperty(randomDeliveries, async ({ orders, events, batchSize, failures }) => {
        const remainingFailures = [...failures];
        const ledger = openLedger(() => remainingFailures.pop());
        const send = async (batch: ConsumedEvent[]) =>
          (await ledger.deliver(...batch)).map((i) => batch[i] as ConsumedEvent);
        let waitingEvents = events;
        for (let round = 0; waitingEvents.length > 0; round++) {
          if (round > 20) throw new Error("Events fail for ever");
          const failedEvents: ConsumedEvent[] = [];
          // Two instances of the function handle two batches at the same time.
          for (let start = 0; start < waitingEvents.length; start += 2 * batchSize) {
            const batches = [0, batchSize].map((from) =>
              waitingEvents.slice(start + from, start + from + batchSize),
            );
            failedEvents.push(...(await Promise.all(batches.map(send))).flat());
          }
          waitingEvents = failedEvents;
        }
        for (const order of orders)
          expect(ledger.accounts.get(order[0]?.orderId ?? "")).toEqual(accountOf(order));
        for (const sequences of ledger.calls)
          expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => Number(a) - Number(b)));
      }),
      { numRuns: 15 },
    );
  });

  const orderId = newOrderId();
  const [paid, refunded] = [
    { ...OrderPaid, orderId },
    { ...OrderRefunded, orderId },
  ];

  test("gets a repeated event once, and gets a late event together with the later events, in their sequence", async () => {
    const { calls, deliver: send } = openLedger();
    for (const event of [refunded, refunded, paid, refunded, paid]) expect(await send(event)).toEqual([]);
    expect(calls).toEqual([["9"], ["2", "9"]]);
  });

  test("gets an event that arrives during a call in a later call, and never has two calls for an order at once", async () => {
    const order = { orderId: newOrderId() };
    const { promise: endOfCall, resolve: endCall } = Promise.withResolvers<void>();
    const calls: number[] = [];
    const slowHandler = consumer.orderEventsFunction(CONSUMED_TYPES, (_, events) => {
      calls.push(events.length);
      return endOfCall;
    });
    const firstDelivery = deliver(slowHandler, [toBusEvent({ ...paid, ...order })]);
    await expect.poll(() => calls, { interval: 5 }).toEqual([1]);
    expect(await deliver(slowHandler, [toBusEvent({ ...refunded, ...order })])).toEqual([]);
    expect(calls).toEqual([1]);
    endCall();
    expect(await firstDelivery).toEqual([]);
    expect(calls).toEqual([1, 2]);
  });

  test("ignores an event of a type that it does not consume, and returns an event of another version to the queue", async () => {
    const { calls, deliver: send } = openLedger();
    expect(await send({ ...OrderContact, orderId: newOrderId() })).toEqual([]);
    expect(await send({ ...paid, orderId: newOrderId(), version: 2 } as object as OrderEvent)).toEqual([0]);
    expect(calls).toEqual([]);
  });

  /** A consumer of personal data. `calls`: the types of the events of each call. */
  function openContactConsumer() {
    const calls: string[][] = [];
    const types = ["OrderPaid", "OrderContact", "OrderRefunded", "OrderErased"] as const;
    const handler = consumer.orderEventsFunction(types, (_, events) => {
      calls.push(events.map(({ type }) => type));
      return Promise.resolve();
    });
    const send = async (event: OrderEvent) => expect(await deliver(handler, [toBusEvent(event)])).toEqual([]);
    return { calls, send };
  }

  test("gets no personal data after OrderErased, and its table has none any more", async () => {
    const order = { orderId: newOrderId() };
    const { calls, send } = openContactConsumer();
    // OrderContact is delivered again after the erasure.
    for (const event of [OrderPaid, OrderContact, OrderErased, OrderContact])
      await send({ ...event, ...order });
    const typesAfterErasure = ["OrderPaid", "OrderErased"];
    expect(calls).toEqual([
      ["OrderPaid"],
      ["OrderPaid", "OrderContact"],
      typesAfterErasure,
      typesAfterErasure,
    ]);
    expect(JSON.stringify(await readItem(order.orderId))).not.toContain("Grace");
    expect(await readItem(order.orderId, "#personal")).toBeUndefined();
  });

  test("stores no personal data that is delivered again after the erasure, even while the consumer's code fails", async () => {
    const order = { orderId: newOrderId() };
    let isFailing = false;
    const types = ["OrderPaid", "OrderContact", "OrderErased"] as const;
    const handler = consumer.orderEventsFunction(types, () =>
      isFailing ? Promise.reject(new Error("simulated failure")) : Promise.resolve(),
    );
    const send = (event: OrderEvent) => deliver(handler, [toBusEvent({ ...event, ...order })]);
    for (const event of [OrderPaid, OrderContact, OrderErased]) expect(await send(event)).toEqual([]);
    isFailing = true;
    expect(await send(OrderContact)).toEqual([0]);
    expect(await readItem(order.orderId, "#personal")).toBeUndefined();
  });

  test("keeps the personal data for KEEP_DAYS days and the rest of an order without a limit", async () => {
    const order = { orderId: newOrderId() };
    const { calls, send } = openContactConsumer();
    for (const event of [OrderPaid, OrderContact]) await send({ ...event, ...order });
    expect(await readItem(order.orderId)).not.toHaveProperty("ttl");
    const { ttl } = (await readItem(order.orderId, "#personal")) ?? {};
    expect((Number(ttl?.N) - Date.now() / 1000) / 86_400).toBeCloseTo(90, 1);
    // Deletes the item as DynamoDB does after its time to live.
    await new DynamoDBClient().send(new DeleteItemCommand(itemAt(order.orderId, "#personal")));
    await send({ ...OrderRefunded, ...order });
    expect(calls.at(-1)).toEqual(["OrderPaid", "OrderRefunded"]);
  });

  test("uses the later of two events with the same sequence number, because a restored shop may use a number again", async () => {
    const order = { orderId: newOrderId() };
    const { accounts, calls, deliver: send } = openLedger();
    // The shop's table was restored to a time before this event.
    const lostEvent = { ...refunded, ...order, amount: 10, refunded: 10 };
    const time = new Date(Date.parse(lostEvent.time) + 1000).toISOString();
    const eventAfterRestore = { ...refunded, ...order, id: "evt_after_restore", time };
    for (const event of [{ ...paid, ...order }, lostEvent, eventAfterRestore, lostEvent])
      expect(await send(event)).toEqual([]);
    expect(accounts.get(order.orderId)).toMatchObject({ paid: 6200, refunded: 6200 });
    expect(calls).toHaveLength(3);
  });

  test("gets a crashed function's events when one of them is delivered again after the claim has expired", async () => {
    const { calls, accounts, deliver: send } = openLedger(() => undefined);
    const order = { orderId: newOrderId() };
    let hasStarted = false;
    // A function that is killed while it applies events writes nothing more, so its claim stays.
    const crashingHandler = consumer.orderEventsFunction(
      CONSUMED_TYPES,
      () => new Promise(() => void (hasStarted = true)),
    );
    // This call ends only by its timeout, after the tests of this file.
    deliver(crashingHandler, [toBusEvent({ ...paid, ...order })]).catch(() => undefined);
    await expect.poll(() => hasStarted, { interval: 5 }).toBe(true);
    expect(await send({ ...paid, ...order })).toEqual([0]);
    // The crashed function has claimed the order, so this event is only recorded. It is applied when the claim has expired.
    expect(await send({ ...refunded, ...order })).toEqual([]);
    expect(calls).toEqual([]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + (CLAIM_SECONDS + 1) * 1000 });
    expect(await send({ ...paid, ...order })).toEqual([]);
    expect(calls).toEqual([["2", "9"]]);
    expect(accounts.get(order.orderId)).toEqual({ paid: 6200, refunded: 6200, isCancelled: false });
  });
});
