import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, inject, test, vi } from "vitest";
import {
  restoreOrder,
  restorePartition,
  restoreProduct,
  type RestoreContext,
} from "../../../infra/commands/restore/chosen-items.ts";
import { restoreChosen } from "../../../infra/commands/restore/restore-chosen.ts";
import { copyTable } from "../../../infra/commands/restore/copy-table.ts";
import { describeCopy, describeUnpublishedEvent } from "../../../infra/commands/restore/texts.ts";
import { adminApi } from "../../../shared/api-admin.ts";
import { publicApi } from "../../../shared/api-public.ts";
import type { CheckIn } from "../../../shared/tickets/ticket.ts";
import { openCheckoutDriver, type CheckoutDriver } from "../../support/checkout-driver.ts";
import { stockUp, eventInDays, testProduct } from "../../support/fixtures.ts";
import { call } from "../../support/invoke.ts";
import { checkInvariants, orderOf, stockOf } from "../../support/invariants.ts";
import { advanceClock, openShop, type Shop } from "../../support/shop.ts";
import { createTable, type TestTable } from "../../support/table.ts";
import { voidTestTicket } from "../../support/ticket-fixtures.ts";
import { openTicketDriver, type TicketDriver } from "../../support/ticket-driver.ts";

let shop: Shop;
let driver: CheckoutDriver;
let admin: Parameters<typeof call>[0];
let catalog: Parameters<typeof call>[0];
let ticketDriver: TicketDriver;
let client: DynamoDBClient;
const tee = testProduct({ stock: 100 });

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  ticketDriver = await openTicketDriver(shop, driver);
  ({ handler: admin } = await import("../../../lambdas/admin-api.ts"));
  ({ handler: catalog } = await import("../../../lambdas/catalog-api.ts"));
  client = new DynamoDBClient({ endpoint: inject("tableEndpoint"), region: "us-east-1" });
});
beforeEach(async () => {
  vi.useRealTimers();
  await shop.table.clear();
  await stockUp(shop.table, tee);
});

/** Copies the shop's items into another table, like a table that AWS has restored. */
async function saveTable(): Promise<RestoreContext & { saved: TestTable; lines: string[] }> {
  const from = `saved-${randomUUID()}`;
  const saved = await createTable(from, inject("tableEndpoint"));
  for (const item of await shop.table.items()) await saved.put(item);
  const lines: string[] = [];
  const to = process.env["TABLE_NAME"] ?? "";
  return {
    client,
    from,
    to,
    now: new Date(),
    replacesExisting: false,
    print: (line) => lines.push(line),
    saved,
    lines,
  };
}
const testCheckIn = (): CheckIn => ({
  ...{ id: randomUUID(), at: new Date().toISOString(), door: "Front door", deviceId: randomUUID() },
  ...{ by: "door@example.com", isOffline: false },
});

/** The line that a restore prints about an event that was not published. */
const waitingLine = (orderId: string, type: string): string =>
  describeUnpublishedEvent({ subject: `ORDER#${orderId}`, type });
const isEvent = ({ sk }: Record<string, unknown>): boolean => String(sk).startsWith("OUTBOX#");
/** Checks the shop's invariants. Adds the saved events, because a restore leaves events out. */
const checkRestored = async ({ saved }: { saved: TestTable }) => {
  const events = (await saved.items()).filter(isEvent);
  const items = (await shop.table.items()).filter((item) => !isEvent(item));
  const newEvents = (await shop.table.items()).filter(isEvent);
  return checkInvariants({
    items: () => Promise.resolve([...items, ...events, ...newEvents]),
    partition: (pk) => shop.table.partition(pk),
  });
};

