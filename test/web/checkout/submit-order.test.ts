import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { EMPTY_CHECKOUT_FORM } from "../../../shared/checkout-form.ts";
import { PAYMENT_STATUS_LABEL } from "../../../shared/order-status.ts";
import { apiMessages } from "../../../shared/api-messages.ts";
import { checkoutMessages } from "../../../shared/checkout-messages.ts";
import { discountMessages } from "../../../shared/discount-messages.ts";
import { messages } from "../../../shared/messages.ts";
import { submitOrder } from "../../../web/src/features/checkout/form/submit-order.ts";
import { readOwnHold } from "../../../web/src/cart/own-hold.ts";
import { latestAttempt } from "../../../web/src/checkout-attempt.ts";
import { unverifiedSession } from "../../../web/src/features/checkout/checkout-storage.ts";
import {
  updateProcessingOrders,
  processingOrders,
} from "../../../web/src/features/checkout/processing-orders.ts";
import { testProduct } from "../../support/fixtures.ts";

const MINUTE_MS = 60_000;
const NOW = Date.parse("2026-11-21T12:00:00Z");
const form = {
  ...EMPTY_CHECKOUT_FORM,
  email: "ada@example.com",
  firstName: "Ada",
  city: "Louisville",
  shipMerchandise: true,
};
const cartLines = [{ product: testProduct({ id: "tee" }), quantity: 1 }];
const PAYMENT_URL = "https://checkout.stripe.com/c/pay/1";

const RequestBody = z.object({
  orderData: z.object({ oId: z.string(), date: z.string(), bill: z.object({ city: z.string() }) }),
  successUrl: z.string(),
});
type StubResponse = { status?: number; body?: unknown };

/** Stubs `fetch`: each request gets the next response; status 0 is no response. Returns the list of requests. */
function stubServer(...responses: StubResponse[]) {
  const requests: { method: string; url: string; sentBody: z.infer<typeof RequestBody> | undefined }[] = [];
  vi.stubGlobal("fetch", (url: string, { method, body }: { method: string; body?: string }) => {
    const sentBody = body === undefined ? undefined : z.safeParse(RequestBody, JSON.parse(body)).data;
    requests.push({ method, url, sentBody });
    const { status = 200, body: response } = responses.shift() ?? {};
    if (status === 0) return Promise.reject(new TypeError("Failed to fetch"));
    const text = response === undefined ? null : JSON.stringify(response);
    return Promise.resolve(new Response(text, { status }));
  });
  return requests;
}
const sessionResponse = (sessionId: string): StubResponse => ({
  body: { orderId: "ord_1", sessionId, url: PAYMENT_URL },
});
const errorResponse = (status: number, error: object): StubResponse => ({
  status,
  body: { error: { code: "x", ...error } },
});
const submit = (changes: Partial<typeof form> = {}) => submitOrder({ ...form, ...changes }, cartLines, NOW);

