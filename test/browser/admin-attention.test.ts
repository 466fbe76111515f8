import { STRIPE_REASON_LABEL } from "../../shared/refund-reason.ts";
import { expect, test } from "../support/browser-test.ts";
import { toasts, accessibilityViolations } from "../support/browser.ts";
import { actOnOrder } from "../support/buyer.ts";
import { createClient } from "../support/client.ts";
import { loseNextAnswer } from "../support/lose-next-answer.ts";
import { ORDER_NUMBER_SOURCE } from "../support/order-number.ts";
import { openSite, type VisitOptions } from "../support/site.ts";
import { withSignIn } from "../support/admin-session.ts";
import { placeOrder } from "../support/place-order.ts";
import { waitUntil } from "../support/wait-until.ts";

const site = openSite();
const visit = withSignIn((options) => site.visit(options));

/** Waits for the event that says that the dispute of the order has this status. */
const waitForDispute = (orderId: string, status: string) =>
  waitUntil(`the dispute of ${orderId} is ${status}`, async () => {
    const events = await createClient({ url: site.url() }).events();
    return events.some(({ detail }) => detail["orderId"] === orderId && detail["status"] === status);
  });

async function openOrder(orderId: string, options: VisitOptions = {}) {
  const visitor = await visit(options);
  await visitor.page.goto(`/admin/dashboard?tab=orders&order=${orderId}`);
  return visitor;
}

test.describe("an order that needs attention", () => {
  test("says why and what to do, and can be acknowledged by keyboard with the focus kept in the dialog", async () => {
    const orderId = await placeOrder(site.url(), site.productOf("shirts"), { name: "Joan Clarke" });
    await actOnOrder(site.url(), orderId, "dispute");
    await waitForDispute(orderId, "open");
    await actOnOrder(site.url(), orderId, "dispute-lose");
    await waitForDispute(orderId, "lost");
    const { page, problems } = await openOrder(orderId);
    const dialog = page.getByRole("dialog", { name: "Order Details" });
    const acknowledgeButton = dialog.getByRole("button", { name: "Acknowledge" });
    await dialog.getByText("A dispute was lost").waitFor();
    const text = await dialog.innerText();
    for (const part of ["Decide what to do with the items.", "Taken by disputes", "Disputed by the bank"])
      expect(text).toContain(part);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press("Tab");
    await expect
      .poll(() => acknowledgeButton.evaluate((button) => button === document.activeElement))
      .toBe(true);
    await page.keyboard.press("Enter");
    await toasts(page).getByText("Acknowledged").waitFor();
    await dialog.getByText("Acknowledged: A dispute was lost by you").waitFor();
    await expect.poll(() => acknowledgeButton.count()).toBe(0);
    const dialogHasFocus = () => dialog.evaluate((element) => element.contains(document.activeElement));
    await expect.poll(dialogHasFocus).toBe(true);
    await dialog.getByText("Dispute lost", { exact: true }).waitFor();
    expect(problems).toEqual([]);
  });

  test("has details that fit a phone, offers no refund during a dispute, and cannot be acknowledged before its newest cause is seen", async () => {
    const orderId = await placeOrder(site.url(), site.productOf("shirts"), { name: "Hedy Lamarr" });
    await actOnOrder(site.url(), orderId, "dispute");
    await waitForDispute(orderId, "open");
    const { page } = await openOrder(orderId, { viewport: { width: 375, height: 800 } });
    const dialog = page.getByRole("dialog", { name: "Order Details" });
    const acknowledgeButton = dialog.getByRole("button", { name: "Acknowledge" });
    await acknowledgeButton.waitFor();
    // Makes polling fail, so that the page does not notice the lost dispute.
    await page.route("**/api/admin/orders?**", (route) => route.abort());
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await dialog.getByLabel("Status").selectOption("Cancelled");
    await page
      .getByText("The payment is disputed: Stripe refuses to refund it until the bank has decided.")
      .waitFor();
    await expect(page.getByRole("switch", { name: /Refund/ })).toHaveCount(0);
    await page.getByRole("button", { name: "Cancel order" }).waitFor();
    await page.getByRole("button", { name: "Keep order" }).click();
    await actOnOrder(site.url(), orderId, "dispute-lose");
    await waitForDispute(orderId, "lost");
    await acknowledgeButton.click();
    await dialog.getByText("This order was changed by someone else. Please look at it again.").waitFor();
    await dialog.getByText("A dispute was lost").waitFor();
    await loseNextAnswer(page, "**/api/admin/orders/*/acknowledgements");
    await acknowledgeButton.click();
    await dialog.getByText("Acknowledged: A dispute was lost by you").waitFor();
  });
});

test("an order whose payment the bank has taken back can be cancelled without a refund, and its items go back in stock", async () => {
  const product = site.productOf("shirts");
  const { page } = await visit();
  const details = page.getByRole("dialog", { name: "Order Details" });
  const question = page.getByRole("alertdialog", { name: "Cancel this order?" });
  for (const isAcknowledged of [false, true]) {
    const orderId = await placeOrder(site.url(), product, { name: "Radia Perlman" });
    await actOnOrder(site.url(), orderId, "dispute");
    await actOnOrder(site.url(), orderId, "dispute-lose");
    await waitForDispute(orderId, "lost");
    await page.goto(`/admin/dashboard?tab=orders&order=${orderId}`);
    await details.getByText("A dispute was lost").waitFor();
    if (isAcknowledged) {
      await details.getByRole("button", { name: "Acknowledge" }).click();
      await details.getByText("Disputes have taken").waitFor();
    }
    await details.getByLabel("Status").selectOption("Cancelled");
    await question.getByText("No money is left to refund.").waitFor();
    await expect(question.getByRole("switch", { name: /Refund/ })).toHaveCount(0);
    // Without a refund, Stripe gets no reason.
    await question.getByLabel("Reason").selectOption(STRIPE_REASON_LABEL.fraudulent);
    await expect(question.getByText(/Stripe then blocks/)).toHaveCount(0);
    await question.getByRole("button", { name: "Cancel order" }).click();
    await details.getByText("1 back in stock").waitFor();
  }
});

test("a disputed order is left out when several orders are marked as packed; the list, the question and the result say so", async () => {
  const product = site.productOf("shirts");
  const placeNamed = (name: string) =>
    placeOrder(site.url(), product, { name, email: `${name.slice(0, 3)}@dispute.example`, ship: true });
  await placeNamed("Ida Rhodes");
  const disputedId = await placeNamed("Mary Keller");
  await actOnOrder(site.url(), disputedId, "dispute");
  await waitForDispute(disputedId, "open");
  const { page, problems } = await visit();
  await page.goto("/admin/dashboard?tab=orders&q=@dispute.example");
  const disputedRow = page.getByRole("row").filter({ hasText: "Mary Keller" });
  await disputedRow.getByText("The customer disputes the payment").waitFor();
  for (const name of [/Ida Rhodes/, /Mary Keller/]) await page.getByRole("checkbox", { name }).check();
  await page.getByRole("button", { name: "Mark as packed" }).click();
  const question = page.getByRole("dialog", { name: "Mark 1 order as packed?" });
  await question
    .getByText(
      new RegExp(`^Of the selected orders, ${ORDER_NUMBER_SOURCE} will not change: the result says why\\.$`),
    )
    .waitFor();
  await question.getByRole("button", { name: "Mark as packed" }).click();
  await page.getByText("The customer disputes the payment: open this order and decide first.").waitFor();
  expect(problems).toEqual([]);
});
