import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { recordUndeliverable as RecordUndeliverable } from "../../lambdas/mail/undeliverable-table.ts";
import { hash } from "../../lambdas/lib/ids.ts";
import { adminApi } from "../../shared/api-admin.ts";
import { publicApi } from "../../shared/api-public.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { orderOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { orderData, testProduct, stockUp } from "../support/fixtures.ts";
import type { HttpHandler, QueueHandler } from "../support/invoke.ts";
import { call, deliver } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { CUSTOMER_SET, openShop, TEAM, TEAM_SET } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
let admin: HttpHandler;
let contact: HttpHandler;
let noteUndelivered: QueueHandler;
let recordUndeliverable: typeof RecordUndeliverable;
const tee = testProduct({ stock: 100 });
const REPORTED_AT = "2026-11-21T10:00:00.000Z";

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  ({ handler: admin } = await import("../../lambdas/admin-api.ts"));
  ({ handler: contact } = await import("../../lambdas/contact-api.ts"));
  ({ recordUndeliverable } = await import("../../lambdas/mail/undeliverable-table.ts"));
  ({ handler: noteUndelivered } = await import("../../lambdas/note-undelivered.ts"));
  await stockUp(shop.table, tee);
});
afterEach(() => {
  shop.faults.mail = false;
  shop.mails.length = 0;
});

const bounce = (emailAddress: string, bounceType = "Permanent", timestamp = REPORTED_AT) => ({
  eventType: "Bounce",
  bounce: { bounceType, bounceSubType: "General", bouncedRecipients: [{ emailAddress }], timestamp },
});
const complaint = (emailAddress: string, changes: object = {}) => ({
  eventType: "Complaint",
  complaint: { complainedRecipients: [{ emailAddress }], timestamp: REPORTED_AT, ...changes },
});
const deliverSesEvents = (...details: object[]) =>
  deliver(
    noteUndelivered,
    details.map((detail) => ({ source: "aws.ses", detailType: "Email Bounced", detail })),
  );
const readMailboxes = async () =>
  (await shop.table.items()).filter(({ pk }) => String(pk).startsWith("MAILBOX#"));

let customerCount = 0;
/** Creates a paid order of a new customer; its mails are not sent yet. */
async function createPaidOrder() {
  const email = `customer${++customerCount}@example.com`;
  const checkoutData = orderData([[tee, 1]]);
  const { orderId, sessionId } = (
    await driver.send({ ...checkoutData, bill: { ...checkoutData.bill, email } })
  ).data;
  await driver.pay(sessionId);
  return { email, orderId, sessionId };
}
const getOrderAsAdmin = async (orderId: string) =>
  (await call(admin, adminApi.getOrder, { params: { id: orderId } })).data;
const sendContactForm = async (user_email: string) =>
  (
    await call(contact, publicApi.contact, {
      body: { user_name: "Ada", user_email, subject: "other", message: "Hello" },
    })
  ).data;

