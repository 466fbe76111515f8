import type { Page, Request } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { accessibilityViolations, expectAccessible, toasts } from "../support/browser.ts";
import { mailsTo } from "../support/buyer.ts";
import { delayResponse } from "../support/delay-response.ts";
import { openSite } from "../support/site.ts";
import { ADMIN_ACCOUNT, callCognito, logOut, openAsAdmin, submitSignIn } from "../support/admin-session.ts";
import { placeOrder } from "../support/place-order.ts";
import { signInAs } from "../support/sign-in.ts";
import { waitUntil } from "../support/wait-until.ts";

const site = openSite();
const TEMPORARY_PASSWORD = "Temporary-Proof-1!";
const NEW_PASSWORD = "Barrel-Strength-2!";

/** Creates an admin, signs in with the temporary password, and fills in a new password. */
async function signInAsNewAdmin(page: Page, email: string): Promise<void> {
  await callCognito(site.url(), "AdminCreateUser", {
    Username: email,
    TemporaryPassword: TEMPORARY_PASSWORD,
    UserAttributes: [{ Name: "email_verified", Value: "true" }],
  });
  await callCognito(site.url(), "AdminAddUserToGroup", { Username: email, GroupName: "admin" });
  await page.goto("/admin/login");
  await submitSignIn(page, { email, password: TEMPORARY_PASSWORD });
  await page.getByText("Choose a password of your own to finish signing in.").waitFor();
  await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel("Repeat the new password", { exact: true }).fill(NEW_PASSWORD);
}

/** Signs in with a wrong password until Cognito refuses because the account is locked. */
async function lockAccount({ email, password }: { email: string; password: string }): Promise<void> {
  await waitUntil("a locked account", async () => {
    const outcome = await signInAs(site.url(), email, password).then(() => "signed in", String);
    return outcome.includes("Password attempts exceeded");
  });
}

test("the sign-in page loads no code of home, store and cart, names invalid fields, and keeps the email if Cognito fails", async () => {
  const { page, problems } = await site.visit();
  const loadedFiles: string[] = [];
  page.on("response", (response) => loadedFiles.push(response.url()));
  await page.goto("/admin/login");
  // The code of toasts is loaded when the page is idle.
  await expect.poll(() => loadedFiles.filter((url) => url.includes("/toaster-"))).not.toEqual([]);
  expect(loadedFiles.filter((url) => /\/(home|store)-page-|\/cart-contents-/.test(url))).toEqual([]);
  await page.getByRole("heading", { name: "Welcome Back", level: 1 }).waitFor();
  await page.getByText("Please sign in to your admin account").waitFor();
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.getByText("Email is required").waitFor();
  await page.getByText("Password is required").waitFor();
  await expectAccessible(page, "invalid fields");
  await page.getByLabel("Email Address").fill("ada");
  await page.getByLabel("Password", { exact: true }).fill("12345");
  await expect.poll(() => page.getByText("Email is required").count()).toBe(0);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.getByText("Invalid email address").waitFor();
  await page.getByText("Password must be at least 6 characters").waitFor();
  expect(problems).toEqual([]);

  await page.route("**/_local/cognito**", (route) => route.abort());
  await submitSignIn(page);
  await page.getByText("An unexpected error occurred. Please try again later.").waitFor();
  await expect.poll(() => page.getByLabel("Email Address").inputValue()).toBe(ADMIN_ACCOUNT.email);
});

test("errors are visible even if the code of toasts cannot be loaded", async () => {
  const { page } = await site.visit();
  await page.route("**/assets/toaster-*", (route) => route.abort());
  await page.goto("/admin/login");
  await submitSignIn(page, { password: "Wrong-guess-1!" });
  const message = page.locator("[popover]").getByText("Invalid email or password. Please try again.");
  await expect(message).toBeInViewport({ ratio: 1 });
  expect(await accessibilityViolations(page)).toEqual([]);
  await message.waitFor({ state: "detached" });
});

