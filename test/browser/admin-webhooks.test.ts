import { adminApi } from "../../shared/api-admin.ts";
import { messages } from "../../shared/messages.ts";
import { withSignIn } from "../support/admin-session.ts";
import { expect, onTestFinished, test } from "../support/browser-test.ts";
import { accessibilityViolations, expectFits, focusWindow, isUncovered, toasts } from "../support/browser.ts";
import { serveUntilClosed } from "../support/serve.ts";
import { openSite } from "../support/site.ts";

const site = openSite();
const visit = withSignIn((options) => site.visit(options));

test("an admin adds an endpoint, sends a test event and repeats it, and removes the endpoint", async () => {
  const answers = [500, 200];
  const receiver = await serveUntilClosed(
    (_, res) => void res.writeHead(answers.shift() ?? 200).end("noted"),
  );
  onTestFinished(() => receiver.close());
  const { page, problems } = await visit();
  await page.goto("/admin/dashboard?tab=webhooks");
  await page.getByText("No endpoints yet").waitFor();
  await page.getByRole("button", { name: "Add endpoint" }).press("Enter");
  const form = page.getByRole("dialog", { name: "Add endpoint" });
  await expect(form.getByLabel("Address", { exact: true })).toBeFocused();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByLabel("Address", { exact: true })).toBeFocused();
  await form.getByText("Address is required").waitFor();
  await form.getByLabel("Address", { exact: true }).fill("ftp://example.org");
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("The address must begin with https://").waitFor();
  await expect(form.getByLabel("Address", { exact: true })).toBeFocused();
  // The console has the browser's error for the status 400 and the page's error for the refusal.
  expect(problems.splice(0)).toHaveLength(2);
  await form.getByLabel("Address", { exact: true }).fill(receiver.url);
  await expect(form.getByText("The address must begin with https://")).toHaveCount(0);
  await form.getByLabel("Description (optional)").fill("Bookkeeping");
  await form.getByLabel("OrderPaid").uncheck();
  await form.getByLabel("OrderContact").check();
  await form.getByText("OrderContact is personal data").waitFor();
  await form.getByRole("button", { name: "Save" }).click();
  await form.getByText("needs OrderErased too").waitFor();
  await expectFits(page, [1440, 375]);
  await form.getByLabel("OrderContact").uncheck();
  await form.getByLabel("OrderErased").check();
  await form.getByRole("button", { name: "Save" }).click();
  const secret = page.getByRole("dialog", { name: "The endpoint's secret" });
  await expect(secret.getByText(/^whsec_/)).toHaveText(/^whsec_[\w-]{43}$/);
  await expect(secret.locator(":focus")).toContainText("Copy it now");
  expect(await accessibilityViolations(page)).toEqual([]);
  await secret.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "Add endpoint" })).toBeFocused();
  await page.getByText("Not tried yet").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);

  await page.getByRole("link", { name: "Bookkeeping" }).click();
  await expect(page.getByRole("heading", { name: "Bookkeeping" })).toBeFocused();
  await page.getByRole("button", { name: "Send a test event" }).click();
  const delivery = page.getByRole("listitem").filter({ hasText: "WebhookTest" });
  await delivery.getByText("500 noted").waitFor();
  await delivery.getByText("Failed").waitFor();
  await page.getByText(/^It has failed since/).waitFor();
  await expectFits(page, [1440, 375]);
  await delivery.getByRole("button", { name: /^Send again/ }).click();
  await delivery.getByText("Delivered").waitFor();
  await delivery.getByText("2 tries").waitFor();

  expect(problems).toEqual([]);
  const deliveries = `**${adminApi.listDeliveries.path.replace("{id}", "*")}*`;
  await page.route(deliveries, (route) => route.abort());
  await focusWindow(page);
  await page.getByText("The deliveries may be out of date.").waitFor();
  await page.unroute(deliveries);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("The deliveries may be out of date.")).toHaveCount(0);

  await page.getByRole("button", { name: "New secret" }).click();
  const question = page.getByRole("alertdialog", { name: "New secret" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  await question.getByRole("button", { name: "Make a new secret" }).click();
  const newSecret = page.getByRole("dialog", { name: "The new secret" });
  await newSecret.getByText(/^whsec_/).waitFor();
  await page.setViewportSize({ width: 375, height: 667 });
  await newSecret.getByRole("button", { name: /^Copy/ }).click();
  await toasts(page)
    .getByText(/copy|copied/i)
    .waitFor();
  const doneButton = newSecret.getByRole("button", { name: "Done" });
  expect(await doneButton.evaluate(isUncovered)).toBe(true);
  expect(await newSecret.getByRole("button", { name: "Close" }).evaluate(isUncovered)).toBe(true);
  await doneButton.click();
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Resume" }).waitFor();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await page.getByText("No endpoints yet").waitFor();
  await expect(page.getByRole("heading", { name: "Webhooks" })).toBeFocused();
});

test("on a phone, the open tab of the back office is in view, even if it is the last tab", async () => {
  const { page } = await visit();
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto("/admin/dashboard?tab=webhooks");
  await page.getByRole("tab", { name: "Tickets" }).waitFor();
  await expect(page.getByRole("tab", { name: "Webhooks" })).toBeInViewport({ ratio: 1 });
});

test("an endpoint is added once although the first response was lost, which its form says on a phone, and its secret is shown", async () => {
  const { page } = await visit({ viewport: { width: 375, height: 667 } });
  await page.goto("/admin/dashboard?tab=webhooks");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  const form = page.getByRole("dialog", { name: "Add endpoint" });
  const fillForm = async () => {
    await form.getByLabel("Address", { exact: true }).fill("http://localhost:9/hooks");
    await form.getByLabel("Description (optional)").fill("Lost answer");
  };
  await fillForm();
  let isLost = false;
  await page.route("**/api/admin/webhooks", async (route) => {
    if (route.request().method() !== "POST" || isLost) return route.fallback();
    await route.fetch();
    isLost = true;
    return route.abort();
  });
  const save = form.getByRole("button", { name: "Save" });
  await save.click();
  await expect.poll(() => isLost).toBe(true);
  await expect(save).not.toHaveAttribute("aria-busy");
  const failure = form.getByRole("alert").getByText(messages.noConnection);
  await expect(failure).toBeInViewport({ ratio: 1 });
  await expect(toasts(page)).not.toContainText(messages.noConnection);
  for (const element of [form.getByRole("heading", { name: "Add endpoint" }), save])
    expect(await element.evaluate(isUncovered)).toBe(true);
  expect(await accessibilityViolations(page)).toEqual([]);
  // The admin closes the form, and tries again later.
  await form.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await expect(failure).toHaveCount(0);
  await fillForm();
  await save.click();
  const secret = page.getByRole("dialog", { name: "The endpoint's secret" });
  await secret.getByText(/^whsec_/).waitFor();
  await secret.getByRole("button", { name: "Done" }).click();
  await page.reload();
  const endpoints = page.getByRole("link", { name: "Lost answer" });
  await endpoints.first().waitFor();
  await expect(endpoints).toHaveCount(1);
});
