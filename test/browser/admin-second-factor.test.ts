import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { totpStep, totpCode } from "../../infra/local/cognito/totp.ts";
import { expect, test } from "../support/browser-test.ts";
import { toasts, accessibilityViolations } from "../support/browser.ts";
import { openSite } from "../support/site.ts";
import { callCognito, submitSignIn } from "../support/admin-session.ts";

const site = openSite();

/** The code that the authenticator app shows `ahead` periods of 30 s from now; each code is accepted once. */
const codeOf = (secret: string, ahead = 0) => totpCode(secret, totpStep(Date.now()) + ahead);
/** A code that is not valid now. */
const wrongCode = (secret: string) => {
  const near = [-1, 0, 1, 2].map((ahead) => codeOf(secret, ahead));
  return ["000000", "111111", "222222", "333333", "444444"].find((code) => !near.includes(code)) ?? "";
};
async function openAccount(page: Page) {
  await page.getByRole("button", { name: /^Account/ }).click();
  return page.getByRole("dialog", { name: "Account" });
}

test("an admin signs in without a code, sets up an authenticator app, signs in with its code, and turns it off", async () => {
  const ACCOUNT = { email: `careful-${randomUUID()}@bourbonvipers.example`, password: "Barrel-Strength-2!" };
  await callCognito(site.url(), "AdminCreateUser", {
    Username: ACCOUNT.email,
    TemporaryPassword: ACCOUNT.password,
  });
  await callCognito(site.url(), "AdminSetUserPassword", {
    Username: ACCOUNT.email,
    Password: ACCOUNT.password,
    Permanent: true,
  });
  await callCognito(site.url(), "AdminAddUserToGroup", { Username: ACCOUNT.email, GroupName: "admin" });
  const { page } = await site.visit();
  await page.goto("/admin/login");
  await submitSignIn(page, ACCOUNT);
  await page.getByRole("heading", { name: "Admin Dashboard" }).waitFor();

  const dialog = await openAccount(page);
  await dialog.getByText("Off", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Set up" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByText("Off", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Set up" }).click();
  await dialog.getByRole("img", { name: "QR code for an authenticator app" }).waitFor();
  const secret = (await dialog.locator("form code").innerText()).replaceAll(" ", "");
  const address = new URL((await dialog.getByRole("link").getAttribute("href")) ?? "");
  expect(address.protocol).toBe("otpauth:");
  expect(address.searchParams.get("secret")).toBe(secret);
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await accessibilityViolations(page), `setting up at ${width} px`).toEqual([]);
  }
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await dialog.getByText("Code is required").waitFor();
  await dialog.getByLabel("Code", { exact: true }).fill(wrongCode(secret));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await page.getByText("That code is wrong or has expired. Please try again.").first().waitFor();
  await dialog.getByLabel("Code", { exact: true }).fill(codeOf(secret));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await toasts(page).getByText("Codes are asked for from now on").waitFor();
  await dialog.getByText("On", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL((url) => url.pathname === "/");

  await page.goto("/admin/dashboard?tab=orders");
  await submitSignIn(page, ACCOUNT);
  const code = page.getByLabel("Code", { exact: true });
  await code.waitFor();
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await accessibilityViolations(page), `the code's step at ${width} px`).toEqual([]);
  }
  await code.fill(wrongCode(secret));
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.getByText("That code is wrong or has expired. Please try again.").first().waitFor();
  await code.fill(codeOf(secret, 1));
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.getByRole("heading", { name: "Admin Dashboard" }).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get("tab")).toBe("orders");

  await openAccount(page);
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await dialog.getByText("Off", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL((url) => url.pathname === "/");
  await page.goto("/admin/login");
  await submitSignIn(page, ACCOUNT);
  await page.getByRole("heading", { name: "Admin Dashboard" }).waitFor();
});