test("a whole table is restored without its events; open checkouts are settled with Stripe", async () => {
  const paid = await driver.openCheckout([[tee, 1]]);
  await driver.pay(paid.sessionId);
  const paidLater = await driver.openCheckout([[tee, 2]]);
  const paidMeanwhile = await driver.openCheckout([[tee, 4]]);
  const neverPaid = await driver.openCheckout([[tee, 8]]);
  const endpoint = { pk: "WEBHOOKS", sk: "ENDPOINT#whk_1", url: "https://hooks.example/", secret: "whsec_1" };
  await shop.table.put({ ...endpoint, state: "active" });
  const tables = await saveTable();
  await shop.table.clear();
  // Stripe reports this payment while the table is empty.
  shop.payments.act(paidMeanwhile.sessionId, "pay");
  await shop.payments.takeNewEvents();

  const first = await copyTable(tables, () => undefined);
  expect(first.copied).toBeGreaterThan(10);
  expect(await shop.table.partition("WEBHOOKS")).toMatchObject([{ ...endpoint, state: "paused" }]);
  expect(describeCopy(first).join()).toContain(
    "Webhook endpoint https://hooks.example/ is back, but paused.",
  );
  expect(first.unpublishedEvents).toContainEqual({ subject: `ORDER#${paid.orderId}`, type: "OrderPaid" });
  expect((await shop.table.items()).filter(isEvent)).toEqual([]);
  expect(await copyTable(tables, () => undefined)).toMatchObject({ copied: 0, existing: first.copied });
  await checkRestored(tables);

  await driver.pay(paidLater.sessionId);
  advanceClock(60 * 60_000);
  await driver.reconcile();
  const states = await Promise.all(
    [paid, paidLater, paidMeanwhile, neverPaid].map(
      async ({ orderId }) => (await orderOf(shop.table, orderId)).hold.state,
    ),
  );
  expect(states).toEqual(["sold", "sold", "sold", "released"]);
  expect(await stockOf(shop.table, tee)).toEqual({ available: 93, held: 0, sold: 7 });
  await checkRestored(tables);
  const list = await call(catalog, publicApi.listProducts);
  expect(list.data.products.map(({ id, stock }) => [id, stock])).toEqual([[tee.id, 93]]);
});

test("a lost stock item is restored, and pieces that were held at that time and paid since are sold", async () => {
  const paid = await driver.openCheckout([[tee, 1]]);
  const tables = await saveTable();
  await driver.pay(paid.sessionId);
  const others = (await shop.table.items()).filter(({ sk }) => !String(sk).startsWith("STOCK#"));
  await shop.table.clear();
  for (const item of others) await shop.table.put(item);

  await copyTable(tables, () => undefined);
  expect(await stockOf(shop.table, tee)).toEqual({ available: 99, held: 1, sold: 0 });
  advanceClock(60 * 60_000);
  await driver.reconcile();
  expect(await stockOf(shop.table, tee)).toEqual({ available: 99, held: 0, sold: 1 });
});

test("a deleted product is restored while the shop is open, and pieces that were sold since stay sold", async () => {
  const upload = `upl_${"0".repeat(26)}`;
  const imageUrl = `/media/products/${upload}.webp`;
  const mug = testProduct({ stock: 5, imageUrl, imageUrls: [imageUrl] });
  await stockUp(shop.table, mug);
  const key = { pk: `UPLOAD#${upload}`, sk: "UPLOAD" };
  await shop.table.put({
    ...key,
    status: "ready",
    imageUrl,
    shownBy: new Set([mug.id]),
    mainOf: new Set([mug.id]),
  });
  const tables = await saveTable();
  const restored: string[] = [];
  const restorePictures = (ids: readonly string[]) => Promise.resolve(void restored.push(...ids));
  await restoreProduct(tables, mug.id, restorePictures);
  expect(tables.lines).toEqual([`${mug.id}: exists, and was not changed.`]);

  const { sessionId } = await driver.openCheckout([[mug, 2]]);
  await driver.pay(sessionId);
  expect((await call(admin, adminApi.deleteProduct, { params: { id: mug.id } })).status).toBe(204);
  await shop.table.put({ ...key, status: "gone", imageUrl, ttl: 9_999_999_999 });
  await restoreProduct(tables, mug.id, restorePictures);

  const found = await call(catalog, publicApi.getProduct, { params: { id: mug.id } });
  expect(found.data).toMatchObject({ id: mug.id, name: mug.name, stock: 3, version: mug.version + 2 });
  expect(restored).toEqual([upload]);
  const [picture] = await shop.table.partition(key.pk);
  expect(picture).toEqual({
    ...key,
    status: "ready",
    imageUrl,
    shownBy: new Set([mug.id]),
    mainOf: new Set([mug.id]),
  });
  await driver.reconcile();
  await driver.openCheckout([[mug, 3]]);
  await checkInvariants(shop.table);
});

