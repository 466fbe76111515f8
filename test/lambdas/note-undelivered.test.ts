import { afterEach, beforeAll, describe, expect, test } from "vitest";
import type { recordUndeliverable as NoteUndeliverable } from "../../lambdas/mail/undeliverable-table.ts";
import { hash } from "../../lambdas/lib/ids.ts";
import { adminApi } from "../../shared/api-admin.ts";
import { publicApi } from "../../shared/api-public.ts";
import { messages } from "../../shared/messages.ts";
import { orderOf } from "../support/invariants.ts";
import type { CheckoutDriver } from "../support/checkout-driver.ts";
import { openCheckoutDriver } from "../support/checkout-driver.ts";
import { orderData, shirt, stockUp } from "../support/fixtures.ts";
import type { HttpHandler, QueueHandler } from "../support/invoke.ts";
import { call, deliver } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { openShop, TEAM, TEAM_SET } from "../support/shop.ts";

let shop: Shop;
let driver: CheckoutDriver;
let admin: HttpHandler;
let contact: HttpHandler;
let note: QueueHandler;
let recordUndeliverable: typeof NoteUndeliverable;
const tee = shirt({ stock: 100 });
const at = "2026-11-21T10:00:00.000Z";

beforeAll(async () => {
  shop = await openShop();
  driver = await openCheckoutDriver(shop);
  ({ handler: admin } = await import("../../lambdas/admin-api.ts"));
  ({ handler: contact } = await import("../../lambdas/contact-api.ts"));
  ({ recordUndeliverable } = await import("../../lambdas/mail/undeliverable-table.ts"));
  ({ handler: note } = await import("../../lambdas/note-undelivered.ts"));
  await stockUp(shop.table, tee);
});
afterEach(() => {
  shop.faults.mail = false;
  shop.mails.length = 0;
});

const bounce = (emailAddress: string, bounceType = "Permanent", timestamp = at) => ({
  eventType: "Bounce",
  bounce: { bounceType, bounceSubType: "General", bouncedRecipients: [{ emailAddress }], timestamp },
});
const complaint = (emailAddress: string, more: object = {}) => ({
  eventType: "Complaint",
  complaint: { complainedRecipients: [{ emailAddress }], timestamp: at, ...more },
});
const tell = (...details: object[]) =>
  deliver(
    note,
    details.map((detail) => ({ source: "aws.ses", detailType: "Email Bounced", detail })),
  );
const mailboxes = async () =>
  (await shop.table.items()).filter(({ pk }) => String(pk).startsWith("MAILBOX#"));

let customers = 0;
/** A paid order of a new customer, with no mails sent yet. */
async function paid() {
  const email = `customer${++customers}@example.com`;
  const data = orderData([[tee, 1]]);
  const { orderId, sessionId } = (await driver.send({ ...data, bill: { ...data.bill, email } })).data;
  await driver.pay(sessionId);
  return { email, orderId, sessionId };
}
const seenByAdmin = async (orderId: string) =>
  (await call(admin, adminApi.getOrder, { params: { id: orderId } })).data;
const writeToUs = async (user_email: string) =>
  (
    await call(contact, publicApi.contact, {
      body: { user_name: "Ada", user_email, subject: "other", message: "Hello" },
    })
  ).data;

