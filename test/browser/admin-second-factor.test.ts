import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { totpStep, totpCode } from "../../infra/local/cognito/totp.ts";
import { expect, test } from "../support/browser-test.ts";
import { expectAccessible, toasts } from "../support/browser.ts";
import { openSite } from "../support/site.ts";
import { callCognito, logOut, openAsAdmin, submitSignIn } from "../support/admin-session.ts";

const site = openSite();

/** The code that the authenticator app shows after `ahead` further periods of 30 s. Cognito accepts each code once. */
const codeOf = (secret: string, ahead = 0) => totpCode(secret, totpStep(Date.now()) + ahead);
/** A code that is not valid now. */
const wrongCode = (secret: string) => {
  const validCodes = [-1, 0, 1, 2].map((ahead) => codeOf(secret, ahead));
  return ["000000", "111111", "222222", "333333", "444444"].find((code) => !validCodes.includes(code)) ?? "";
};
async function openAccount(page: Page) {
  await page.getByRole("button", { name: /^Account/ }).click();
  return page.getByRole("dialog", { name: "Account" });
}

/** Adds an admin with a permanent password. */
async function addAdmin() {
  const account = { email: `careful-${randomUUID()}@shop.example`, password: "Barrel-Strength-2!" };
  const { email: Username, password } = account;
  await callCognito(site.url(), "AdminCreateUser", { Username, TemporaryPassword: password });
  await callCognito(site.url(), "AdminSetUserPassword", { Username, Password: password, Permanent: true });
  await callCognito(site.url(), "AdminAddUserToGroup", { Username, GroupName: "admin" });
  return account;
}

/** Presses a button that shows a new app's secret, and returns the secret. */
async function showSecret(dialog: Locator, button: string): Promise<string> {
  await dialog.getByRole("button", { name: button }).click();
  return (await dialog.locator("form code").innerText()).replaceAll(" ", "");
}

test("an admin sets up an authenticator app, signs in with its code, turns it off, and signs in without a code", async () => {
  const account = await addAdmin();
  const { page } = await site.visit();
  await openAsAdmin(page, "/admin/login", account);

  const dialog = await openAccount(page);
  await dialog.getByText("Off", { exact: true }).waitFor();
  const heading = dialog.getByRole("heading", { name: "Authenticator app" });
  await dialog.getByRole("button", { name: "Set up" }).press("Enter");
  await dialog.getByLabel("Code", { exact: true }).waitFor();
  await expect(heading).toBeFocused();
  await dialog.getByRole("button", { name: "Cancel" }).press("Enter");
  await dialog.getByText("Off", { exact: true }).waitFor();
  await expect(heading).toBeFocused();
  const secret = await showSecret(dialog, "Set up");
  await dialog.getByRole("img", { name: "QR code for an authenticator app" }).waitFor();
  const address = new URL((await dialog.getByRole("link").getAttribute("href")) ?? "");
  expect(address.protocol).toBe("otpauth:");
  expect(address.searchParams.get("secret")).toBe(secret);
  await expectAccessible(page, "setting up");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await dialog.getByText("Code is required").waitFor();
  await dialog.getByLabel("Code", { exact: true }).fill(wrongCode(secret));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await page.getByText("That code is wrong or has expired. Please try again.").first().waitFor();
  await dialog.getByLabel("Code", { exact: true }).fill(codeOf(secret));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await toasts(page).getByText("From now on, you sign in with a code too").waitFor();
  await dialog.getByText("On", { exact: true }).waitFor();
  await expect(heading).toBeFocused();
  await page.keyboard.press("Escape");
  await logOut(page);

  await page.goto("/admin/dashboard?tab=orders");
  await submitSignIn(page, account);
  const code = page.getByLabel("Code", { exact: true });
  await expect(code).toBeFocused();
  await expectAccessible(page, "the code's step");
  const signIn = page.getByRole("button", { name: "Sign In", exact: true });
  await page.route(/\/_local\/cognito/, (route) => {
    const refusal = {
      __type: "NotAuthorizedException",
      message: "Invalid session for the user, session is expired.",
    };
    return route.fulfill({ status: 400, json: refusal, headers: { "access-control-allow-origin": "*" } });
  });
  await code.fill(codeOf(secret, 1));
  await signIn.click();
  await page.getByText("The sign-in has ended, for example because it took too long.").first().waitFor();
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  expect(await page.getByLabel("Email Address").inputValue()).toBe(account.email);
  await page.unroute(/\/_local\/cognito/);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await signIn.click();
  await code.fill(wrongCode(secret));
  await signIn.click();
  await page.getByText("That code is wrong or has expired. Please try again.").first().waitFor();
  await code.fill(codeOf(secret, 1));
  await signIn.click();
  await page.getByRole("heading", { name: "Admin Dashboard" }).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get("tab")).toBe("orders");

  await openAccount(page);
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await dialog.getByText("Off", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await logOut(page);
  await openAsAdmin(page, "/admin/login", account);
});