describe("an address that bounced or complained", () => {
  test("gets no more mail about its orders; the team still does, and the order does not change", async () => {
    const { email, orderId } = await createPaidOrder();
    const orderBefore = await orderOf(shop.table, orderId);
    expect(await deliverSesEvents(bounce(email))).toEqual([]);
    expect(await driver.deliverOutbox("send-order-email", orderId, "OrderPaid")).toEqual([]);
    expect(shop.mails.map(({ to }) => to)).toEqual([TEAM]);
    expect(await orderOf(shop.table, orderId)).toEqual(orderBefore);
  });

  test("is shown to admins in its orders as undeliverable, with the reason and the time of the bounce", async () => {
    const { email, orderId } = await createPaidOrder();
    expect((await getOrderAsAdmin(orderId)).undeliverable).toBeUndefined();
    await deliverSesEvents(bounce(email));
    expect((await getOrderAsAdmin(orderId)).undeliverable).toEqual({ reason: "bounce", since: REPORTED_AT });
    const { version } = await orderOf(shop.table, orderId);
    const response = await call(admin, adminApi.changeOrder, {
      params: { id: orderId },
      body: { version, orderStatus: ORDER_STATUS.completed },
    });
    expect(response.data.undeliverable?.reason).toBe("bounce");
  });

  test.each([
    ["bounce", bounce, /comes back/],
    ["complaint", complaint, /marked as spam/],
  ] as const)(
    "gets no receipt by mail after a %s: every request gets 409 with the reason",
    async (reason, report, text) => {
      const { email, sessionId } = await createPaidOrder();
      await deliverSesEvents(report(email));
      for (let i = 0; i < 2; i++) {
        const response = await driver.emailReceipt(sessionId);
        expect([response.status, response.error.message]).toEqual([
          409,
          apiMessages.addressUndeliverable[reason],
        ]);
        expect(response.error.message).toMatch(text);
      }
      expect(shop.mails).toEqual([]);
    },
  );

  test("gets no confirmation of the contact form, while the team gets the message", async () => {
    await deliverSesEvents(complaint("annoyed@example.com"));
    expect(await sendContactForm("Annoyed@Example.com")).toEqual({ autoReply: "failed" });
    expect(shop.mails.map(({ to }) => to)).toEqual([TEAM]);
  });

  test("is stored only as a hash, with the reason and time of the first report", async () => {
    await deliverSesEvents(bounce("Ada <first@example.com>"));
    await deliverSesEvents(complaint("first@example.com"));
    await deliverSesEvents(bounce("first@example.com", "Permanent", "2026-12-24T10:00:00.000Z"));
    const pk = `MAILBOX#${hash("mailbox:first@example.com")}`;
    expect(await readMailboxes()).toContainEqual({
      pk,
      sk: "UNDELIVERABLE",
      reason: "bounce",
      since: REPORTED_AT,
    });
    const undeliverableItems = (await readMailboxes()).filter(({ sk }) => sk === "UNDELIVERABLE");
    expect(JSON.stringify(undeliverableItems)).not.toContain("example");
    expect(shop.logs.join("")).not.toContain("first@example");
  });
});

describe("the team's own mailbox", () => {
  const countAlarms = () => shop.logs.filter((line) => /"alarm": ?"mail"/.test(line)).length;

  test.each([
    ["reports a mail as spam", complaint(TEAM)],
    ["bounces a mail", bounce(`The team <${TEAM.toUpperCase()}>`)],
    ["is full", bounce(TEAM, "Transient")],
  ])("raises the alarm and is not stored as undeliverable when it %s", async (_, event) => {
    const [mailboxesBefore, alarmsBefore] = [await readMailboxes(), countAlarms()];
    expect(await deliverSesEvents(event)).toEqual([]);
    expect(await readMailboxes()).toEqual(mailboxesBefore);
    expect(countAlarms()).toBe(alarmsBefore + 1);
    expect(shop.logs.join("")).not.toContain(TEAM);
  });

  test("still gets messages and order notices when it was stored as undeliverable before", async () => {
    await recordUndeliverable(TEAM, { reason: "complaint", since: REPORTED_AT });
    expect(await sendContactForm("writer@example.com")).toEqual({ autoReply: "sent" });
    const { email, orderId } = await createPaidOrder();
    expect(await driver.deliverOutbox("send-order-email", orderId, "OrderPaid")).toEqual([]);
    expect(shop.mails.map(({ to, configurationSet }) => [to, configurationSet])).toEqual([
      [TEAM, TEAM_SET],
      ["writer@example.com", CUSTOMER_SET],
      [email, CUSTOMER_SET],
      [TEAM, TEAM_SET],
    ]);
  });

  test("raises the alarm when SES refuses its mail, for a message and for an order notice", async () => {
    shop.faults.mail = (to) => to === TEAM;
    const alarmsBefore = countAlarms();
    await expect(sendContactForm("refused@example.com")).rejects.toThrow("503");
    const { orderId } = await createPaidOrder();
    expect(await driver.deliverOutbox("send-order-email", orderId, "OrderPaid")).toEqual([0]);
    expect(countAlarms()).toBe(alarmsBefore + 2);
  });
});

test.each([
  ["a full mailbox", bounce("full@example.com", "Transient")],
  ["a bounce for an unknown reason", bounce("odd@example.com", "Undetermined")],
  ["a report that a mail is not spam", complaint("kind@example.com", { complaintFeedbackType: "not-spam" })],
])("%s does not make an address undeliverable", async (_, event) => {
  const countBefore = (await readMailboxes()).length;
  expect(await deliverSesEvents(event)).toEqual([]);
  expect(await readMailboxes()).toHaveLength(countBefore);
});

test("an invalid event returns to the queue, and the other events are applied", async () => {
  expect(await deliverSesEvents({ eventType: "Delivery" }, bounce("after@example.com"))).toEqual([0]);
  expect(await sendContactForm("after@example.com")).toEqual({ autoReply: "failed" });
});
