import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { localStage } from "../../infra/example-stages.ts";
import { publicApi } from "../../shared/api-public.ts";
import { apiMessages } from "../../shared/api-messages.ts";
import { contactMessages } from "../../shared/contact-messages.ts";
import { paymentMessages } from "../../shared/payment-messages.ts";
import { MAX_RECEIVES } from "../../shared/retries.ts";
import { createClient, newOrder, type Client } from "../support/client.ts";
import { expectPaidOnce } from "../support/expect-paid-once.ts";
import { sharedStack, type RunningStack } from "../support/local-stack.ts";
import { waitUntil } from "../support/wait-until.ts";

let stack: RunningStack;
let shop: Client;
beforeAll(async () => {
  stack = sharedStack();
  shop = createClient(stack);
  await shop.adminToken();
});
afterEach(() => shop.setFaults({ mail: "normal", bounces: "", complaints: "" }));

const TEAM = localStage.teamEmail;
const deadLettersOf = async (orderId: string) =>
  (await shop.deadLetters()).filter(({ body }) => body.includes(orderId));

describe("while SES is down", () => {
  test("an order is paid, its mail event becomes a dead letter after the last try, and a redrive sends the mails once", async () => {
    await shop.setFaults({ mail: "down" });
    const order = await shop.openCheckout([await shop.createProduct(), 1]);
    await shop.act(order.sessionId, "pay");
    await shop.waitUntilPaid(order.orderId);
    const [deadLetter] = await waitUntil(
      "the order's event is a dead letter",
      async () => (await deadLettersOf(order.orderId)).length > 0 && deadLettersOf(order.orderId),
      45_000,
    );
    expect(deadLetter).toMatchObject({ receiveCount: MAX_RECEIVES });
    expect(await shop.mailsTo(order.email)).toEqual([]);
    await shop.setFaults({ mail: "normal" });
    expect(await shop.redrive()).toEqual({ redriven: 1 });
    await shop.waitUntilIdle();
    await expectPaidOnce(shop, order);
    expect(await shop.deadLetters()).toEqual([]);
  });

  test("the receipt and the team's notice wait, and each is sent once when SES is back", async () => {
    const countTeamMails = async () => (await shop.mails()).filter(({ to }) => to.includes(TEAM)).length;
    const countBefore = await countTeamMails();
    await shop.setFaults({ mail: "down" });
    const order = await shop.openCheckout([await shop.createProduct(), 1]);
    await shop.act(order.sessionId, "pay");
    await shop.waitUntilPaid(order.orderId);
    await shop.setFaults({ mail: "normal" });
    await shop.waitUntilIdle();
    await expectPaidOnce(shop, order);
    expect(await countTeamMails()).toBe(countBefore + 1);
  });

  test("a failed receipt request gets 503 and may be repeated immediately; after a success, a repeat gets 409", async () => {
    const order = await shop.openCheckout([await shop.createProduct(), 1]);
    await shop.act(order.sessionId, "pay");
    await shop.waitUntilIdle();
    const requestReceipt = () => shop.call(publicApi.emailReceipt, { body: { sessionId: order.sessionId } });
    await shop.setFaults({ mail: "down" });
    expect((await requestReceipt()).status).toBe(503);
    await shop.setFaults({ mail: "normal" });
    expect((await requestReceipt()).status).toBe(202);
    expect((await requestReceipt()).error).toMatchObject({
      code: "aborted",
      message: paymentMessages.receiptAlreadySent,
    });
    expect(await shop.mailsTo(order.email)).toHaveLength(2);
  });

  test("the contact form gets 503 with the team's address", async () => {
    await shop.setFaults({ mail: "down" });
    const response = await shop.contact({});
    expect(response.status).toBe(503);
    expect(response.error).toMatchObject({ code: "unavailable", message: contactMessages.failed(TEAM) });
  });
});

