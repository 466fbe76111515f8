import { expect, test } from "vitest";
import { escapeHtml } from "../../../shared/html.ts";
import { brand } from "../../../shared/site/brand.ts";
import { sessionParams, startStripe } from "./stripe-support.ts";

async function openPage(name = "Shirt", changes: Parameters<typeof sessionParams>[0] = {}) {
  const stack = await startStripe();
  const price_data = { currency: "usd", unit_amount: 2_500, product_data: { name } };
  const session = await stack.sdk.checkout.sessions.create(
    sessionParams({ line_items: [{ quantity: 2, price_data }], ...changes }),
  );
  const pageUrl = `${stack.pages}/${session.id}`;
  const press = (action: string, headers: Record<string, string> = {}) =>
    fetch(pageUrl, { method: "POST", body: new URLSearchParams({ action }), headers, redirect: "manual" });
  return { ...stack, id: session.id, readPage: async () => (await fetch(pageUrl)).text(), pageUrl, press };
}

test("the payment page shows the shop, the lines, the total and the four buttons, without script", async () => {
  const { readPage, pageUrl } = await openPage("<b>Shirt</b>");
  const page = await readPage();
  expect(page).toContain(`<h1>${escapeHtml(brand.name)}</h1>`);
  expect(page).toContain("&lt;b&gt;Shirt&lt;/b&gt;");
  expect(page).toContain("$50.00");
  for (const label of ["Pay", "Decline card", "Pay later", "Back to the shop"]) {
    expect(page).toMatch(new RegExp(`<button[^>]*>\\s*${label}\\s*</button`));
  }
  const policy = (await fetch(pageUrl)).headers.get("content-security-policy");
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self' http://localhost:8080");
});

test("the payment page does not offer a delayed payment if the session excludes bank debits", async () => {
  const { press, readPage, stripe } = await openPage("Ticket", {
    excluded_payment_method_types: ["us_bank_account"],
  });
  expect(await readPage()).not.toContain("Pay later");
  await press("pay-later");
  expect(stripe.sessions()).toMatchObject([{ status: "open" }]);
});

test("the payment page redirects to the success URL with the session's id, and accepts one payment", async () => {
  const { press, readPage, id, sdk } = await openPage();
  const paid = await press("pay");
  expect([paid.status, paid.headers.get("location")]).toEqual([
    303,
    `http://localhost:8080/done?session_id=${id}`,
  ]);
  const again = await press("pay");
  expect(again.headers.get("location")).toBe(`./${id}`);
  expect(await readPage()).toContain("It cannot be paid twice.");
  expect((await sdk.charges.list()).data).toHaveLength(1);
});

test("the payment page shows a declined card and lets the customer try again", async () => {
  const { press, readPage, id } = await openPage();
  expect((await press("decline")).headers.get("location")).toBe(`./${id}`);
  expect(await readPage()).toMatch(/role="alert"[^<]*>\s*Your card has been declined\./);
  expect((await press("pay")).headers.get("location")).toContain("/done");
});

test("the back button leads to the cancel URL without replacing its placeholder", async () => {
  const { press, stripe } = await openPage();
  expect((await press("back")).headers.get("location")).toBe(
    "http://localhost:8080/cancel?session_id={CHECKOUT_SESSION_ID}",
  );
  expect(stripe.sessions()).toMatchObject([{ status: "open" }]);
});

test("the payment page shows an expired session, responds 404 for an unknown one, and refuses another site's form", async () => {
  const { press, readPage, pages, stripe, id } = await openPage();
  expect((await press("pay", { origin: "https://evil.example" })).status).toBe(403);
  expect((await press("pay", { "sec-fetch-site": "cross-site" })).status).toBe(403);
  stripe.act(id, "expire");
  expect(await readPage()).toContain("has expired");
  expect((await fetch(`${pages}/cs_test_none`)).status).toBe(404);
});
