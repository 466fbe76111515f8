import { createHmac } from "node:crypto";
import Stripe from "stripe";
import { describe, expect, test } from "vitest";
import { isSignedByStripe } from "../../lambdas/lib/stripe-signature.ts";

const stripe = new Stripe("sk_test_123");
const SECRET = "whsec_of_this_test";
const NOW = new Date("2026-11-21T10:00:00.000Z");
const at = (seconds: number) => Math.floor(+NOW / 1000) + seconds;
const body = `{"id":"evt_1","name":"Zoë 🥃"}`;
const signed = (timestamp: number, secret = SECRET, payload = body) =>
  stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
const holds = (header: string | undefined, text = body, secret = SECRET) =>
  isSignedByStripe(text, header, secret, NOW);
const v1 = (stamp: string) => createHmac("sha256", SECRET).update(`${stamp}.${body}`).digest("hex");

describe("a signature", () => {
  test.each([0, -299, -300, 299])("of Stripe's own SDK, %i s from now, is Stripe's", (seconds) => {
    expect(holds(signed(at(seconds)))).toBe(true);
    expect(() =>
      stripe.webhooks.constructEvent(body, signed(Math.floor(Date.now() / 1000)), SECRET),
    ).not.toThrow();
  });

  test("counts when any of several v1 parts is right, as while a secret is rotated", () => {
    expect(holds(signed(at(0)).replace(",v1=", `,v1=${"0".repeat(64)},v1=`))).toBe(true);
    expect(holds(`t=${at(0)}, v1=${v1(String(at(0)))}`)).toBe(true);
  });

  test.each<[string, string | undefined]>([
    ["older than 300 s", signed(at(-301))],
    ["from further in the future than that", signed(at(301))],
    ["of another secret", signed(at(0), "whsec_other")],
    ["of another body", signed(at(0), SECRET, `${body} `)],
    ["missing", undefined],
    ["empty", ""],
    ["garbage", "hello"],
    ["without a time", signed(at(0)).replace(/t=\d+,/, "")],
    ["with a time that is none", `t=now,v1=${v1("now")}`],
    ["with an empty time", `t=,v1=${v1("")}`],
    ["with a time in exponents", `t=1e9,v1=${v1("1e9")}`],
    ["of scheme v0 only", signed(at(0)).replace("v1=", "v0=")],
    ["cut short", signed(at(0)).slice(0, -2)],
    ["in upper case", signed(at(0)).toUpperCase()],
    ["not hexadecimal", `t=${at(0)},v1=${"z".repeat(64)}`],
    ["moved to another time", signed(at(-900)).replace(/t=\d+/, `t=${at(0)}`)],
    ["with a second, fresh time behind the old one", `${signed(at(-900))},t=${at(0)}`],
  ])("%s is not", (_, header) => expect(holds(header)).toBe(false));
});