beforeEach(() => {
  vi.stubGlobal("window", { location: { origin: "https://shop.example" } });
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
  latestAttempt.clear();
  processingOrders.clear();
  unverifiedSession.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("an attempt", () => {
  test("sends the same contents again with the same id and time", async () => {
    const requests = stubServer(sessionResponse("cs_1"), sessionResponse("cs_1"));
    expect(await submit()).toEqual({ kind: "ready", url: PAYMENT_URL });
    expect(await submitOrder(form, cartLines, NOW + MINUTE_MS)).toEqual({ kind: "ready", url: PAYMENT_URL });
    expect(requests.map(({ method }) => method)).toEqual(["POST", "POST"]);
    expect(requests[1]?.sentBody).toEqual(requests[0]?.sentBody);
  });

  test("counts its pieces as held by the visitor while its payment page is open, also after a submit that fails", async () => {
    stubServer(sessionResponse("cs_1"), errorResponse(429, { message: "Later." }));
    await submit();
    expect(readOwnHold(NOW)).toEqual([{ productId: "tee", variantId: undefined, quantity: 1 }]);
    expect(readOwnHold(NOW + 60 * MINUTE_MS)).toEqual([]);
    await submit();
    expect(readOwnHold(NOW)).toHaveLength(1);
  });

  test("has the same id again after a request without an answer", async () => {
    const requests = stubServer({ status: 0 }, sessionResponse("cs_1"));
    expect(await submit()).toMatchObject({ kind: "failed", message: messages.noConnection });
    await submit();
    expect(requests[1]?.sentBody?.orderData.oId).toBe(requests[0]?.sentBody?.orderData.oId);
  });

  test("with other contents gets a new id, after the earlier payment page is released", async () => {
    const requests = stubServer(sessionResponse("cs_1"), { status: 204 }, sessionResponse("cs_2"));
    await submit();
    await submit({ city: "Lexington" });
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "POST /api/checkout/sessions",
      "DELETE /api/checkout/sessions/cs_1",
      "POST /api/checkout/sessions",
    ]);
    expect(requests[2]?.sentBody?.orderData.oId).not.toBe(requests[0]?.sentBody?.orderData.oId);
    expect(latestAttempt.read()?.sessionId).toBe("cs_2");
  });

  test("with other contents is refused while the earlier payment page may be open and cannot be released", async () => {
    const requests = stubServer(
      sessionResponse("cs_1"),
      { status: 503 },
      { status: 204 },
      sessionResponse("cs_2"),
    );
    await submit();
    expect(await submit({ city: "Lexington" })).toMatchObject({
      kind: "failed",
      message: checkoutMessages.checkoutFailed,
      detail: checkoutMessages.earlierPaymentUnknown,
    });
    expect(requests).toHaveLength(2);
    expect(await submit({ city: "Lexington" })).toEqual({ kind: "ready", url: PAYMENT_URL });
    // After 45 minutes a payment page has certainly expired, so the submit goes on although cs_2 cannot be released.
    stubServer({ status: 503 }, sessionResponse("cs_3"));
    expect(await submitOrder({ ...form, city: "Paducah" }, cartLines, NOW + 46 * MINUTE_MS)).toEqual({
      kind: "ready",
      url: PAYMENT_URL,
    });
  });

  test("with other contents is refused while the latest payment page of the earlier attempt may be open, however old that attempt's first page is", async () => {
    stubServer(sessionResponse("cs_0"), sessionResponse("cs_1"), { status: 503 });
    await submit();
    expect(await submitOrder(form, cartLines, NOW + 36 * MINUTE_MS)).toEqual({
      kind: "ready",
      url: PAYMENT_URL,
    });
    expect(latestAttempt.read()?.sessionId).toBe("cs_1");
    expect(await submitOrder({ ...form, city: "Paducah" }, cartLines, NOW + 46 * MINUTE_MS)).toMatchObject({
      kind: "failed",
      detail: checkoutMessages.earlierPaymentUnknown,
    });
  });

  test("with other contents is refused once when the earlier payment page is already paid", async () => {
    stubServer(sessionResponse("cs_2"));
    await submit();
    const requests = stubServer(
      errorResponse(409, { message: checkoutMessages.alreadyPaid, reason: "already_paid" }),
      sessionResponse("cs_3"),
    );
    expect(await submit({ city: "Paducah" })).toEqual({ kind: "paid", sessionId: "cs_2" });
    expect(requests).toHaveLength(1);
    expect(await submit({ city: "Paducah" })).toEqual({ kind: "ready", url: PAYMENT_URL });
  });
});

