import { createHmac } from "node:crypto";
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { isSignedByStripe } from "../../lambdas/lib/stripe-signature.ts";

const stripe = new Stripe("sk_test_123");
const SECRET = "whsec_of_this_test";
const NOW = new Date("2026-11-21T10:00:00.000Z");
const timestampAt = (seconds: number) => Math.floor(+NOW / 1000) + seconds;
const body = `{"id":"evt_1","name":"Zoë 🥃"}`;
const sign = (timestamp: number, secret = SECRET, payload = body) =>
  stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
const isValid = (header: string | undefined, text = body, secret = SECRET) =>
  isSignedByStripe(text, header, secret, NOW);
const hmacOf = (timestamp: string) =>
  createHmac("sha256", SECRET).update(`${timestamp}.${body}`).digest("hex");

describe("a signature", () => {
  test.each([0, -299, -300, 299])("by Stripe's SDK, %i s from now, is valid", (seconds) => {
    expect(isValid(sign(timestampAt(seconds)))).toBe(true);
  });

  test("is valid when one of several v1 parts is right, as during the rotation of a secret", () => {
    expect(isValid(sign(timestampAt(0)).replace(",v1=", `,v1=${"0".repeat(64)},v1=`))).toBe(true);
    expect(isValid(`t=${timestampAt(0)}, v1=${hmacOf(String(timestampAt(0)))}`)).toBe(true);
  });

  test.each<[description: string, header: string | undefined]>([
    ["older than 300 s", sign(timestampAt(-301))],
    ["more than 300 s in the future", sign(timestampAt(301))],
    ["made with another secret", sign(timestampAt(0), "whsec_other")],
    ["made for another body", sign(timestampAt(0), SECRET, `${body} `)],
    ["missing", undefined],
    ["empty", ""],
    ["garbage", "hello"],
    ["without a time", sign(timestampAt(0)).replace(/t=\d+,/, "")],
    ["with a word as its time", `t=now,v1=${hmacOf("now")}`],
    ["with an empty time", `t=,v1=${hmacOf("")}`],
    ["with a time in exponent notation", `t=1e9,v1=${hmacOf("1e9")}`],
    ["of scheme v0 only", sign(timestampAt(0)).replace("v1=", "v0=")],
    ["cut short", sign(timestampAt(0)).slice(0, -2)],
    ["in upper case", sign(timestampAt(0)).toUpperCase()],
    ["not hexadecimal", `t=${timestampAt(0)},v1=${"z".repeat(64)}`],
    ["moved to another time", sign(timestampAt(-900)).replace(/t=\d+/, `t=${timestampAt(0)}`)],
    ["with a second, current time after the old one", `${sign(timestampAt(-900))},t=${timestampAt(0)}`],
  ])("is invalid when it is %s", (_, header) => expect(isValid(header)).toBe(false));
});
