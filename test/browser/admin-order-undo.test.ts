import { messages } from "../../shared/messages.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { brand } from "../../shared/site/brand.ts";
import { expect, test } from "../support/browser-test.ts";
import { accessibilityViolations, toasts } from "../support/browser.ts";
import { mailsTo, mailSubjectsTo } from "../support/buyer.ts";
import { placeOrder } from "../support/place-order.ts";
import { openSiteWithOrders, rowOf } from "../support/orders-page.ts";

const { site, openList } = openSiteWithOrders("undo.example", ["Ada Lovelace"]);
const subjectsTo = (address: string) => mailSubjectsTo(site.url(), address);

test("an undone completion sends no mail; the next one sends a mail with its tracking number, and 'Send again' repeats it", async () => {
  const { page } = await openList();
  const select = rowOf(page).getByRole("combobox");
  const completeOrder = async (tracking: string) => {
    await select.selectOption("Completed");
    await page.getByLabel("Tracking number").fill(tracking);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Complete order" }).click();
    await page.getByText("Ada will be told by email.", { exact: true }).waitFor();
  };
  await completeOrder("1Z-WRONG");
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press("Control+z");
  await toasts(page).getByText("Undone: Pending again").waitFor();
  await expect.poll(() => select.inputValue()).toBe(String(ORDER_STATUS.pending));

  await completeOrder("1Z-RIGHT");
  await expect
    .poll(() => subjectsTo("ada@undo.example"), { timeout: 25_000 })
    .toContainEqual(`Your order is on its way (${brand.name})`);
  const mails = (await mailsTo(site.url(), "ada@undo.example")).filter(({ subject }) =>
    subject.includes("on its way"),
  );
  expect(mails.map(({ text }) => /Tracking number: (.*)/.exec(text)?.[1])).toEqual(["1Z-RIGHT"]);
  await rowOf(page).getByRole("button", { name: "View", exact: true }).click();
  await page.getByRole("button", { name: "Send again" }).click();
  await expect
    .poll(async () => (await subjectsTo("ada@undo.example")).filter((text) => /on its way/.test(text)).length)
    .toBe(2);
});

test("an undo that fails can be tried again with the mouse, and the message about the failure disappears", async () => {
  const email = "trent@undo.example";
  await placeOrder(site.url(), site.productOf("shirts"), { name: "Trent Smith", email, ship: true });
  const { page } = await openList({ q: email });
  const select = rowOf(page).getByRole("combobox");
  await select.selectOption("Completed");
  await page.getByRole("button", { name: "Complete order" }).click();
  const undoButton = page
    .getByRole("list", { name: "Latest changes" })
    .getByRole("button", { name: /^Undo/ });
  await undoButton.waitFor();
  await page.route("**/api/admin/orders/*", (route) => route.abort(), { times: 1 });
  await undoButton.click();
  const failure = toasts(page).getByText(messages.noConnection);
  await failure.waitFor();
  await undoButton.click({ timeout: 8000 });
  await toasts(page).getByText("Undone: Pending again").waitFor();
  await expect(failure).toHaveCount(0);
  await expect.poll(() => select.inputValue()).toBe(String(ORDER_STATUS.pending));
});

test("when an order to pick up is marked as ready, its customer gets a mail", async () => {
  const email = "mallory@undo.example";
  await placeOrder(site.url(), site.productOf("shirts"), { name: "Mallory Smith", email, ship: false });
  const { page } = await openList({ q: email });
  await rowOf(page).getByRole("button", { name: "View", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Order Details" });
  await dialog.getByText("To be picked up", { exact: true }).waitFor();
  const readyButton = dialog.getByRole("button", { name: "Ready to be picked up" });
  await page.setViewportSize({ width: 375, height: 812 });
  // Both buttons have one line.
  const slipHeight = (await dialog.getByRole("button", { name: "Packing slip" }).boundingBox())?.height;
  expect((await readyButton.boundingBox())?.height).toBe(slipHeight);
  expect(slipHeight).toBeLessThan(60);
  await page.setViewportSize({ width: 1440, height: 900 });
  await readyButton.click();
  const undoButton = dialog.getByRole("button", { name: /^Undo/ });
  await undoButton.waitFor();
  await dialog.getByText("Placed by the customer").scrollIntoViewIfNeeded();
  await expect(undoButton).toBeInViewport({ ratio: 1 });
  await dialog.getByRole("button", { name: "Not ready yet" }).waitFor();
  expect(await dialog.getByText("Ready to be picked up", { exact: true }).count()).toBe(1);
  await expect(dialog.getByText(/^Ready \w{3} \d/)).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  const sendAgain = dialog.getByRole("button", { name: "Send again" });
  await page.reload();
  await dialog.getByRole("button", { name: "Not ready yet" }).waitFor();
  expect(await sendAgain.count()).toBe(0);
  await expect
    .poll(() => subjectsTo(email), { timeout: 25_000 })
    .toContainEqual(`Your order is ready to be picked up (${brand.name})`);
  await sendAgain.waitFor();
});
