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
import { getCode, readCustomerUses, readDiscounts } from "../../../lambdas/discounts/discount-table.ts";
import { mailboxPk } from "../../../lambdas/mail/undeliverable-table.ts";
import { adminApi } from "../../../shared/api-admin.ts";
import { publicApi } from "../../../shared/api-public.ts";
import type { CheckIn } from "../../../shared/tickets/ticket.ts";
import { addDiscount } from "../../support/add-discount.ts";
import { withCode } from "../../support/discount-shop.ts";
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

/** Copies the shop's items into another table, which stands for the table that AWS has restored from a backup. */
async function saveTable(): Promise<RestoreContext & { savedTable: TestTable; printedLines: string[] }> {
  const from = `saved-${randomUUID()}`;
  const savedTable = await createTable(from, inject("tableEndpoint"));
  for (const item of await shop.table.items()) await savedTable.put(item);
  const printedLines: string[] = [];
  const to = process.env["TABLE_NAME"] ?? "";
  return {
    client,
    from,
    to,
    now: new Date(),
    replacesExisting: false,
    savedTable,
    printedLines,
    print: (line) => printedLines.push(line),
  };
}
/** Empties the shop's table except for the items for which `isKept` is true. */
async function loseItems(isKept: (item: Record<string, unknown>) => boolean): Promise<void> {
  const keptItems = (await shop.table.items()).filter(isKept);
  await shop.table.clear();
  for (const item of keptItems) await shop.table.put(item);
}
const testCheckIn = (): CheckIn => ({
  id: randomUUID(),
  at: new Date().toISOString(),
  door: "Front door",
  deviceId: randomUUID(),
  by: "door@example.com",
  isOffline: false,
});

/** The line that a restore prints about an event that it does not publish. */
const unpublishedLine = (orderId: string, type: string): string =>
  describeUnpublishedEvent({ subject: `ORDER#${orderId}`, type });
const isEvent = ({ sk }: Record<string, unknown>): boolean => String(sk).startsWith("OUTBOX#");
/** Checks the shop's invariants with the events of the backup, because a restore does not copy events. */
const checkRestored = async ({ savedTable }: { savedTable: TestTable }) => {
  const savedEvents = (await savedTable.items()).filter(isEvent);
  const items = await shop.table.items();
  return checkInvariants({
    items: () => Promise.resolve([...items, ...savedEvents]),
    partition: (pk) => shop.table.partition(pk),
  });
};

test("a whole table is restored without events and with paused webhooks; open checkouts are then settled with Stripe", async () => {
  const paidCheckout = await driver.buyAndPay([[tee, 1]]);
  const checkoutPaidLater = await driver.openCheckout([[tee, 2]]);
  const checkoutPaidMeanwhile = await driver.openCheckout([[tee, 4]]);
  const checkoutNeverPaid = await driver.openCheckout([[tee, 8]]);
  const endpoint = { pk: "WEBHOOKS", sk: "ENDPOINT#whk_1", url: "https://hooks.example/", secret: "whsec_1" };
  await shop.table.put({ ...endpoint, state: "active" });
  const backup = await saveTable();
  await shop.table.clear();
  // Stripe's event about this payment arrives while the table is empty, and is lost.
  shop.payments.act(checkoutPaidMeanwhile.sessionId, "pay");
  await shop.payments.takeNewEvents();

  const copyResult = await copyTable(backup, () => undefined);
  expect(copyResult.copied).toBeGreaterThan(10);
  expect(await shop.table.partition("WEBHOOKS")).toMatchObject([{ ...endpoint, state: "paused" }]);
  expect(describeCopy(copyResult).join()).toContain(
    "Webhook endpoint https://hooks.example/ is back, but paused.",
  );
  expect(copyResult.unpublishedEvents).toContainEqual({
    subject: `ORDER#${paidCheckout.orderId}`,
    type: "OrderPaid",
  });
  expect((await shop.table.items()).filter(isEvent)).toEqual([]);
  expect(await copyTable(backup, () => undefined)).toMatchObject({ copied: 0, existing: copyResult.copied });
  await checkRestored(backup);

  await driver.pay(checkoutPaidLater.sessionId);
  advanceClock(60 * 60_000);
  await driver.reconcileCheckouts();
  const states = await Promise.all(
    [paidCheckout, checkoutPaidLater, checkoutPaidMeanwhile, checkoutNeverPaid].map(
      async ({ orderId }) => (await orderOf(shop.table, orderId)).hold.state,
    ),
  );
  expect(states).toEqual(["sold", "sold", "sold", "released"]);
  expect(await stockOf(shop.table, tee)).toEqual({ available: 93, held: 0, sold: 7 });
  await checkRestored(backup);
  const catalogResponse = await call(catalog, publicApi.listProducts);
  expect(catalogResponse.data.products.map(({ id, stock }) => [id, stock])).toEqual([[tee.id, 93]]);
});

