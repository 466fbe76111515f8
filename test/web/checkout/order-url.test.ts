import { expect, test } from "vitest";
import { EMPTY_CHECKOUT_FORM } from "../../../shared/checkout-form.ts";
import { toOrderData } from "../../../shared/order-from-cart.ts";
import { orderFromUrl, returnUrls } from "../../../web/src/features/checkout/order-url.ts";
import { testProduct } from "../../support/fixtures.ts";

const ORIGIN = "https://shop.example";
const form = {
  ...EMPTY_CHECKOUT_FORM,
  firstName: "Ada",
  email: "ada@example.com",
  address: "12 Analytical Way",
};
const orderWithLines = (lineCount: number) =>
  toOrderData(
    form,
    Array.from({ length: lineCount }, () => ({
      product: testProduct({ name: "50 % & “more”" }),
      quantity: 2,
    })),
    "id",
    0,
  );

test("the success URL has an unencoded placeholder for the session and an order that can be read back; the cancel URL has neither", () => {
  const { successUrl, cancelUrl } = returnUrls(orderWithLines(1), ORIGIN);
  expect(successUrl).toMatch(
    /^https:\/\/shop\.example\/checkout\/success\?session_id=\{CHECKOUT_SESSION_ID\}&/,
  );
  expect(cancelUrl).toBe("https://shop.example/checkout/cancel");
  const orderText = new URL(successUrl).searchParams.get("orderData");
  expect(orderFromUrl(orderText)).toEqual({ items: [{ n: "50 % & “more”", q: 2, p: 25 }], total: 50 });
});

test("the success URL has no personal data", () => {
  expect(decodeURIComponent(returnUrls(orderWithLines(1), ORIGIN).successUrl)).not.toMatch(
    /Ada|ada@|Analytical/,
  );
});

test("an order that would make the URL too long is left out", () => {
  const { successUrl } = returnUrls(orderWithLines(40), ORIGIN);
  expect(successUrl).toBe("https://shop.example/checkout/success?session_id={CHECKOUT_SESSION_ID}");
});

test("an unreadable order is distinguished from a missing order", () => {
  expect(orderFromUrl(null)).toBeUndefined();
  for (const text of ["", "{oops", "[]", '{"items":[{"n":1}],"total":2}'])
    expect(orderFromUrl(text), text).toBe("unreadable");
});