test("when SES refuses only confirmations, the team gets the message, and the response says that the confirmation failed", async () => {
  await shop.setFaults({ mail: "auto-reply-down" });
  const email = "ada@example.com";
  expect((await shop.contact({ user_email: email, message: "Do you ship to Maine?" })).data).toEqual({
    autoReply: "failed",
  });
  expect(await shop.mailsTo(email)).toEqual([]);
  const [teamMail] = (await shop.mailsTo(TEAM)).filter(({ text }) => text.includes("Do you ship to Maine?"));
  expect(teamMail).toBeDefined();
  await shop.setFaults({ mail: "normal" });
  expect((await shop.contact({ user_email: email })).data).toEqual({ autoReply: "sent" });
  expect(await shop.mailsTo(email)).toHaveLength(1);
});

describe("an address that bounces", () => {
  async function payWithBouncingAddress() {
    const product = await shop.createProduct();
    const data = newOrder([product, 1]);
    await shop.setFaults({ bounces: data.bill.email });
    const { orderId, sessionId } = (await shop.checkout(data)).data;
    await shop.act(sessionId, "pay");
    await shop.waitUntilIdle();
    return { orderId, sessionId, email: data.bill.email };
  }

  test("gets one mail and no other, and the order can still be refunded", async () => {
    const { orderId, sessionId, email } = await payWithBouncingAddress();
    expect(await shop.mailsTo(email)).toHaveLength(1);
    const order = await shop.order(orderId);
    expect([order.paymentStatus, order.undeliverable?.reason]).toEqual(["paid", "bounce"]);
    // The mailbox works again, but the shop still has its record of the bounce.
    await shop.setFaults({ bounces: "" });
    const { version } = order;
    await shop.refund(orderId, { refundId: "rfd_bounced", version });
    await shop.waitUntilIdle();
    expect((await shop.order(orderId)).paymentStatus).toBe("refunded");
    expect(await shop.mailsTo(email)).toHaveLength(1);
    const response = await shop.call(publicApi.emailReceipt, { body: { sessionId } });
    expect(response.error).toMatchObject({
      code: "aborted",
      message: apiMessages.addressUndeliverable.bounce,
    });
    expect(await shop.deadLetters()).toEqual([]);
  });

  test("is recorded and gets one mail when the events arrive twice", async () => {
    await shop.setFaults({ bus: "twice" });
    const { orderId, email } = await payWithBouncingAddress();
    await shop.setFaults({ bus: "normal" });
    expect((await shop.order(orderId)).undeliverable?.reason).toBe("bounce");
    expect(await shop.mailsTo(email)).toHaveLength(1);
  });
});

test("an address that reported spam gets no confirmation, but the team still gets its messages", async () => {
  const email = "annoyed@example.com";
  await shop.setFaults({ complaints: email });
  expect((await shop.contact({ user_email: email })).data).toEqual({ autoReply: "sent" });
  await shop.waitUntilIdle();
  expect((await shop.contact({ user_email: email, message: "Once more" })).data).toEqual({
    autoReply: "failed",
  });
  expect(await shop.mailsTo(email)).toHaveLength(1);
  expect((await shop.mailsTo(TEAM)).some(({ text }) => text.includes("Once more"))).toBe(true);
});

test.each(["bounces", "complaints"] as const)(
  "after the fault '%s' for the team's own address, the team still gets messages and notices, and an alarm is logged",
  async (fault) => {
    const readTeamTexts = async () => (await shop.mailsTo(TEAM)).map(({ text }) => text);
    const countAlarms = () => stack.readLog("note-undelivered").split('"alarm":"mail"').length - 1;
    const alarmsBefore = countAlarms();
    await shop.setFaults({ [fault]: TEAM });
    expect((await shop.contact({ message: `First of ${fault}` })).status).toBe(200);
    await shop.waitUntilIdle();
    expect(countAlarms()).toBe(alarmsBefore + 1);
    await shop.setFaults({ [fault]: "" });

    expect((await shop.contact({ message: `Second of ${fault}` })).status).toBe(200);
    const order = await shop.openCheckout([await shop.createProduct(), 1]);
    await shop.act(order.sessionId, "pay");
    await shop.waitUntilIdle();
    const teamTexts = await readTeamTexts();
    for (const text of [`First of ${fault}`, `Second of ${fault}`, order.orderId])
      expect(teamTexts.filter((teamText) => teamText.includes(text))).toHaveLength(1);
  },
);