test("one lost order is restored without the others, and Stripe's events since then are applied again", async () => {
  const purchase = await driver.openCheckout([[tee, 1]]);
  const tables = await saveTable();
  await shop.payments.takeNewEvents();
  shop.payments.act(purchase.sessionId, "pay");
  const events = await shop.payments.takeNewEvents();
  await driver.settleEvents(events);
  const other = await driver.openCheckout([[tee, 1]]);
  const keptItems = (await shop.table.items()).filter(
    ({ pk, sk }) => pk !== `ORDER#${purchase.orderId}` || isEvent({ sk }) || String(sk).startsWith("EVENT#"),
  );
  await shop.table.clear();
  for (const item of keptItems) await shop.table.put(item);

  const restore = (...order: string[]) =>
    restoreChosen(tables, { order, product: [], partition: [] }, () => Promise.resolve());
  expect(await restore(purchase.orderId)).toBe(true);
  expect(await restore(other.orderId)).toBe(false);
  expect(tables.lines).toEqual([
    `${purchase.orderId}: is back.`,
    waitingLine(purchase.orderId, "OrderPlaced"),
    `${other.orderId}: was not in the table at that time.`,
  ]);
  expect((await orderOf(shop.table, purchase.orderId)).paymentStatus).toBe("unpaid");
  expect(await driver.settleEvents(events)).toEqual([]);
  expect((await orderOf(shop.table, purchase.orderId)).paymentStatus).toBe("paid");
  expect(await stockOf(shop.table, tee)).toEqual({ available: 98, held: 1, sold: 1 });
  expect((await driver.verifyPayment(purchase.sessionId)).data.paymentStatus).toBe("paid");
});

test("the lost tickets of an order are restored with their holders and check-ins, even if the order exists", async () => {
  const night = testProduct({ category: "ticket", stock: 10, event: eventInDays(3) });
  await stockUp(shop.table, tee, night);
  const { orderId } = await driver.buyAndPay([[night, 2]]);
  await ticketDriver.deliverOrderEvents(orderId);
  const { changeTicket } = await import("../../../lambdas/tickets/change-ticket.ts");
  const { readDoorTickets, FIRST_KEY } = await import("../../../lambdas/tickets/ticket-table.ts");
  const [{ ticketId = "" } = {}] = await ticketDriver.ticketsOf(orderId);
  await changeTicket(ticketId, (ticket) => ({
    ticket: { ...ticket, generation: 1, holder: "Grace Hopper", checkIns: [testCheckIn()] },
    events: [],
  }));
  const before = await ticketDriver.ticketsOf(orderId);
  const tables = await saveTable();
  // This event of the ticket is newer than the saved table.
  await voidTestTicket(ticketId);
  const isOf = (prefix: string, item: Record<string, unknown>) => String(item["pk"]).startsWith(prefix);
  const lose = async (prefix: string) => {
    const keptItems = (await shop.table.items()).filter((item) => !isOf(prefix, item) || isEvent(item));
    await shop.table.clear();
    for (const item of keptItems) await shop.table.put(item);
  };
  for (const lost of ["TICKET#", "ORDER#"]) {
    await lose("TICKET#");
    await lose(lost);
    tables.lines.length = 0;
    const now = new Date();
    await restoreOrder({ ...tables, now }, orderId);
    expect(tables.lines).toContain(
      `${orderId}: 2 of its tickets are back, with their holders and check-ins.`,
    );
    const changedAt = now.toISOString();
    const after = await ticketDriver.ticketsOf(orderId);
    const withoutSequence = after.map(({ sequence: _, ...ticket }) => ticket);
    expect(withoutSequence).toEqual(before.map(({ sequence: _, ...ticket }) => ({ ...ticket, changedAt })));
    const doors = await readDoorTickets(night.id, FIRST_KEY);
    expect(doors.tickets.map((ticket) => ticket.changedAt)).toEqual([changedAt, changedAt]);
  }
  // The next event of the ticket gets a number that no lost event had.
  await voidTestTicket(ticketId);
  expect((await ticketDriver.eventTypesOf(ticketId)).slice(-2)).toEqual(["TicketVoided", "TicketVoided"]);
  tables.lines.length = 0;
  await restoreOrder(tables, orderId);
  expect(tables.lines).toEqual([`${orderId}: exists, and was not changed.`]);
  expect((await ticketDriver.ticketsOf(orderId))[0]?.void).toBeDefined();
});

