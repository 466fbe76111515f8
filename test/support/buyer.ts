import type { Page } from "@playwright/test";
import type { Action } from "../../infra/local/stripe/actions.ts";
import * as z from "zod/mini";
import type { CartLine } from "../../shared/cart.ts";
import { CART_KEY } from "../../shared/cart.ts";
import { Product } from "../../shared/product.ts";

const Catalogue = z.object({ products: z.array(Product) });
const Sessions = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      payment_status: z.string(),
      metadata: z.nullable(z.record(z.string(), z.string())),
    }),
  ),
});
const Mails = z.object({ mails: z.array(z.object({ to: z.array(z.string()), subject: z.string() })) });

const json = async <S extends z.ZodMiniType>(schema: S, url: string): Promise<z.output<S>> =>
  z.parse(schema, await (await fetch(url)).json());

/** The catalogue of the shop at `url`, as it is now. */
export const productsOf = async (url: string): Promise<Product[]> =>
  (await json(Catalogue, `${url}/api/products`)).products;

/** The payment pages that the shop at `url` has opened. */
export const sessionsOf = async (url: string) =>
  (await json(Sessions, `${url}/_local/payments.json`)).sessions;

/** Subjects of the mails to `address`. */
export const mailsTo = async (url: string, address: string): Promise<string[]> =>
  (await json(Mails, `${url}/_local/mails.json`)).mails
    .filter(({ to }) => to.includes(address))
    .map(({ subject }) => subject);

/** Does to a payment what the buttons of its page do. */
export async function act(url: string, sessionId: string, action: string): Promise<void> {
  const answer = await fetch(`${url}/_local/payments/${sessionId}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ action }),
  });
  if (!answer.ok) throw new Error(`${action}: ${answer.status} ${await answer.text()}`);
}

/** Does the same to the payment of an order. */
export async function actOnOrder(url: string, orderId: string, action: Action): Promise<void> {
  const session = (await sessionsOf(url)).find(({ metadata }) => metadata?.["orderId"] === orderId);
  if (!session) throw new Error(`Order ${orderId} has no session`);
  await act(url, session.id, action);
}

/** A line of a product, of its first variant with something left. */
export function lineOf(product: Product, quantity = 1): CartLine {
  const variant = product.variants?.find(({ stock }) => stock >= quantity);
  return { product, quantity, ...(variant ? { variantId: variant.id } : {}) };
}

/** Puts `text` where the shop keeps its cart, from a page of the site that runs no code of it. */
export async function storeCart(page: Page, text: string): Promise<void> {
  await page.goto("/robots.txt");
  await page.evaluate(([key, value]) => window.localStorage.setItem(key, value), [CART_KEY, text] as const);
}

/** Opens the checkout with these lines in the stored cart. */
export async function openCheckout(page: Page, lines: readonly CartLine[]): Promise<void> {
  await storeCart(page, JSON.stringify(lines));
  await page.goto("/checkout");
  await page.getByRole("heading", { name: "Billing & Payment Details" }).waitFor();
}

/** What the stored cart holds. */
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

/** Another customer, who types the phone number without its dashes. */
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

/** Fills the checkout form, by labels. */
export async function fillForm(page: Page, changes: Partial<typeof ADA> = {}): Promise<void> {
  for (const [label, value] of Object.entries({ ...ADA, ...changes }))
    await page.getByLabel(label, { exact: true }).fill(value);
}

export const completePurchase = (page: Page): Promise<void> =>
  page.getByRole("button", { name: "Complete Purchase" }).click();

/** Submits the form and answers the session of the payment page it leads to. */
export async function goToPayment(page: Page): Promise<string> {
  await completePurchase(page);
  await page.waitForURL(/\/_local\/pay\//);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}