describe("an address that bounced", () => {
  test("gets no mail about its orders any more; the team does, and the order is untouched", async () => {
    const { email, orderId } = await paid();
    const before = await orderOf(shop.table, orderId);
    expect(await tell(bounce(email))).toEqual([]);
    expect(await driver.deliverOutbox("mail", orderId, "OrderPaid")).toEqual([]);
    expect(shop.mails.map(({ to }) => to)).toEqual([TEAM]);
    expect(await orderOf(shop.table, orderId)).toEqual(before);
  });

  test("is shown with its orders, with the reason and since when", async () => {
    const { email, orderId } = await paid();
    expect((await seenByAdmin(orderId)).undeliverable).toBeUndefined();
    await tell(bounce(email));
    expect((await seenByAdmin(orderId)).undeliverable).toEqual({ reason: "bounce", since: at });
    const { version } = await orderOf(shop.table, orderId);
    const changed = await call(admin, adminApi.changeOrder, {
      params: { id: orderId },
      body: { version, orderStatus: 2 },
    });
    expect(changed.data.undeliverable?.reason).toBe("bounce");
  });

  test("gets no receipt on request: 409, however often it is asked", async () => {
    const { email, sessionId } = await paid();
    await tell(bounce(email));
    for (let i = 0; i < 2; i++) {
      const answer = await driver.emailReceipt(sessionId);
      expect([answer.status, answer.error.message]).toEqual([409, messages.receiptUndeliverable]);
    }
    expect(shop.mails).toEqual([]);
  });

  test("gets no confirmation of the contact form, and the team gets the message", async () => {
    await tell(complaint("annoyed@example.com"));
    expect(await writeToUs("Annoyed@Example.com")).toEqual({ autoReply: "failed" });
    expect(shop.mails.map(({ to }) => to)).toEqual([TEAM]);
  });

  test("is stored as a hash only, and the first report stays", async () => {
    await tell(bounce("Ada <first@example.com>"));
    await tell(complaint("first@example.com"));
    await tell(bounce("first@example.com", "Permanent", "2026-12-24T10:00:00.000Z"));
    const pk = `MAILBOX#${hash("mailbox:first@example.com")}`;
    expect(await mailboxes()).toContainEqual({ pk, sk: "UNDELIVERABLE", reason: "bounce", since: at });
    expect(JSON.stringify(await mailboxes())).not.toContain("example");
    expect(shop.logs.join("")).not.toContain("first@example");
  });
});

describe("the shop's own mailbox", () => {
  const rung = () => shop.logs.filter((line) => /"alarm": ?"team-mail"/.test(line)).length;

  test.each([
    ["calls a mail spam", complaint(TEAM)],
    ["sends one back", bounce(`The team <${TEAM.toUpperCase()}>`)],
    ["is full", bounce(TEAM, "Transient")],
  ])("%s: it is not noted, and somebody is told", async (_, event) => {
    const [before, ringing] = [await mailboxes(), rung()];
    expect(await tell(event)).toEqual([]);
    expect(await mailboxes()).toEqual(before);
    expect(rung()).toBe(ringing + 1);
    expect(shop.logs.join("")).not.toContain(TEAM);
  });

  test("goes on getting messages and notes of orders, also where it was noted before", async () => {
    await recordUndeliverable(TEAM, { reason: "complaint", since: at });
    expect(await writeToUs("writer@example.com")).toEqual({ autoReply: "sent" });
    const { email, orderId } = await paid();
    expect(await driver.deliverOutbox("mail", orderId, "OrderPaid")).toEqual([]);
    expect(shop.mails.map(({ to, configurationSet }) => [to, configurationSet])).toEqual([
      [TEAM, TEAM_SET],
      ["writer@example.com", undefined],
      [email, undefined],
      [TEAM, TEAM_SET],
    ]);
  });

  test("that SES refuses raises the alarm, for a message and for an order notice", async () => {
    shop.faults.mail = (to) => to === TEAM;
    const before = rung();
    await expect(writeToUs("refused@example.com")).rejects.toThrow("503");
    const { orderId } = await paid();
    expect(await driver.deliverOutbox("mail", orderId, "OrderPaid")).toEqual([0]);
    expect(rung()).toBe(before + 2);
  });
});

test.each([
  ["a full mailbox", bounce("full@example.com", "Transient")],
  ["a bounce of which nobody knows why", bounce("odd@example.com", "Undetermined")],
  [
    "a mail taken out of the spam folder",
    complaint("kind@example.com", { complaintFeedbackType: "not-spam" }),
  ],
])("%s is no reason to fall silent", async (_, event) => {
  const before = (await mailboxes()).length;
  expect(await tell(event)).toEqual([]);
  expect(await mailboxes()).toHaveLength(before);
});

test("an invalid event returns to the queue without the others", async () => {
  expect(await tell({ eventType: "Delivery" }, bounce("after@example.com"))).toEqual([0]);
  expect(await writeToUs("after@example.com")).toEqual({ autoReply: "failed" });
});
