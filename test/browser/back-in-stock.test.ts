import { variantLabel } from "../../shared/product.ts";
import { accessibilityViolations } from "../support/browser.ts";
import { expect, test } from "../support/browser-test.ts";
import { waitForMail } from "../support/buyer.ts";
import { createClient } from "../support/client.ts";
import { openProducts } from "../support/products-page.ts";

const { site, openList } = openProducts();
const EMAIL = "waits@example.com";

test("a visitor requests a mail about a sold-out size, confirms, and gets the mail when the size is restocked", async () => {
  const client = createClient({ url: site.url() });
  const tee = await client.createProduct({
    name: "Comes Back Tee",
    variants: [
      { size: "M", stock: 0 },
      { size: "L", stock: 4 },
    ],
  });
  const mails = async (subject: string) =>
    (await client.mailsTo(EMAIL)).filter((mail) => mail.subject.startsWith(subject));
  const waitForMailAbout = (subject: string) => waitForMail(site.url(), EMAIL, subject);

  const { page, problems } = await site.visit();
  await page.goto(`/store?q=${encodeURIComponent(tee.name)}`);
  await page.getByRole("link", { name: tee.name, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: tee.name });
  const requestButton = dialog.getByRole("button", { name: "Email me when a sold-out one is back" });
  await requestButton.press("Enter");
  const email = dialog.getByLabel("Email, for M");
  await expect(email).toBeFocused();
  // The mail and the privacy page name the same time.
  await expect(dialog.getByText(/^You agree/)).toContainText("or within a week if you do not confirm it.");
  await dialog.getByRole("button", { name: "Email me", exact: true }).click();
  await dialog.getByText("Email is required").waitFor();
  await expect(email).toBeFocused();
  expect(await accessibilityViolations(page)).toEqual([]);
  await email.fill(EMAIL);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.goForward();
  await requestButton.press("Enter");
  await expect(email).toHaveValue(EMAIL);
  await email.press("Enter");
  await dialog.getByText("Check your email").waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);

  const link =
    /http\S+back-in-stock\?confirm\S+/.exec((await waitForMailAbout("Please confirm")).text)?.[0] ?? "";
  await page.goto(link);
  const confirmButton = page.getByRole("button", { name: "Confirm" });
  await confirmButton.waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await confirmButton.click();
  await page.getByText(`You get one email when ${tee.name}, M is back.`).waitFor();
  expect(problems).toEqual([]);

  const { page: adminPage } = await openList({ form: "edit", id: tee.id });
  await adminPage.getByText("Waiting for it").waitFor();
  await adminPage.getByLabel("Stock of variant 1").fill("2");
  await adminPage.getByLabel("Warn below").fill("3");
  await adminPage.getByRole("button", { name: "Save Product" }).click();
  await adminPage.getByRole("heading", { name: "Products", exact: true }).waitFor();
  const backMail = await waitForMailAbout("Back in stock");
  expect(backMail.text).toContain(`${tee.name}, M is in the store again.`);
  const endLink = /http\S+back-in-stock\?end\S+/.exec(backMail.text)?.[0] ?? "";
  await page.goto(endLink);
  await page.getByRole("button", { name: "Stop the Request" }).click();
  await page.getByText("Your request has ended").waitFor();
  expect(await mails("Back in stock")).toHaveLength(1);

  await adminPage.goto(`/admin/dashboard?tab=products&form=edit&id=${tee.id}`);
  await expect(adminPage.getByLabel("Warn below")).toHaveValue("3");
  await adminPage.getByRole("button", { name: "Show", exact: true }).click();
  const changes = adminPage.getByRole("list", { name: "Changes of the stock" }).getByRole("listitem");
  await expect(changes.first()).toContainText(`M: Edited, by`);
  await expect(changes.first()).toContainText("2 available");
  await expect(changes).toHaveCount(3);
  await adminPage.getByLabel("Variant", { exact: true }).selectOption(variantLabel({ size: "L" }));
  await expect(changes).toHaveCount(1);
  expect(await accessibilityViolations(adminPage)).toEqual([]);
});