test("a lost stock item is restored, and pieces that were held in the backup and paid since count as sold", async () => {
  const { sessionId } = await driver.openCheckout([[tee, 1]]);
  const backup = await saveTable();
  await driver.pay(sessionId);
  await loseItems(({ sk }) => !String(sk).startsWith("STOCK#"));

  await copyTable(backup, () => undefined);
  expect(await stockOf(shop.table, tee)).toEqual({ available: 99, held: 1, sold: 0 });
  advanceClock(60 * 60_000);
  await driver.reconcileCheckouts();
  expect(await stockOf(shop.table, tee)).toEqual({ available: 99, held: 0, sold: 1 });
});

test("a deleted product is restored with its picture while the shop is open, and pieces that were sold since stay sold", async () => {
  const uploadId = `upl_${"0".repeat(26)}`;
  const imageUrl = `/media/products/${uploadId}.webp`;
  const mug = testProduct({ stock: 5, imageUrl, imageUrls: [imageUrl] });
  await stockUp(shop.table, mug);
  const uploadKey = { pk: `UPLOAD#${uploadId}`, sk: "UPLOAD" };
  const upload = {
    ...uploadKey,
    status: "ready",
    imageUrl,
    shownBy: new Set([mug.id]),
    mainOf: new Set([mug.id]),
  };
  await shop.table.put(upload);
  const backup = await saveTable();
  const restoredPictureIds: string[] = [];
  const restorePictures = (ids: readonly string[]) => Promise.resolve(void restoredPictureIds.push(...ids));
  await restoreProduct(backup, mug.id, restorePictures);
  expect(backup.printedLines).toEqual([`${mug.id}: exists, and was not changed.`]);

  const { sessionId } = await driver.openCheckout([[mug, 2]]);
  await driver.pay(sessionId);
  expect((await call(admin, adminApi.deleteProduct, { params: { id: mug.id } })).status).toBe(204);
  await shop.table.put({ ...uploadKey, status: "gone", imageUrl, ttl: 9_999_999_999 });
  await restoreProduct(backup, mug.id, restorePictures);

  const { data } = await call(catalog, publicApi.getProduct, { params: { id: mug.id } });
  expect(data).toMatchObject({ id: mug.id, name: mug.name, stock: 3, version: mug.version + 2 });
  expect(restoredPictureIds).toEqual([uploadId]);
  expect(await shop.table.partition(uploadKey.pk)).toEqual([upload]);
  await driver.reconcileCheckouts();
  await driver.openCheckout([[mug, 3]]);
  await checkInvariants(shop.table);
});

test("a restored order is found again by its number, and by a withdrawal of its consent to the newsletter", async () => {
  const { orderId } = await driver.buyAndPay([[tee, 1]]);
  const { billingInfo, orderNumber } = await orderOf(shop.table, orderId);
  const mailbox = mailboxPk(billingInfo?.email ?? "");
  await shop.table.put({ pk: mailbox, sk: `CONSENT#${orderId}` });
  const backup = await saveTable();
  await loseItems(({ pk }) => ![mailbox, `ORDER#${orderId}`].includes(String(pk)));
  await restoreOrder(backup, orderId);
  expect((await shop.table.partition(mailbox)).map(({ sk }) => sk).sort()).toEqual([
    `CONSENT#${orderId}`,
    `NUMBER#${orderNumber}`,
  ]);
});

