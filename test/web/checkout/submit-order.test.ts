import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { EMPTY_CHECKOUT_FORM } from "../../../shared/checkout-form.ts";
import { messages } from "../../../shared/messages.ts";
import { submitOrder } from "../../../web/src/features/checkout/submit-order.ts";
import { latestAttempt } from "../../../web/src/purchase/attempt.ts";
import { shirt } from "../../support/fixtures.ts";

const NOW = Date.parse("2026-11-21T12:00:00Z");
const form = { ...EMPTY_CHECKOUT_FORM, email: "ada@example.com", firstName: "Ada", city: "Louisville" };
const lines = [{ product: shirt({ id: "tee" }), quantity: 1 }];
const PAY = "https://checkout.stripe.com/c/pay/1";

const Sent = z.object({
  orderData: z.object({ oId: z.string(), date: z.string(), bill: z.object({ city: z.string() }) }),
  successUrl: z.string(),
});
type Answer = { status?: number; body?: unknown };

/** A server that gives these answers in turn and keeps what it was asked. */
function server(...answers: Answer[]) {
  const asked: { method: string; url: string; sent: z.infer<typeof Sent> | undefined }[] = [];
  vi.stubGlobal("fetch", (url: string, { method, body }: { method: string; body?: string }) => {
    const sent = body === undefined ? undefined : z.parse(Sent, JSON.parse(body));
    asked.push({ method, url, sent });
    const { status = 200, body: answer } = answers.shift() ?? {};
    if (status === 0) return Promise.reject(new TypeError("Failed to fetch"));
    const text = answer === undefined ? null : JSON.stringify(answer);
    return Promise.resolve(new Response(text, { status }));
  });
  return asked;
}
const opened = (sessionId: string): Answer => ({ body: { orderId: "ord_1", sessionId, url: PAY } });
const refused = (status: number, error: object): Answer => ({
  status,
  body: { error: { code: "x", ...error } },
});
const send = (changes: Partial<typeof form> = {}) => submitOrder({ ...form, ...changes }, lines, NOW);

beforeEach(() => {
  vi.stubGlobal("window", { location: { origin: "https://shop.example" } });
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
  latestAttempt.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("one attempt", () => {
  test("the same contents, sent again, are the same to the letter", async () => {
    const asked = server(opened("cs_1"), opened("cs_1"));
    expect(await send()).toEqual({ kind: "ready", url: PAY });
    expect(await submitOrder(form, lines, NOW + 60_000)).toEqual({ kind: "ready", url: PAY });
    expect(asked.map(({ method }) => method)).toEqual(["POST", "POST"]);
    expect(asked[1]?.sent).toEqual(asked[0]?.sent);
  });

  test("sent again after no answer came, too", async () => {
    const asked = server({ status: 0 }, opened("cs_1"));
    expect(await send()).toMatchObject({ kind: "failed", message: messages.checkoutFailed });
    await send();
    expect(asked[1]?.sent?.orderData.oId).toBe(asked[0]?.sent?.orderData.oId);
  });

  test("other contents are another attempt, and the earlier payment page is released first", async () => {
    const asked = server(opened("cs_1"), { status: 204 }, opened("cs_2"));
    await send();
    await send({ city: "Lexington" });
    expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "POST /api/checkout/sessions",
      "DELETE /api/checkout/sessions/cs_1",
      "POST /api/checkout/sessions",
    ]);
    expect(asked[2]?.sent?.orderData.oId).not.toBe(asked[0]?.sent?.orderData.oId);
    expect(latestAttempt.read()?.sessionId).toBe("cs_2");
  });

  test("an earlier page that cannot be released is waited for while it may be open: nobody pays twice", async () => {
    const asked = server(opened("cs_1"), { status: 503 }, { status: 204 }, opened("cs_2"));
    await send();
    expect(await send({ city: "Lexington" })).toMatchObject({
      kind: "failed",
      message: messages.checkoutFailed,
      detail: messages.earlierPaymentUnknown,
    });
    expect(asked).toHaveLength(2);
    expect(await send({ city: "Lexington" })).toEqual({ kind: "ready", url: PAY });
    server({ status: 503 }, opened("cs_3"));
    expect(await submitOrder({ ...form, city: "Paducah" }, lines, NOW + 46 * 60_000)).toEqual({
      kind: "ready",
      url: PAY,
    });
  });

  test("an earlier page that is paid stands in the way, once", async () => {
    server(opened("cs_2"));
    await send();
    const asked = server(refused(409, { message: messages.alreadyPaid }), opened("cs_3"));
    expect(await send({ city: "Paducah" })).toEqual({ kind: "paid", sessionId: "cs_2" });
    expect(asked).toHaveLength(1);
    expect(await send({ city: "Paducah" })).toEqual({ kind: "ready", url: PAY });
  });
});

describe("what came of it", () => {
  test.each([
    ["none", { orderId: "o", sessionId: "cs_1" }],
    ["one without TLS", { orderId: "o", sessionId: "cs_1", url: "http://pay.example/1" }],
    ["a script", { orderId: "o", sessionId: "cs_1", url: "javascript:alert(1)" }],
    ["not even an answer", "hello"],
  ])("an address that nobody can pay at (%s)", async (_, body) => {
    server({ body });
    expect(await send()).toMatchObject({ kind: "failed", message: messages.paymentFailed });
    expect(console.error).toHaveBeenCalledWith(messages.stripeFailed);
  });

  test("this very machine may go without TLS", async () => {
    const url = "http://localhost:8080/_local/pay/cs_1";
    server({ body: { orderId: "o", sessionId: "cs_1", url } });
    expect(await send()).toEqual({ kind: "ready", url });
  });

  test("a changed cart brings the lines; the attempt's payment is told; too many are told why", async () => {
    const changed = [{ id: "tee", n: "Tee", price: 30, available: 2 }];
    server(refused(409, { message: messages.cartChanged, lines: changed }));
    expect(await send()).toEqual({ kind: "changed", lines: changed });
    server(opened("cs_1"), refused(409, { message: messages.alreadyPaid }));
    await send();
    expect(await send()).toEqual({ kind: "paid", sessionId: "cs_1" });
    server(refused(429, { message: messages.tooManyHeld }));
    expect(await send()).toMatchObject({ message: messages.checkoutFailed, detail: messages.tooManyHeld });
  });

  test("an attempt that was used for something else is not sent a third time", async () => {
    const asked = server(refused(409, { message: messages.attemptReused }), opened("cs_1"));
    expect(await send()).toMatchObject({ kind: "failed", message: messages.checkoutFailed });
    await send();
    expect(asked[1]?.sent?.orderData.oId).not.toBe(asked[0]?.sent?.orderData.oId);
  });

  test("the server's own findings stand below the fields they are about", async () => {
    const fields = { "orderData.bill.fn": "Must be one line of text", "orderData.items": "Cart is empty." };
    server(refused(400, { message: messages.invalid, fields }));
    expect(await send()).toMatchObject({
      kind: "failed",
      fields: { firstName: "Must be one line of text" },
      detail: "Cart is empty.",
    });
  });
});