test("a wrong password and an unknown address get the same message; too many attempts get another", async () => {
  const { page } = await site.visit();
  await page.goto("/admin/login");
  const invalidMessage = page.getByText("Invalid email or password. Please try again.");
  await submitSignIn(page, { password: "Wrong-guess-1!" });
  await invalidMessage.waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  // The message of the next attempt replaces this message, even while the pointer is on this message.
  await invalidMessage.hover();
  await page.route("**/_local/cognito**", (route) => route.abort());
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await page.getByText("An unexpected error occurred. Please try again later.").waitFor();
  await expect(invalidMessage).toHaveCount(0);
  await page.unrouteAll();
  await page.reload();
  const guess = { email: "nobody@example.com", password: "Wrong-guess-1!" };
  await submitSignIn(page, guess);
  await invalidMessage.waitFor();
  const tooManyMessage = page.getByText(
    "Too many login attempts. Please try again in a few minutes or reset your password if you've forgotten it.",
  );
  const isPasswordRequest = (request: Request): boolean =>
    request.headers()["x-amz-target"]?.endsWith(".RespondToAuthChallenge") === true;
  // The fifth failure locks the account for 1 s, and each further failure for twice as long as the one before. A slow page
  // would miss the short locks, so the page's request waits until the account is locked.
  await page.route("**/_local/cognito**", async (route) => {
    if (isPasswordRequest(route.request())) await lockAccount(guess);
    await route.continue();
  });
  await expect
    .poll(
      async () => {
        const response = page.waitForResponse((candidate) => isPasswordRequest(candidate.request()));
        await submitSignIn(page, guess);
        return (await response).text();
      },
      { timeout: 60_000 },
    )
    .toContain("Password attempts exceeded");
  await tooManyMessage.waitFor();
});

test("the dashboard asks for a sign-in, then replaces it with the requested page, and asks again after a logout", async () => {
  const { page, problems } = await site.visit();
  await page.goto("/terms");
  await page.goto("/admin/dashboard?tab=orders&status=pending&size=20");
  await page.getByRole("heading", { name: "Welcome Back" }).waitFor();
  const whenReleased = Promise.withResolvers<void>();
  await page.route("**/_local/cognito**", async (route) => {
    await whenReleased.promise;
    await route.continue();
  });
  await submitSignIn(page);
  const busyButton = page.getByRole("button", { name: "Signing in..." });
  await busyButton.waitFor();
  await expect.poll(() => busyButton.getAttribute("aria-disabled")).toBe("true");
  whenReleased.resolve();
  await page.getByText("Login successful! Redirecting...").waitFor();
  await page.getByRole("heading", { name: "Admin Dashboard" }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe("?tab=orders&status=pending&size=20");
  await page.goBack();
  await page.waitForURL("**/terms");
  await page.goto("/admin/login");
  await page.waitForURL("**/admin/dashboard");
  expect(problems).toEqual([]);

  await logOut(page);
  await page.goto("/admin/dashboard");
  await page.getByRole("heading", { name: "Welcome Back" }).waitFor();
});

test("leaving the page cancels a running sign-in; a sign-in and a logout in one tab take effect in the other", async () => {
  const { page } = await site.visit();
  await page.goto("/admin/login");
  const delayedSignIn = await delayResponse(page, "**/_local/cognito**", "POST");
  await submitSignIn(page);
  await delayedSignIn.received;
  await page.getByRole("link", { name: "Store", exact: true }).first().click();
  await page.waitForURL("**/store");
  await delayedSignIn.release();
  const readTokenKeys = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.endsWith("accessToken")));
  // Other parts of Cognito's response may still be on their way.
  await page.waitForLoadState("networkidle");
  await expect.poll(readTokenKeys).toEqual([]);
  expect(await page.getByText("Login successful! Redirecting...").count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe("/store");

  const otherTab = await page.context().newPage();
  await otherTab.goto("/admin/login");
  await openAsAdmin(page);
  await otherTab.getByRole("heading", { name: "Admin Dashboard" }).waitFor();
  // The dashboard opens the section that was used last in any tab.
  await page.goto("/admin/dashboard?tab=orders");
  await page.getByRole("heading", { name: "Orders", exact: true }).waitFor();
  await otherTab.goto("/admin/dashboard");
  await otherTab.getByRole("heading", { name: "Orders", exact: true }).waitFor();
  await otherTab.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("heading", { name: "Welcome Back" }).waitFor();
});

