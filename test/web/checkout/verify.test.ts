import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { paymentMessages } from "../../../shared/payment-messages.ts";
import { messageOf, verifyPayment } from "../../../web/src/features/checkout/payment/use-payment.ts";

const neverAbortedSignal = new AbortController().signal;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const neverResponds = () => new Promise<Response>(() => undefined);
/** Makes requests get `response`, or fail when they are aborted. */
const stubFetch = (response: () => Promise<Response>) =>
  vi.stubGlobal("fetch", (_: string, { signal }: { signal: AbortSignal }) =>
    Promise.race([
      response(),
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      }),
    ]),
  );
/** The error of a verification whose request gets `response`. */
async function failureOf(response: () => Promise<Response>): Promise<unknown> {
  stubFetch(response);
  const verification = verifyPayment("cs_test_1", neverAbortedSignal).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(20_000);
  return verification;
}
const jsonResponse = (status: number, body: unknown) => () =>
  Promise.resolve(new Response(JSON.stringify(body), { status }));

describe("a failed verification shows", () => {
  test.each([404, 429, 500, 503])("the server's message for an answer with status %i", async (status) => {
    const error = await failureOf(
      jsonResponse(status, { error: { code: "x", message: "Said by the server." } }),
    );
    expect(messageOf(error)).toBe("Said by the server.");
  });

  test.each([
    ["of another shape", jsonResponse(502, { message: "Bad Gateway" })],
    ["without a message", jsonResponse(500, { error: { code: "internal", message: "" } })],
    ["that is not JSON", () => Promise.resolve(new Response("<html>", { status: 503 }))],
    ["about a wrong id", jsonResponse(400, { error: { code: "invalid-argument", message: "Fields." } })],
  ])("'Failed to verify payment' for an error %s", async (_, response) => {
    expect(messageOf(await failureOf(response))).toBe(paymentMessages.verifyFailed);
  });

  test.each([
    ["no answer", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["a success of another shape", jsonResponse(200, { hello: "world" })],
    ["a success that is not JSON", () => Promise.resolve(new Response("<html>"))],
    ["an answer that never comes", neverResponds],
  ])("'An error occurred while verifying your payment' for %s", async (_, response) => {
    expect(messageOf(await failureOf(response))).toBe(paymentMessages.verifyError);
  });
});

test("a verification that hangs ends after 20 seconds", async () => {
  stubFetch(neverResponds);
  const onEnd = vi.fn();
  const verification = verifyPayment("cs_test_1", neverAbortedSignal).catch(onEnd);
  await vi.advanceTimersByTimeAsync(19_900);
  expect(onEnd).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  await verification;
  expect(onEnd).toHaveBeenCalledOnce();
});
