import type { Page } from "@playwright/test";
import type { PaymentAction } from "../../infra/local/stripe/actions.ts";
import { publicApi } from "../../shared/api-public.ts";
import type { CartLine } from "../../shared/cart.ts";
import { CART_KEY } from "../../shared/cart.ts";
import type { Product } from "../../shared/product.ts";
import { createClient } from "./client.ts";
import { waitUntil } from "./wait-until.ts";

/** The catalog of the shop at `url`. It may be seconds old, because it comes from the edge's cache. */
export const productsOf = async (url: string): Promise<Product[]> =>
  (await createClient({ url }).call(publicApi.listProducts)).data.products;

/** The Stripe sessions that the shop at `url` has created. */
export const sessionsOf = (url: string) => createClient({ url }).sessions();

export const mailsTo = (url: string, address: string) => createClient({ url }).mailsTo(address);

export const mailSubjectsTo = async (url: string, address: string): Promise<string[]> =>
  (await mailsTo(url, address)).map(({ subject }) => subject);

/** Waits for a mail to `address` whose subject begins with `subject`; returns the newest of these mails. */
export const waitForMail = (url: string, address: string, subject: string) =>
  waitUntil(`a mail '${subject}'`, async () =>
    (await mailsTo(url, address)).findLast((mail) => mail.subject.startsWith(subject)),
  );

/** Performs an action on a session, as a button of the payment page does. */
export const actOnSession = (url: string, sessionId: string, action: PaymentAction) =>
  createClient({ url }).act(sessionId, action);

/** Performs an action on the session of an order. */
export async function actOnOrder(url: string, orderId: string, action: PaymentAction): Promise<void> {
  const shop = createClient({ url });
  const [session] = await shop.sessionsOf(orderId);
  if (!session) throw new Error(`Order ${orderId} has no session`);
  await shop.act(session.id, action);
}

/** A cart line with the first variant that has enough stock. */
export function lineOf(product: Product, quantity = 1): CartLine {
  const variant = product.variants?.find(({ stock }) => stock >= quantity);
  return { product, quantity, ...(variant ? { variantId: variant.id } : {}) };
}

/** Writes `text` into the stored cart, on robots.txt, which has the site's origin but runs no code. */
export async function storeCart(page: Page, text: string): Promise<void> {
  await page.goto("/robots.txt");
  await page.evaluate(([key, value]) => window.localStorage.setItem(key, value), [CART_KEY, text] as const);
}

/** Opens the checkout page with `lines` in the stored cart. */
export async function openCheckout(page: Page, lines: readonly CartLine[]): Promise<void> {
  await storeCart(page, JSON.stringify(lines));
  await page.goto("/checkout");
  await page.getByRole("heading", { name: "Billing & Payment Details" }).waitFor();
}

/** The contents of the stored cart. */
export const cartOf = (page: Page): Promise<unknown> =>
  page.evaluate((key) => JSON.parse(window.localStorage.getItem(key) ?? "[]") as unknown, CART_KEY);

const ADA = {
  Email: "ada@example.com",
  "Confirm email": "ada@example.com",
  "Phone number": "(502) 555-0123",
  "First name": "Ada",
  "Last name": "Lovelace",
  "Street address": "12 Analytical Way",
  City: "Louisville",
  State: "ky",
  "ZIP code": "40202",
};

/** A second customer, whose phone number has no dashes. */
export const GRACE = {
  Email: "grace@example.com",
  "Confirm email": "grace@example.com",
  "Phone number": "5025550101",
  "First name": "Grace",
  "Last name": "Hopper",
  "Street address": "12 Barrel Rd",
  City: "Louisville",
  State: "KY",
  "ZIP code": "40202",
};

const ADDRESS_LABELS: readonly string[] = ["Street address", "City", "State"];

/** Chooses shipping or pick-up, if the cart has merchandise. Returns whether the order is shipped. */
async function chooseDelivery(page: Page, delivery: "ship" | "pick-up"): Promise<boolean> {
  // Before the form is shown, every cart would seem to have no merchandise.
  await page.getByLabel("Email", { exact: true }).waitFor();
  const choice = page.getByRole("radio", { name: delivery === "ship" ? /^Ship to me/ : /^Pick up/ });
  if ((await choice.count()) === 0) return false;
  await choice.check();
  return delivery === "ship";
}

/** Fills the checkout form by its labels. Only the form of an order to ship has a street, a city and a state. */
export async function fillForm(
  page: Page,
  changes: Partial<typeof ADA> = {},
  delivery: "ship" | "pick-up" = "pick-up",
): Promise<void> {
  const isShipped = await chooseDelivery(page, delivery);
  for (const [label, value] of Object.entries({ ...ADA, ...changes }))
    if (isShipped || !ADDRESS_LABELS.includes(label))
      await page.getByLabel(label, { exact: true }).fill(value);
}

export const completePurchase = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Complete Purchase" }).click();

/** Submits the form, waits for the payment page and returns the session's id. */
export async function goToPayment(page: Page): Promise<string> {
  await completePurchase(page);
  await page.waitForURL(/\/_local\/pay\//);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}