test("a new admin replaces the temporary password, changes it, and resets a forgotten one by a mailed code", async () => {
  const { page } = await site.visit();
  const email = "new@shop.example";
  await signInAsNewAdmin(page, email);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await page.getByRole("heading", { name: "Admin Dashboard" }).waitFor();
  await page.getByRole("button", { name: /^Account/ }).click();
  const accountDialog = page.getByRole("dialog", { name: "Account" });
  await accountDialog.getByText("Lost your authenticator app?").click();
  await accountDialog.getByText(`npm run admin:reset-app -- --stage local --email ${email}`).waitFor();
  await accountDialog.getByRole("button", { name: "Change password" }).press("Enter");
  await expect(accountDialog.getByRole("heading", { name: "Password" })).toBeFocused();
  await accountDialog.getByLabel("Current password", { exact: true }).fill("Wrong-guess-1!");
  await accountDialog.getByLabel("New password", { exact: true }).fill("Cask-Strength-4!");
  await accountDialog.getByLabel("Repeat the new password", { exact: true }).fill("Cask-Strength-4!");
  await accountDialog.getByRole("button", { name: "Save password" }).click();
  await page.getByText("Your current password is wrong.").first().waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await accountDialog.getByLabel("Current password", { exact: true }).fill(NEW_PASSWORD);
  await accountDialog.getByRole("button", { name: "Save password" }).click();
  await toasts(page).getByText("Your password was changed").waitFor();
  await expect(accountDialog.getByRole("heading", { name: "Password" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "View store" }).waitFor();
  await logOut(page);

  await page.goto("/admin/login");
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await page.getByLabel("Email Address").fill(email);
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByText(`We sent a code to ${email}.`).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  const code = await waitUntil("a code in a mail", async () => {
    const mails = await mailsTo(site.url(), email);
    return mails.flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? []).at(-1);
  });
  await page.getByLabel("Code from the email").fill(code);
  await page.getByLabel("New password", { exact: true }).fill("Angels-Share-3!");
  await page.getByLabel("Repeat the new password", { exact: true }).fill("Angels-Share-3!");
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByText("Your password was changed. Please sign in with it.").waitFor();
  await submitSignIn(page, { email, password: "Angels-Share-3!" });
  await page.getByRole("heading", { name: "Admin Dashboard" }).waitFor();
});

test("a signed-in user who is not an admin gets an error instead of products", async () => {
  const { page } = await site.visit();
  const email = "guest@shop.example";
  await callCognito(site.url(), "AdminCreateUser", {
    Username: email,
    TemporaryPassword: TEMPORARY_PASSWORD,
    UserAttributes: [{ Name: "email_verified", Value: "true" }],
  });
  await callCognito(site.url(), "AdminSetUserPassword", {
    Username: email,
    Password: NEW_PASSWORD,
    Permanent: true,
  });
  await page.goto("/admin/dashboard");
  await submitSignIn(page, { email, password: NEW_PASSWORD });
  await page.getByText("Error fetching products").waitFor();
  await page.getByText("Only admins may do this.").waitFor();
});

test("a refund with an old sign-in asks for the password, keeps the amount, and then succeeds", async () => {
  const orderId = await placeOrder(site.url(), site.productOf("shirts"));
  const { page } = await site.visit();
  await openAsAdmin(page, `/admin/dashboard?tab=orders&order=${orderId}`);
  const reason = "To refund money, please sign in again: you last signed in more than 12 hours ago.";
  const json = { error: { code: "unauthenticated", message: reason } };
  await page.route("**/refunds", (route) => route.fulfill({ status: 401, json }), { times: 1 });
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const refundDialog = page.getByRole("dialog", { name: "Refund", exact: true });
  await refundDialog.getByLabel("Amount").fill("1.25");
  await refundDialog.getByRole("button", { name: /^Refund/ }).click();
  const signInDialog = page.getByRole("dialog", { name: "Please sign in again" });
  await signInDialog.getByText(`${reason} Nothing on this page is lost.`).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await expect.poll(() => refundDialog.getByLabel("Amount").inputValue()).toBe("1.25");
  await signInDialog.getByLabel("Password", { exact: true }).fill(ADMIN_ACCOUNT.password);
  await signInDialog.getByRole("button", { name: "Sign In", exact: true }).click();
  await toasts(page).getByText("$1.25 is on its way back to Ada Lovelace").waitFor();
});