test("a lost product is shown in the store's list again, even if its last change is lost", async () => {
  const tables = await saveTable();
  const keptItems = (await shop.table.items()).filter(({ pk }) => pk === "LISTED");
  await shop.table.clear();
  for (const item of keptItems) await shop.table.put({ ...item, version: 5 });
  await copyTable(tables, () => undefined);
  await driver.reconcile();
  const [product] = (await call(catalog, publicApi.listProducts)).data.products;
  expect(product).toMatchObject({ id: tee.id, version: 6, stock: 100 });
});

test("the items of any partition are restored, except expired items", async () => {
  const pk = "MAILBOX#of-ada";
  await shop.table.put({ pk, sk: "UNDELIVERABLE", reason: "bounced" });
  await shop.table.put({ pk, sk: "OLD", ttl: 1 });
  const tables = await saveTable();
  await shop.table.clear();
  expect(await restorePartition(tables, pk)).toBe(true);
  expect(await restorePartition(tables, "MAILBOX#none")).toBe(false);
  expect(tables.lines).toEqual([`${pk}: 1 of 2 items are back.`, "MAILBOX#none: 0 of 0 items are back."]);
  expect(await shop.table.items()).toEqual([{ pk, sk: "UNDELIVERABLE", reason: "bounced" }]);
});

test("an order that exists is replaced only on request", async () => {
  const purchase = await driver.openCheckout([[tee, 1]]);
  await driver.pay(purchase.sessionId);
  const tables = await saveTable();
  const damaged = (await shop.table.partition(`ORDER#${purchase.orderId}`)).find(({ sk }) => sk === "ORDER");
  await shop.table.put({ ...damaged, items: "none", version: 7 });
  await restoreOrder(tables, purchase.orderId);
  await restoreOrder({ ...tables, replacesExisting: true }, purchase.orderId);
  expect(tables.lines).toEqual([
    `${purchase.orderId}: exists, and was not changed.`,
    `${purchase.orderId}: is back.`,
    ...["OrderPlaced", "OrderPaid", "OrderContact"].map((type) => waitingLine(purchase.orderId, type)),
  ]);
  expect(await orderOf(shop.table, purchase.orderId)).toMatchObject({ paymentStatus: "paid", version: 8 });
  await checkInvariants(shop.table);

  tables.lines.length = 0;
  const cancelled = (await shop.table.partition(`ORDER#${purchase.orderId}`)).find(
    ({ sk }) => sk === "ORDER",
  );
  await shop.table.put({ ...cancelled, hold: { state: "released" } });
  await restoreOrder({ ...tables, replacesExisting: true }, purchase.orderId);
  expect(tables.lines.at(-1)).toContain("do not put the pieces back on sale again");
});