describe("a payment that could not be verified", () => {
  // This is the state of a new tab to which a banking app has returned: it has no stored attempt.
  beforeEach(() => unverifiedSession.write("cs_paid"));

  test("is not paid a second time: the submit shows that it is paid", async () => {
    const requests = stubServer(
      errorResponse(409, { message: checkoutMessages.alreadyPaid, reason: "already_paid" }),
      sessionResponse("cs_2"),
    );
    expect(await submit()).toEqual({ kind: "paid", sessionId: "cs_paid" });
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "DELETE /api/checkout/sessions/cs_paid",
    ]);
    expect(await submit()).toEqual({ kind: "ready", url: PAYMENT_URL });
  });

  test("blocks another order while its result is unknown, and no longer when it was not paid", async () => {
    stubServer({ status: 503 }, { status: 204 }, sessionResponse("cs_2"));
    const submitAnHourLater = () => submitOrder(form, cartLines, NOW + 60 * MINUTE_MS);
    expect(await submitAnHourLater()).toMatchObject({ detail: checkoutMessages.earlierPaymentUnknown });
    expect(await submitAnHourLater()).toEqual({ kind: "ready", url: PAYMENT_URL });
    expect(unverifiedSession.read()).toBeUndefined();
  });

  test("of the same order opens the same payment page", async () => {
    const requests = stubServer(sessionResponse("cs_1"), sessionResponse("cs_1"));
    unverifiedSession.clear();
    await submit();
    unverifiedSession.write("cs_1");
    await submit();
    expect(requests.map(({ method }) => method)).toEqual(["POST", "POST"]);
  });
});

describe("the result of a submit", () => {
  test.each([
    ["missing", { orderId: "o", sessionId: "cs_1" }],
    ["without TLS", { orderId: "o", sessionId: "cs_1", url: "http://pay.example/1" }],
    ["a script", { orderId: "o", sessionId: "cs_1", url: "javascript:alert(1)" }],
    ["in a malformed answer", "hello"],
  ])("is a failure for a payment URL that cannot be used (%s)", async (_, body) => {
    stubServer({ body });
    expect(await submit()).toMatchObject({ kind: "failed", message: checkoutMessages.paymentFailed });
    expect(console.error).toHaveBeenCalledWith(checkoutMessages.stripeFailed);
  });

  test("is 'ready' for a payment URL of the local stack, which has no TLS", async () => {
    const url = "http://localhost:8080/_local/pay/cs_1";
    stubServer({ body: { orderId: "o", sessionId: "cs_1", url } });
    expect(await submit()).toEqual({ kind: "ready", url });
  });

  test("is 'changed' with the lines, 'paid' with the session, or a failure with the reason of another refusal", async () => {
    const changedLines = [{ id: "tee", n: "Tee", price: 30, available: 2 }];
    stubServer(
      errorResponse(409, {
        message: checkoutMessages.cartChanged,
        reason: "cart_changed",
        lines: changedLines,
      }),
    );
    expect(await submit()).toEqual({ kind: "changed", lines: changedLines });
    stubServer(
      sessionResponse("cs_1"),
      errorResponse(409, { message: checkoutMessages.alreadyPaid, reason: "already_paid" }),
    );
    await submit();
    expect(await submit()).toEqual({ kind: "paid", sessionId: "cs_1" });
    for (const reason of ["code_refused", "code_used_up"]) {
      stubServer(errorResponse(409, { message: discountMessages.usedUp, reason }));
      expect(await submit()).toMatchObject({ kind: "failed", message: discountMessages.usedUp });
    }
    stubServer(errorResponse(429, { message: apiMessages.tooManyHeld }));
    expect(await submit()).toMatchObject({
      message: checkoutMessages.checkoutFailed,
      detail: apiMessages.tooManyHeld,
    });
  });

  test("is 'ready' after the proof of work that the server asks for, and a failure if the visitor leaves the page", async () => {
    const errorWithChallenge = (bits: number) =>
      errorResponse(429, { message: apiMessages.crowded, challenge: { token: "1.2.token", bits } });
    const location = { origin: "https://shop.example", pathname: "/checkout" };
    vi.stubGlobal("window", { location });
    stubServer(errorWithChallenge(4), sessionResponse("cs_1"));
    expect((await submit()).kind).toBe("ready");
    latestAttempt.clear();
    // No hash has 256 zero bits, so this proof of work never ends.
    const requests = stubServer(errorWithChallenge(256), sessionResponse("cs_2"));
    const resultPromise = submit();
    setTimeout(() => (location.pathname = "/store"), 20);
    expect((await resultPromise).kind).toBe("failed");
    expect(requests).toHaveLength(1);
  }, 5_000);

  test("is a failure if the server knows the attempt with other contents, and the next submit has a new id", async () => {
    const requests = stubServer(
      errorResponse(409, { message: apiMessages.attemptReused }),
      sessionResponse("cs_1"),
    );
    expect(await submit()).toMatchObject({ kind: "failed", message: checkoutMessages.checkoutFailed });
    await submit();
    expect(requests[1]?.sentBody?.orderData.oId).not.toBe(requests[0]?.sentBody?.orderData.oId);
  });

  test.each([
    [false, { zip: apiMessages.taxAddressUnknown }],
    [true, { shipZip: apiMessages.taxAddressUnknown }],
  ])(
    "has an error of the shipping address at the form's field for it (differs from the billing address: %s)",
    async (differentAddress, fields) => {
      const serverFields = { "orderData.ship.zip": apiMessages.taxAddressUnknown };
      stubServer(errorResponse(400, { message: apiMessages.taxAddressUnknown, fields: serverFields }));
      expect(await submit({ differentAddress })).toMatchObject({ kind: "failed", fields });
    },
  );

  test("has the server's messages under the names of the form's fields", async () => {
    const fields = { "orderData.bill.fn": "Must be one line of text", "orderData.items": "Cart is empty." };
    stubServer(errorResponse(400, { message: apiMessages.invalid, fields }));
    expect(await submit()).toMatchObject({
      kind: "failed",
      fields: { firstName: "Must be one line of text" },
      detail: "Cart is empty.",
    });
  });
});