test("a restored product and its episodes name each other, also if an admin has separated them since", async () => {
  const ties = [
    { pk: "EPISODE_PRODUCTS", sk: `ep_1#${tee.id}` },
    { pk: `PRODUCT#${tee.id}`, sk: "EPISODE#ep_1" },
  ];
  for (const tie of ties) await shop.table.put(tie);
  const backup = await saveTable();
  await loseItems(({ pk, sk }) => !ties.some((tie) => tie.pk === pk && tie.sk === sk));
  await restoreProduct({ ...backup, replacesExisting: true }, tee.id, () => Promise.resolve());
  expect(await shop.table.partition("EPISODE_PRODUCTS")).toEqual([ties[0]]);
  expect(await shop.table.partition(`PRODUCT#${tee.id}`)).toContainEqual(ties[1]);
});

test("one lost order is restored alone, and Stripe's events since the backup can be applied to it again", async () => {
  const lostOrder = await driver.openCheckout([[tee, 1]]);
  const backup = await saveTable();
  await shop.payments.takeNewEvents();
  shop.payments.act(lostOrder.sessionId, "pay");
  const stripeEvents = await shop.payments.takeNewEvents();
  await driver.settleAndListFailures(stripeEvents);
  const laterOrder = await driver.openCheckout([[tee, 1]]);
  await loseItems(
    ({ pk, sk }) => pk !== `ORDER#${lostOrder.orderId}` || isEvent({ sk }) || String(sk).startsWith("EVENT#"),
  );

  const restore = (orderId: string) =>
    restoreChosen(backup, { order: [orderId], product: [], partition: [] }, () => Promise.resolve());
  expect(await restore(lostOrder.orderId)).toBe(true);
  expect(await restore(laterOrder.orderId)).toBe(false);
  expect(backup.printedLines).toEqual([
    `${lostOrder.orderId}: is back.`,
    unpublishedLine(lostOrder.orderId, "OrderPlaced"),
    `${laterOrder.orderId}: was not in the table at that time.`,
  ]);
  expect((await orderOf(shop.table, lostOrder.orderId)).paymentStatus).toBe("unpaid");
  expect(await driver.settleAndListFailures(stripeEvents)).toEqual([]);
  expect((await orderOf(shop.table, lostOrder.orderId)).paymentStatus).toBe("paid");
  expect(await stockOf(shop.table, tee)).toEqual({ available: 98, held: 1, sold: 1 });
  expect((await driver.verifyPayment(lostOrder.sessionId)).data.paymentStatus).toBe("paid");
});

