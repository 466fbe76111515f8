import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { discountMessages } from "../../../shared/discount-messages.ts";
import type { ErrorReason } from "../../../shared/errors.ts";
import { messages } from "../../../shared/messages.ts";
import { ApiError } from "../../../web/src/api-error.ts";
import { latestAttempt } from "../../../web/src/checkout-attempt.ts";
import { quoteDiscount, quoteFailureText } from "../../../web/src/features/checkout/form/quote-discount.ts";
import { testProduct } from "../../support/fixtures.ts";

const quote = { code: "SPA21052A", discount: 5, shares: [5], terms: "$5.00 off" };
const lines = [{ product: testProduct({ id: "prd_tee" }), quantity: 1 }];

/** A server that refuses the first quote with this reason. Returns the method and the path of each request. */
function stubServer(reason: ErrorReason): string[] {
  const requests: string[] = [];
  vi.stubGlobal("fetch", (url: string, { method }: { method: string }) => {
    requests.push(`${method} ${url}`);
    if (method === "DELETE") return Promise.resolve(new Response(null, { status: 204 }));
    const error = { code: "aborted", message: discountMessages.usedUp, reason };
    return Promise.resolve(
      requests.length === 1 ? Response.json({ error }, { status: 409 }) : Response.json(quote),
    );
  });
  return requests;
}
const requestQuote = (code: string) => quoteDiscount(code, lines, new AbortController().signal);

beforeEach(() => {
  latestAttempt.write({
    id: "3f1f4b57-8a2f-4b7e-9d55-0a2b7f6f2d10",
    startedAt: 0,
    contents: JSON.stringify({ code: quote.code }),
    sessionId: "cs_own1",
  });
});
afterEach(() => vi.unstubAllGlobals());

test.each(["SPA21052A", "spa 21052 a", " Spa\t21052A "])(
  "a code typed as %j that the visitor's own payment page has used up is quoted after this page is closed",
  async (code) => {
    const requests = stubServer("code_used_up");
    expect(await requestQuote(code)).toEqual(quote);
    expect(requests).toEqual([
      "POST /api/checkout/discounts",
      "DELETE /api/checkout/sessions/cs_own1",
      "POST /api/checkout/discounts",
    ]);
  },
);

test.each<[string, string, ErrorReason]>([
  ["a code of another order", "SPA21052B", "code_used_up"],
  ["a refusal with another reason but the same message", "SPA21052A", "code_refused"],
])("%s closes no payment page", async (_, code, reason) => {
  const requests = stubServer(reason);
  await expect(requestQuote(code)).rejects.toThrow(discountMessages.usedUp);
  expect(requests).toEqual(["POST /api/checkout/discounts"]);
});

test("a failed quote says why the code is refused, or that there is no connection or service, also if its module cannot be loaded", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  expect(quoteFailureText(await requestQuote("SPA21052A").catch((error: unknown) => error))).toBe(
    messages.noConnection,
  );
  const notLoaded = new TypeError("Failed to fetch dynamically imported module");
  vi.stubGlobal("navigator", { onLine: false });
  expect(quoteFailureText(notLoaded)).toBe(messages.noConnection);
  vi.stubGlobal("navigator", { onLine: true });
  expect(quoteFailureText(notLoaded)).toBe(messages.unavailable);
  expect(quoteFailureText(new ApiError(409, discountMessages.endedByAdmin))).toBe(
    discountMessages.endedByAdmin,
  );
});