describe("a cart, after an order whose payment is being processed,", () => {
  const payment = (paymentStatus: "unpaid" | "paid" | "failed", status: string) => ({
    orderId: "ord_1",
    paymentStatus,
    receipt: {
      orderNumber: "ord_1",
      date: "2026-11-21T12:00:00.000Z",
      customer: { name: "Ada", city: "Louisville", state: "KY", zip: "40202" },
      items: [
        {
          productId: "tee",
          name: "Angel's Share Tee",
          category: "shirts",
          quantity: 1,
          priceEach: 25,
          lineTotal: 25,
        },
      ],
      subtotal: 25,
      shipping: 0,
      total: 25,
      delivery: "pick-up" as const,
      paymentMethod: "Credit Card" as const,
      transactionId: "pi_1",
      status,
    },
  });
  const processingPayment = payment("unpaid", PAYMENT_STATUS_LABEL.processing);
  const paidPayment = payment("paid", PAYMENT_STATUS_LABEL.paid);
  beforeEach(() => updateProcessingOrders("cs_0", processingPayment));

  test.each([
    ["is still being processed", { body: processingPayment }, false],
    ["has succeeded", { body: paidPayment }, true],
    ["cannot be checked", { status: 502 }, false],
  ])("with the ordered lines is not sent when that payment %s", async (_, response, isPaid) => {
    const requests = stubServer(response);
    expect(await submit()).toMatchObject({
      kind: "ordered",
      orders: [{ sessionId: "cs_0", names: ["Angel's Share Tee"], isPaid }],
    });
    expect(requests.map(({ url }) => url)).toEqual(["/api/payments/verify"]);
  });

  test("with the ordered lines is sent when the visitor orders them again, or when that payment has failed", async () => {
    const requests = stubServer(sessionResponse("cs_1"));
    expect((await submitOrder(form, cartLines, NOW, true)).kind).toBe("ready");
    expect(requests).toHaveLength(1);
    stubServer({ body: payment("failed", PAYMENT_STATUS_LABEL.failed) }, sessionResponse("cs_1"));
    expect((await submit()).kind).toBe("ready");
    expect(processingOrders.read()).toBeUndefined();
  });

  test("is sent without a question if it has none of the ordered lines, or when the browser knows that the order is paid", async () => {
    const requests = stubServer(sessionResponse("cs_1"), sessionResponse("cs_2"));
    const flaskLines = [{ product: testProduct({ name: "Flask" }), quantity: 1 }];
    expect((await submitOrder(form, flaskLines, NOW)).kind).toBe("ready");
    expect(requests).toHaveLength(1);
    updateProcessingOrders("cs_0", paidPayment);
    latestAttempt.clear();
    expect((await submit()).kind).toBe("ready");
    expect(requests).toHaveLength(2);
  });
});