test("the lost tickets of an order are restored with their holders and check-ins, even if the order exists", async () => {
  const concert = testProduct({ category: "ticket", stock: 10, event: eventInDays(3) });
  await stockUp(shop.table, tee, concert);
  const { orderId } = await driver.buyAndPay([[concert, 2]]);
  await ticketDriver.deliverOrderEvents(orderId);
  const { changeTicket } = await import("../../../lambdas/tickets/change-ticket.ts");
  const { readDoorTickets, FIRST_KEY } = await import("../../../lambdas/tickets/ticket-table.ts");
  const [{ ticketId = "" } = {}] = await ticketDriver.ticketsOf(orderId);
  await changeTicket(ticketId, (ticket) => ({
    ticket: { ...ticket, generation: 1, holder: "Grace Hopper", checkIns: [testCheckIn()] },
    events: [],
  }));
  const ticketsBefore = await ticketDriver.ticketsOf(orderId);
  const backup = await saveTable();
  // This event of the ticket is newer than the backup.
  await voidTestTicket(ticketId);
  for (const lostPrefixes of [["TICKET#"], ["TICKET#", "ORDER#"]]) {
    await loseItems(
      (item) => isEvent(item) || !lostPrefixes.some((prefix) => String(item["pk"]).startsWith(prefix)),
    );
    backup.printedLines.length = 0;
    const now = new Date();
    await restoreOrder({ ...backup, now }, orderId);
    expect(backup.printedLines).toContain(
      `${orderId}: 2 of its tickets are back, with their holders and check-ins.`,
    );
    const changedAt = now.toISOString();
    const restoredTickets = await ticketDriver.ticketsOf(orderId);
    expect(restoredTickets.map(({ sequence: _, ...ticket }) => ticket)).toEqual(
      ticketsBefore.map(({ sequence: _, ...ticket }) => ({ ...ticket, changedAt })),
    );
    const doorPage = await readDoorTickets(concert.id, FIRST_KEY);
    expect(doorPage.tickets.map((ticket) => ticket.changedAt)).toEqual([changedAt, changedAt]);
  }
  // The next event of the ticket gets a new sequence number, so that both events exist.
  await voidTestTicket(ticketId);
  expect((await ticketDriver.eventTypesOf(ticketId)).slice(-2)).toEqual(["TicketVoided", "TicketVoided"]);
  backup.printedLines.length = 0;
  await restoreOrder(backup, orderId);
  expect(backup.printedLines).toEqual([`${orderId}: exists, and was not changed.`]);
  expect((await ticketDriver.ticketsOf(orderId))[0]?.void).toBeDefined();
});

test("a lost product is in the store's list again, even if its changes since the backup are lost", async () => {
  const backup = await saveTable();
  const listedItems = (await shop.table.items()).filter(({ pk }) => pk === "LISTED");
  await shop.table.clear();
  // The row of the list is newer than the product in the backup.
  for (const item of listedItems) await shop.table.put({ ...item, version: 5 });
  await copyTable(backup, () => undefined);
  await driver.reconcileCheckouts();
  const [product] = (await call(catalog, publicApi.listProducts)).data.products;
  expect(product).toMatchObject({ id: tee.id, version: 6, stock: 100 });
});

/** Saves the tee's form with another stock. `version` and `stockWas`: the version and the stock that the form has shown. */
async function saveStock(version: number, stock: number, stockWas: number) {
  const { id, name, description, price, category, imageUrls } = tee;
  const body = { name, description, price, category, imageUrls, version, stock, stockWas };
  return (await call(admin, adminApi.updateProduct, { params: { id }, body })).data;
}

test("a lost product's last stock change is not made again by the first save after the restore", async () => {
  const { version } = await saveStock(tee.version, 107, 100);
  const backup = await saveTable();
  await loseItems(({ pk }) => pk === "LISTED");
  const listedItem = (await shop.table.partition("LISTED")).find(({ sk }) => sk === tee.id);
  await shop.table.put({ ...listedItem, version: version + 1 });
  await copyTable(backup, () => undefined);
  expect(await saveStock(version + 2, 107, 107)).toMatchObject({ version: version + 3, stock: 107 });
});

test.each(["--all", "--product"])(
  "a product that was lost alone is restored by %s with a version after the last save of its stock, so that the next save changes the stock",
  async (option) => {
    const backup = await saveTable();
    const { version } = await saveStock(tee.version, 101, 100);
    await saveStock(version, 102, 101);
    await loseItems(({ pk, sk }) => sk !== "PRODUCT" && pk !== "LISTED");
    if (option === "--all") await copyTable(backup, () => undefined);
    else await restoreProduct(backup, tee.id, () => Promise.resolve());
    const [restoredProduct] = await shop.table.partition(`PRODUCT#${tee.id}`);
    expect(await saveStock(Number(restoredProduct?.["version"]), 150, 102)).toMatchObject({ stock: 150 });
  },
);

