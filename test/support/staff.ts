import type { BrowserContextOptions, Page } from "@playwright/test";
import { publicApi } from "../../shared/api-public.ts";
import type { Product } from "../../shared/product.ts";
import { act } from "./buyer.ts";
import { orderData } from "./fixtures.ts";
import { until } from "./until.ts";

export const STAFF = { email: "admin@bourbonvipers.example", password: "Rickhouse-9!" };

/** Fills and sends the sign-in form that is on the page. */
export async function fillSignIn(page: Page, given: Partial<typeof STAFF> = {}): Promise<void> {
  const { email, password } = { ...STAFF, ...given };
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

/** Opens a page of the back office and signs in on the way. */
export async function openAsStaff(page: Page, path = "/admin/dashboard"): Promise<void> {
  await page.goto(path);
  await fillSignIn(page);
  await page.getByRole("heading", { name: "Admin Dashboard" }).waitFor();
}

/** What operations do with the AWS CLI. */
export async function administer(url: string, operation: string, input: object): Promise<void> {
  const answer = await fetch(`${url}/_local/cognito/`, {
    method: "POST",
    headers: {
      "x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
      authorization: "AWS4-HMAC-SHA256 Credential=operations",
    },
    body: JSON.stringify(input),
  });
  if (!answer.ok) throw new Error(`${operation}: ${await answer.text()}`);
}

type Visit = (options?: BrowserContextOptions) => Promise<{ page: Page; problems: string[] }>;

/** A visitor who is signed in already, by the first one's tokens. */
export function staffOf(visit: Visit): Visit {
  let kept: BrowserContextOptions["storageState"];
  return async (options = {}) => {
    const visitor = await visit({ ...options, ...(kept ? { storageState: kept } : {}) });
    if (!kept) {
      await openAsStaff(visitor.page);
      kept = await visitor.page.context().storageState();
    }
    return visitor;
  };
}

type Wish = { name?: string; email?: string; pay?: boolean; ship?: boolean; quantity?: number };

/** An order that a customer placed over the wire, and paid unless told otherwise; answers its id. */
export async function placeOrder(url: string, product: Product, wish: Wish = {}): Promise<string> {
  const { name = "Ada Lovelace", email = "ada@example.com", pay = true, ship = false, quantity = 1 } = wish;
  const [fn = "", ...rest] = name.split(" ");
  const variant = product.variants?.find(({ stock }) => stock >= quantity)?.id;
  const data = orderData([variant ? [product, quantity, variant] : [product, quantity]], { ship });
  const body = { orderData: { ...data, bill: { ...data.bill, fn, ln: rest.join(" "), email } } };
  const ask = async (path: string, sent: object) => {
    const answer = await fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(sent),
    });
    const said = (await answer.json()) as Record<string, string>;
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(said)}`);
    return said;
  };
  const { orderId = "", sessionId = "" } = await ask(publicApi.createCheckoutSession.path, body);
  if (!pay) return orderId;
  await act(url, sessionId, "pay");
  await until(
    `${orderId} is paid`,
    async () => (await ask(publicApi.verifyPayment.path, { sessionId }))["paymentStatus"] === "paid",
  );
  return orderId;
}