test("an admin replaces the authenticator app with one on a new phone; 'Cancel' keeps the current app", async () => {
  const account = await addAdmin();
  const { page } = await site.visit();
  await openAsAdmin(page, "/admin/login", account);
  const dialog = await openAccount(page);
  const code = dialog.getByLabel("Code", { exact: true });
  const oldSecret = await showSecret(dialog, "Set up");
  await code.fill(codeOf(oldSecret));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await dialog.getByText("On", { exact: true }).waitFor();

  await showSecret(dialog, "Set up a new phone");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByText("On", { exact: true }).waitFor();
  const newSecret = await showSecret(dialog, "Set up a new phone");
  await dialog.getByText("Your present app works until you enter a code of the new one.").waitFor();
  await expectAccessible(page, "replacing");
  await code.fill(codeOf(newSecret));
  await dialog.getByRole("button", { name: "Use the new phone" }).click();
  await toasts(page).getByText("From now on, you sign in with codes of the new phone").waitFor();
  await dialog.getByText("On", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await logOut(page);

  await page.goto("/admin/login");
  await submitSignIn(page, account);
  await page.getByLabel("Code", { exact: true }).fill(codeOf(newSecret, 1));
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.getByRole("heading", { name: "Admin Dashboard" }).waitFor();
});

test("if the shop requires a second factor, the app can be replaced but not turned off; a page with older settings says why", async () => {
  const account = await addAdmin();
  const { page } = await site.visit();
  let isRequired = true;
  await page.route("**/config.json", async (route) => {
    const response = await route.fetch();
    const config = (await response.json()) as object;
    await route.fulfill({ response, json: { ...config, requiresSecondFactor: isRequired } });
  });
  await openAsAdmin(page, "/admin/login", account);
  const dialog = await openAccount(page);
  const secret = await showSecret(dialog, "Set up");
  await dialog.getByLabel("Code", { exact: true }).fill(codeOf(secret));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await dialog.getByRole("button", { name: "Set up a new phone" }).waitFor();
  await expect(dialog.getByRole("button", { name: "Turn off" })).toHaveCount(0);

  // From here on the page has an older configuration than the shop, without the requirement.
  isRequired = false;
  await page.route(/\/_local\/cognito/, async (route) => {
    if (!route.request().headers()["x-amz-target"]?.endsWith(".SetUserMFAPreference"))
      return route.continue();
    const refusal = { __type: "InvalidParameterException", message: "MFA is required in this user pool" };
    return route.fulfill({ status: 400, json: refusal, headers: { "access-control-allow-origin": "*" } });
  });
  // The dialog is still open after the reload.
  await page.reload();
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await toasts(page).getByText("This shop requires a second factor").waitFor();
  await dialog.getByText("On", { exact: true }).waitFor();
});