test("the store shows the count of a stock item that was lost alone and restored, also after the next change", async () => {
  const backup = await saveTable();
  for (let orders = 0; orders < 3; orders++) await driver.buyAndPay([[tee, 1]]);
  await loseItems(({ sk }) => !String(sk).startsWith("STOCK#"));
  await copyTable(backup, () => undefined);
  const readListedStock = async () => {
    await driver.reconcileCheckouts();
    return (await call(catalog, publicApi.listProducts)).data.products.map(({ stock }) => stock);
  };
  expect(await readListedStock()).toEqual([100]);
  await driver.buyAndPay([[tee, 1]]);
  expect(await readListedStock()).toEqual([99]);
});

test("the items of a chosen partition are restored, except expired items", async () => {
  const pk = "MAILBOX#of-ada";
  await shop.table.put({ pk, sk: "UNDELIVERABLE", reason: "bounced" });
  await shop.table.put({ pk, sk: "OLD", ttl: 1 });
  const backup = await saveTable();
  await shop.table.clear();
  expect(await restorePartition(backup, pk)).toBe(true);
  expect(await restorePartition(backup, "MAILBOX#none")).toBe(false);
  expect(backup.printedLines).toEqual([
    `${pk}: 1 of 2 items are back.`,
    "MAILBOX#none: 0 of 0 items are back.",
  ]);
  expect(await shop.table.items()).toEqual([{ pk, sk: "UNDELIVERABLE", reason: "bounced" }]);
});

test("an order that exists is replaced only on request, with a warning about its pieces if they are back on sale", async () => {
  const { orderId } = await driver.buyAndPay([[tee, 1]]);
  const readOrderItem = async () =>
    (await shop.table.partition(`ORDER#${orderId}`)).find(({ sk }) => sk === "ORDER");
  const backup = await saveTable();
  await shop.table.put({ ...(await readOrderItem()), items: "none", version: 7 });
  await restoreOrder(backup, orderId);
  await restoreOrder({ ...backup, replacesExisting: true }, orderId);
  expect(backup.printedLines).toEqual([
    `${orderId}: exists, and was not changed.`,
    `${orderId}: is back.`,
    ...["OrderPlaced", "OrderPaid", "OrderContact"].map((type) => unpublishedLine(orderId, type)),
  ]);
  expect(await orderOf(shop.table, orderId)).toMatchObject({ paymentStatus: "paid", version: 8 });
  await checkInvariants(shop.table);

  backup.printedLines.length = 0;
  await shop.table.put({ ...(await readOrderItem()), hold: { state: "released" } });
  await restoreOrder({ ...backup, replacesExisting: true }, orderId);
  expect(backup.printedLines.at(-1)).toContain("do not put the pieces back on sale again");
});

test.each<[outcome: string, uses: number]>([
  ["paid", 1],
  ["released", 0],
])(
  "the uses of a discount code are right after an order that was %s since the backup was set back to unpaid, and settled again",
  async (outcome, uses) => {
    await addDiscount({ code: "FEW", amount: 5, limit: 3, perCustomer: 2 });
    const { orderId, sessionId } = (await driver.send(withCode([[tee, 1]], { code: "FEW", disc: 5 }))).data;
    const backup = await saveTable();
    await shop.payments.takeNewEvents();
    if (outcome === "paid") shop.payments.act(sessionId, "pay");
    else await driver.release(sessionId);
    const stripeEvents = await shop.payments.takeNewEvents();
    await driver.settleAndListFailures(stripeEvents);
    const readUses = async () => {
      const [discount] = await readDiscounts();
      const { discountUse } = await orderOf(shop.table, orderId);
      return {
        taken: (await getCode("FEW"))?.taken,
        used: discount?.used,
        byCustomer: await readCustomerUses("FEW", discountUse?.customer?.hash ?? ""),
      };
    };
    const usesBefore = { taken: uses, used: uses, byCustomer: uses };
    expect(await readUses()).toEqual(usesBefore);
    await restoreOrder({ ...backup, replacesExisting: true }, orderId);
    expect(await readUses()).toEqual({ taken: 1, used: 0, byCustomer: 1 });
    expect(await driver.settleAndListFailures(stripeEvents)).toEqual([]);
    expect(await readUses()).toEqual(usesBefore);
  },
);
