import { expect, test } from "../support/browser-test.ts";
import { accessibilityViolations, toasts } from "../support/browser.ts";
import { openOrders } from "../support/orders-page.ts";

const { visit, emailOf } = openOrders("a-news.example", ["Ada Lovelace", "Evi Nemeth"]);

test("an admin removes people from the newsletter by keyboard, and the focus goes to the next person", async () => {
  const { page, problems } = await visit();
  await page.goto("/admin/dashboard?tab=newsletter");
  const people = page.getByRole("list", { name: "People" });
  const firstEmail = emailOf("Ada Lovelace");
  await page.getByRole("button", { name: `Remove ${firstEmail}` }).press("Enter");
  const question = page.getByRole("alertdialog", { name: "Remove from the newsletter?" });
  await expect(question.getByRole("button", { name: "Cancel" })).toBeFocused();
  expect(await accessibilityViolations(page)).toEqual([]);
  await question.getByRole("button", { name: "Remove" }).press("Enter");
  await toasts(page).getByText(`${firstEmail} gets no more news`).waitFor();
  await expect(people.getByText(firstEmail)).toHaveCount(0);
  await expect(people.locator(":focus")).toContainText("@");
  expect(problems).toEqual([]);
});
