import type { Page } from "@playwright/test";
import { sendRequest } from "./http-client.ts";
import type { StorageState } from "./shared-context.ts";
import type { VisitOptions } from "./site.ts";

export const ADMIN_ACCOUNT = { email: "admin@bourbonvipers.example", password: "Rickhouse-9!" };
type Account = Partial<typeof ADMIN_ACCOUNT>;

/** Fills and submits the page's sign-in form. */
export async function submitSignIn(page: Page, account: Account = {}): Promise<void> {
  const { email, password } = { ...ADMIN_ACCOUNT, ...account };
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

/** Opens a page of the back office, signs in, and waits for the dashboard. */
export async function openAsAdmin(
  page: Page,
  path = "/admin/dashboard",
  account: Account = {},
): Promise<void> {
  await page.goto(path);
  await submitSignIn(page, account);
  await page.getByRole("heading", { name: "Admin Dashboard" }).waitFor();
}

/** Logs out of the back office, and waits for the home page. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL((url) => url.pathname === "/");
}

/** Calls a Cognito operation with IAM credentials, as the AWS CLI does. */
export async function callCognito(url: string, operation: string, input: object): Promise<void> {
  const { status, text } = await sendRequest(url, "/_local/cognito/", {
    headers: {
      "x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
      authorization: "AWS4-HMAC-SHA256 Credential=operations",
    },
    body: input,
  });
  if (status !== 200) throw new Error(`${operation}: ${text}`);
}

type Visit = (options?: VisitOptions) => Promise<{ page: Page; problems: string[] }>;

/** The storage of a signed-in page. A worker has one shop, so all test files of the worker share it. */
let storageState: StorageState | undefined;

/**
 * Wraps `visit` so that pages are signed in: the worker's first page signs in, later pages reuse its tokens. Do not
 * log out or sign in again on such a page, because both revoke the tokens.
 */
export function withSignIn(visit: Visit): Visit {
  return async (options = {}) => {
    const visitor = await visit({ ...options, ...(storageState ? { storageState } : {}) });
    if (!storageState) {
      await openAsAdmin(visitor.page);
      storageState = await visitor.page.context().storageState();
    }
    return visitor;
  };
}
