import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { canonicalAddress } from "../../lambdas/contact/canonical-address.ts";
import { publicApi } from "../../shared/api-public.ts";
import type { CallOptions, HttpHandler } from "../support/invoke.ts";
import { call } from "../support/invoke.ts";
import type { Shop } from "../support/shop.ts";
import { openShop, TEAM } from "../support/shop.ts";

let shop: Shop;
let handler: HttpHandler;
const VISITOR = "ada@example.com";
const validForm = {
  user_name: "Ada",
  user_email: VISITOR,
  subject: "podcast",
  message: "Hello <b>there</b>\nAda",
};

beforeAll(async () => {
  shop = await openShop({
    contact: { count: 3, seconds: 3600 },
    contactRecipient: { count: 2, seconds: 36_000 },
  });
  ({ handler } = await import("../../lambdas/contact-api.ts"));
});
afterEach(() => {
  shop.faults.mail = false;
  shop.mails.length = 0;
});

let visitorCount = 0;
/** Sends the form, each time from another IP address. */
const sendForm = (change: object = {}, options: CallOptions = {}) =>
  call(handler, publicApi.contact, {
    body: { ...validForm, ...change },
    from: `192.0.2.${++visitorCount}`,
    ...options,
  });

describe("the contact form", () => {
  test("mails the team with the visitor as Reply-To, and the visitor without quoting the message", async () => {
    expect((await sendForm()).data).toEqual({ autoReply: "sent" });
    const [team, visitor] = shop.mails;
    expect(team).toMatchObject({ to: TEAM, replyTo: VISITOR, subject: "Podcast Question from Ada" });
    expect(team?.html).toContain("Hello &lt;b&gt;there&lt;/b&gt;");
    expect(team?.text).toContain(validForm.message);
    expect(visitor?.to).toBe(VISITOR);
    expect(JSON.stringify(visitor)).not.toMatch(/Hello|there|Ada/);
  });

  test("answers success to a bot that fills the honeypot, and sends no mail", async () => {
    expect((await sendForm({ website: "https://spam.example" })).data).toEqual({ autoReply: "sent" });
    expect(shop.mails).toEqual([]);
  });

  test.each([
    ["user_name", "", "Full name is required"],
    ["user_name", "Ada\r\nBcc: all@example.com", "Must be one line of text"],
    ["user_name", "Ada\u2028Bcc: all@example.com", "Must be one line of text"],
    ["user_name", "\u202Eada", "Must not contain invisible characters"],
    ["user_name", "\u2060", "Must not contain invisible characters"],
    ["message", "Hello \u202Eolleh", "Must not contain invisible characters"],
    ["user_email", "", "Email is required"],
    ["user_email", "ada", "Email format is invalid"],
    ["user_email", "ada@example.com\r\nBcc: x@example.com", "Must be one line of text"],
    ["user_email", "a@example.com,b@example.com", "Email format is invalid"],
    // SES refuses these addresses, also as the Reply-To of the team's mail.
    ["user_email", "ada.@example.com", "Email format is invalid"],
    ["user_email", ".ada@example.com", "Email format is invalid"],
    ["user_email", "a..da@example.com", "Email format is invalid"],
    ["user_email", "ada@ex_ample.com", "Email format is invalid"],
    ["user_email", "ada@example.com'", "Email format is invalid"],
    ["subject", "", "Please select a subject"],
    ["subject", "podcast\r\nX: y", "Please select a subject"],
    ["message", "   ", "Message is required"],
    ["message", "x".repeat(5001), "Must be at most 5000 characters"],
  ])("answers 400 when %s is %j", async (field, value, fieldError) => {
    const response = await sendForm({ [field]: value });
    expect([response.status, response.error.fields]).toEqual([400, { [field]: fieldError }]);
    expect(shop.mails).toEqual([]);
  });

  test("answers 503 with the team's address when the team's mail fails", async () => {
    shop.faults.mail = (to) => to === TEAM;
    const response = await sendForm({ user_email: "one@example.com" });
    expect([response.status, response.error.message]).toEqual([
      503,
      `Failed to send message. Please try again later or contact us directly at ${TEAM}.`,
    ]);
    expect(shop.mails).toEqual([]);
  });

  test("succeeds without a confirmation when only the confirmation mail fails", async () => {
    shop.faults.mail = (to) => to !== TEAM;
    expect((await sendForm({ user_email: "two@example.com" })).data).toEqual({ autoReply: "failed" });
    expect(shop.mails.map(({ to }) => to)).toEqual([TEAM]);
  });

  test.each([
    ["case", ["victim@example.com", "Victim@example.com", "VICTIM@example.com"]],
    ["the text after a plus", ["Second+1@example.com", "second+2@example.com", "second+shop+3@example.com"]],
    ["Gmail's dots and domains", ["thi.rd@gmail.com", "third+x@googlemail.com", "t.h.i.r.d@GMail.com"]],
  ])(
    "limits the confirmation mails to one mailbox, also when the address varies in %s",
    async (_, addresses) => {
      const outcomes = [];
      for (const user_email of addresses) outcomes.push((await sendForm({ user_email })).data.autoReply);
      expect(outcomes).toEqual(["sent", "sent", "failed"]);
      expect(shop.mails.filter(({ to }) => to !== TEAM).map(({ to }) => to)).toEqual(addresses.slice(0, 2));
    },
  );

  test.each([
    ["a.b@example.com", "ab@example.com"],
    ["ab@gmail.com", "a-b@gmail.com"],
    ["ab@gmail.com", "ab@example.com"],
    ["+a@example.com", "+b@example.com"],
  ])("counts %s and %s as different mailboxes", (firstAddress, secondAddress) => {
    expect(canonicalAddress(firstAddress)).not.toBe(canonicalAddress(secondAddress));
  });

  test("answers 429 with Retry-After to a client's fourth message; invalid messages do not count", async () => {
    const from = "203.0.113.99";
    for (let i = 0; i < 3; i++) {
      expect((await sendForm({ subject: "" }, { from })).status).toBe(400);
      expect((await sendForm({ user_email: `${i}@example.com` }, { from })).status).toBe(200);
    }
    const refusedResponse = await sendForm({}, { from });
    expect([refusedResponse.status, refusedResponse.error.code]).toEqual([429, "resource-exhausted"]);
    expect(Number(refusedResponse.headers["retry-after"])).toBeGreaterThan(0);
  });

  test("stores and logs no personal data", async () => {
    await sendForm({ user_email: "private@example.com" });
    expect(JSON.stringify(await shop.table.items())).not.toMatch(/example\.com|Ada/);
    expect(shop.logs.join()).not.toMatch(/example\.com|Ada\b|192\.0\.2/);
  });
});
