import { expect, test } from "../support/browser-test.ts";
import { accessibilityViolations, lineCount, toasts } from "../support/browser.ts";
import { openSiteWithOrders } from "../support/orders-page.ts";

const LONG_NAME = "Wolfeschlegelsteinhausen Bo";
const { visitAsAdmin, emailOf } = openSiteWithOrders("a-news.example", [
  "Ada Lovelace",
  "Evi Nemeth",
  LONG_NAME,
]);

test("an admin removes a person from the newsletter by keyboard, and the focus goes to another person", async () => {
  const { page, problems } = await visitAsAdmin();
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

test("an address that is too long for one line on a phone breaks before the '@'", async () => {
  const { page } = await visitAsAdmin({ viewport: { width: 375, height: 812 } });
  await page.goto("/admin/dashboard?tab=newsletter");
  const address = page.getByRole("list", { name: "People" }).getByText(emailOf(LONG_NAME), { exact: true });
  await address.waitFor();
  expect(await address.evaluate(lineCount)).toBe(2);
  const domainAndLineCount = await address.evaluate((element) => {
    const range = document.createRange();
    const domain = [...element.childNodes].at(-1);
    if (domain) range.selectNodeContents(domain);
    return `${range.toString()} ${range.getClientRects().length}`;
  });
  expect(domainAndLineCount).toBe("@a-news.example 1");
});
