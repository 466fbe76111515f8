import type { Page } from "@playwright/test";
import { ordersApi } from "../../shared/api-orders.ts";
import { orderPageMessages } from "../../shared/order-page-messages.ts";
import { ORDER_STATUS } from "../../shared/order-status.ts";
import { brand } from "../../shared/site/brand.ts";
import { orderNumberPrefix } from "../../shared/site/order-number.ts";
import { withSignIn } from "../support/admin-session.ts";
import { focusedText, expectNoSidewaysScroll, expectFits, printedPageCount } from "../support/browser.ts";
import { expect, onTestFinished, test } from "../support/browser-test.ts";
import { mailsTo, waitForMail } from "../support/buyer.ts";
import { createClient } from "../support/client.ts";
import { loseNextAnswer } from "../support/lose-next-answer.ts";
import { orderNumberIn } from "../support/order-number.ts";
import { ORDERS_PATH } from "../support/orders-page.ts";
import { placeOrder } from "../support/place-order.ts";
import { createProductAdmin } from "../support/product-admin.ts";
import { openSite } from "../support/site.ts";

const site = openSite();
const visitAsAdmin = withSignIn((options) => site.visit(options));
const UPS_NUMBER = "1Z999AA10123456784";
const UNKNOWN_ORDER = `${orderNumberPrefix}-999999`;

/** Places a paid order to ship. */
async function placePaidOrder(email: string) {
  const orderId = await placeOrder(site.url(), site.productOf("shirts"), { email, ship: true });
  const receipt = await waitForMail(site.url(), email, `Your ${brand.name} receipt`);
  return { orderId, receipt, orderNumber: orderNumberIn(receipt.subject) };
}

/** The link to the order's page in the text of a mail. */
const linkIn = (text: string): string => /http\S+\/order#\S+/.exec(text)?.[0] ?? "";

/**
 * Sends the open form when the confirmation of the email address has ended, and confirms the address by a code. The answers to the
 * message and to the codes are stubs, because a confirmation lasts a day.
 */
async function confirmAgain(page: Page) {
  const { reportProblem, requestOrderCode, confirmOrderCode } = ordersApi;
  const error = { code: "permission-denied", message: orderPageMessages.notConfirmed };
  await page.route(`**${reportProblem.path}`, (route) => route.fulfill({ status: 403, json: { error } }), {
    times: 1,
  });
  await page.route(`**${requestOrderCode.path}`, (route) =>
    route.fulfill({ status: 202, json: { requested: true } }),
  );
  await page.route(`**${confirmOrderCode.path}`, (route) => route.fulfill({ json: { grant: "grant" } }));
  await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
  await expect.poll(() => focusedText(page)).toContain(orderPageMessages.notConfirmed);
  await expectFits(page);
  await page.getByRole("button", { name: "Email Me a Code" }).press("Enter");
  await expect(page.getByLabel("Code from the email")).toBeFocused();
  await page.getByRole("button", { name: "New Code" }).press("Enter");
  await expect.poll(() => focusedText(page)).toContain("Confirm your email address");
  await page.getByRole("button", { name: "Email Me a Code" }).press("Enter");
  await expect(page.getByLabel("Code from the email")).toBeFocused();
  await page.keyboard.type("123456");
  await page.keyboard.press("Enter");
  await expect.poll(() => focusedText(page)).toContain("Your email address is confirmed.");
}

test("a customer opens an order by the link in its mail and sends requests, which an admin sees and answers", async () => {
  const email = "follows@example.com";
  const { orderId, receipt, orderNumber } = await placePaidOrder(email);
  const { page, problems } = await site.visit({ viewport: { width: 375, height: 812 } });
  await page.goto(linkIn(receipt.text));
  await page.getByRole("heading", { name: "Your order is paid", level: 1 }).waitFor();
  await page.getByText(`Order ${orderNumber}`).waitFor();
  const steps = page.getByRole("region", { name: "Where it is" }).getByRole("listitem");
  await expect(steps).toHaveText([/^Paid/, /^Packed.*not yet/, /^Sent.*not yet/]);
  expect(await printedPageCount(page)).toBe(1);
  await expectFits(page);

  await page.getByRole("button", { name: "Change the Address" }).click();
  const addressForm = page.getByRole("dialog", { name: "Change the address" });
  await expect(addressForm.getByLabel("First name")).toBeFocused();
  await expectFits(page);
  await addressForm.getByLabel("Street address").fill("");
  await addressForm.getByRole("button", { name: "Change the Address" }).click();
  await addressForm.getByText("Street address is required").waitFor();
  await expect(addressForm.getByLabel("Street address")).toBeFocused();
  // The shop does the first request, but its answer is lost. The corrected address is another request.
  await loseNextAnswer(page, `**${ordersApi.changeAddress.path}`);
  await addressForm.getByLabel("Street address").fill("7 Rickhose Lane");
  await page.keyboard.press("Enter");
  await expect(addressForm.getByText("No answer from the shop.")).toBeInViewport({ ratio: 1 });
  await addressForm.getByLabel("Street address").fill("7 Rickhouse Lane");
  await page.keyboard.press("Enter");
  const confirmation = page.getByText("The address is changed. We send your order there.");
  await confirmation.and(page.locator(":focus *")).waitFor();
  await page.getByRole("definition").filter({ hasText: "7 Rickhouse Lane" }).waitFor();

  await page.getByRole("button", { name: "Something Is Wrong" }).click();
  await expect(page.getByLabel("What is wrong?")).toBeFocused();
  await page.keyboard.type("I need size L, not M.");
  await confirmAgain(page);
  await page.getByRole("button", { name: "Something Is Wrong" }).click();
  await expect(page.getByLabel("What is wrong?")).toHaveValue("I need size L, not M.");
  // The console reports the lost answer, the failure of its request, and the refusal.
  expect(problems.splice(0)).toHaveLength(3);
  // The shop records the message, but its answer is lost. The reopened form sends the same request again.
  await loseNextAnswer(page, `**${ordersApi.reportProblem.path}`);
  await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
  await page.getByText("No answer from the shop.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Something Is Wrong" }).click();
  await expect(page.getByLabel("What is wrong?")).toHaveValue("I need size L, not M.");
  await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
  await page.getByText("We have your request, and answer it by email.").waitFor();
  // The console reports the lost answer and the failure of the request.
  expect(problems.splice(0)).toHaveLength(2);
  await page.getByRole("button", { name: "Ask to Cancel" }).click();
  await page.getByLabel("Why?").fill("Ordered twice");
  // The shop records the request, but its answer is lost. The page reads the order again.
  await loseNextAnswer(page, `**${ordersApi.cancelOwnOrder.path}`);
  await page.getByRole("dialog").getByRole("button", { name: "Ask to Cancel" }).click();
  await page.getByText("No answer from the shop.").waitFor();
  await expect(page.getByText("You asked us to cancel")).toBeAttached();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Ask to Cancel" })).toHaveCount(0);
  await expect.poll(() => focusedText(page)).toBe("Your order is paid");
  // The console reports the lost answer and the failure of the request.
  expect(problems.splice(0)).toHaveLength(2);
  const messages = page.getByRole("region", { name: "Your messages" }).getByRole("listitem");
  await expect(messages.filter({ hasText: "Waits for our answer" })).toHaveCount(2);
  await expectFits(page);

  const admin = await visitAsAdmin();
  await admin.page.goto(`${ORDERS_PATH}&q=${orderNumber}`);
  const row = admin.page.getByRole("row").filter({ hasText: orderNumber });
  await row.getByRole("button", { name: /^View/ }).click();
  const details = admin.page.getByRole("dialog", { name: "Order Details" });
  const requestItem = (title: string) =>
    details.getByRole("listitem").filter({ has: admin.page.getByText(title, { exact: true }) });
  await expect(requestItem("Asks to cancel the order")).toContainText("Ordered twice");
  await expect(requestItem("Changed the address").first()).toContainText("7 Rickhouse Lane");
  await expectFits(admin.page);
  const answer = requestItem("Something is wrong").getByLabel("Your answer");
  await answer.fill("An L it is.");
  await admin.page.keyboard.press("Escape");
  await row.getByRole("button", { name: /^View/ }).click();
  await expect(answer).toHaveValue("An L it is.");
  await requestItem("Something is wrong").getByRole("button", { name: "Send answer" }).click();
  await expect(requestItem("Something is wrong")).toContainText("Answered");
  await requestItem("Asks to cancel the order")
    .getByLabel("Why it cannot be cancelled")
    .fill("It is packed.");
  await requestItem("Asks to cancel the order").getByRole("button", { name: "Decline" }).click();
  await expect(requestItem("Asks to cancel the order")).toContainText("Declined");
  await details.getByRole("button", { name: "Close" }).first().click();
  await row.getByRole("combobox").selectOption("Completed");
  await admin.page
    .getByRole("dialog")
    .getByLabel(/Tracking number/)
    .fill(UPS_NUMBER);
  await admin.page.getByRole("dialog").getByRole("button", { name: "Complete order" }).click();
  await expect(row.getByRole("combobox")).toHaveValue(String(ORDER_STATUS.completed));
  // While the status is being saved, its select is disabled.
  await expect(row.getByRole("combobox")).toBeEnabled();
  expect(admin.problems).toEqual([]);

  await page.reload();
  await page.getByRole("heading", { name: "Your order is on its way", level: 1 }).waitFor();
  await expect(messages.filter({ hasText: "An L it is." })).toContainText("Answered");
  const trackLink = page.getByRole("link", { name: "Track It with UPS" });
  await expect(trackLink).toHaveAttribute("href", new RegExp(UPS_NUMBER));
  await expect(page.getByRole("button", { name: "Change the Address" })).toHaveCount(0);
  await expectFits(page);
  const shippingMail = await waitForMail(site.url(), email, "Your order is on its way");
  expect(linkIn(shippingMail.text)).toBe(linkIn(receipt.text));

  const { version } = await site.client.order(orderId);
  const lines = [{ line: 0, quantity: 1 }];
  await site.client.refund(orderId, { refundId: `rfd-${crypto.randomUUID()}`, version, lines });
  await expect.poll(async () => (await site.client.order(orderId)).refunds[0]?.status).toBe("succeeded");
  await page.reload();
  await page.getByRole("listitem").filter({ hasText: "1 of 1 refunded" }).waitFor();
  const [session] = await site.client.sessionsOf(orderId);
  await page.goto(`/checkout/success?session_id=${session?.id}`);
  await page.getByRole("row").filter({ hasText: "1 of 1 refunded" }).waitFor();
  expect(problems).toEqual([]);
});

test("a customer can have an order's link mailed, with a code, and the page does not reveal whether the order exists", async () => {
  const email = "finds@example.com";
  const { orderNumber } = await placePaidOrder(email);
  const { page, problems } = await site.visit({ viewport: { width: 375, height: 812 } });
  await page.goto("/find-order");
  const sendButton = page.getByRole("button", { name: "Email Me the Link" });
  await sendButton.waitFor();
  await expectFits(page);
  await sendButton.click();
  await page.getByText("Order number is required").waitFor();
  await expect(page.getByLabel("Email address")).toBeFocused();
  await expectFits(page);

  /** Asks for a link; returns the page's answer. */
  const askForLink = async (number: string): Promise<string> => {
    await page.getByLabel("Order number").fill(number);
    await sendButton.click();
    await page.getByText("Look into your mailbox").waitFor();
    return page.getByRole("main").innerText();
  };
  await page.getByLabel("Email address").fill(email);
  const answerForUnknown = await askForLink(UNKNOWN_ORDER);
  await expectFits(page);
  // A mistyped number or address can be corrected without typing the other one again.
  await page.getByRole("button", { name: "Change Address or Number" }).click();
  await expect(page.getByLabel("Email address")).toBeFocused();
  await expect(page.getByLabel("Email address")).toHaveValue(email);
  await expect(page.getByLabel("Order number")).toHaveValue(UNKNOWN_ORDER);
  expect(await askForLink(orderNumber.toLowerCase())).toBe(answerForUnknown);
  await expectFits(page);

  const linkMail = await waitForMail(site.url(), email, "Your order");
  expect((await mailsTo(site.url(), email)).filter(({ text }) => text.includes("999999"))).toEqual([]);
  const [, code = ""] = /Code: (\d{6})/.exec(linkMail.text) ?? [];
  expect(code).not.toBe("");
  const link = linkIn(linkMail.text);
  await page.goto(link);
  await page.getByRole("heading", { name: "Your order is paid", level: 1 }).waitFor();
  // The page removes the code from the address, so that no bookmark contains it.
  await expect.poll(() => page.url()).not.toContain(code);
  expect(problems).toEqual([]);

  // A link with the order's id and a wrong token.
  await page.goto("/find-order");
  await page.goto(link.replace(/\.[\w-]{22}.*$/, `.${"x".repeat(22)}`));
  await page.getByText(orderPageMessages.refused).waitFor();
  await expectFits(page);
  await page.getByRole("main").getByRole("link", { name: "Find My Order" }).click();
  await page.getByRole("heading", { name: "Find your order", level: 1 }).waitFor();
});

test("the receipt, the order's page and the back office fit their windows if a name has no spaces", async () => {
  const client = createClient({ url: site.url() });
  const admin = createProductAdmin(client);
  const { id, name, event } = site.productOf("ticket");
  if (!event) throw new Error("The ticket has no event");
  onTestFinished(async () => void (await admin.change(id, { name, event })));
  const longName = "Rickhouse".repeat(13);
  const product = await admin.change(id, { name: longName, event: { ...event, title: longName } });
  const email = "long-name@example.com";
  const orderId = await placeOrder(site.url(), product, { email, quantity: 2 });
  const receipt = await waitForMail(site.url(), email, `Your ${brand.name} receipt`);
  const [session] = await client.sessionsOf(orderId);
  const { page } = await site.visit();
  for (const url of [`/checkout/success?session_id=${session?.id}`, linkIn(receipt.text)]) {
    await page.goto(url);
    await page.getByText(longName).first().waitFor();
    await expect(page.getByText("Open Ticket")).toHaveCount(2);
    await expectFits(page);
  }
  const { page: adminPage } = await visitAsAdmin({ viewport: { width: 375, height: 812 } });
  await adminPage.goto("/admin/dashboard?tab=tickets");
  const eventLink = adminPage.getByRole("link", { name: longName });
  await eventLink.waitFor();
  await expectNoSidewaysScroll(adminPage);
  await eventLink.click();
  await adminPage.getByRole("heading", { name: longName }).waitFor();
  await expectNoSidewaysScroll(adminPage);
  await adminPage.goto(`${ORDERS_PATH}&order=${orderId}`);
  await adminPage.getByRole("button", { name: "Refund" }).click();
  await adminPage.getByText("Ticket 1 of 2").waitFor();
  const bodies = adminPage.locator("[data-dialog-body]:visible");
  await expect(bodies).toHaveCount(2);
  for (const body of await bodies.all())
    expect(await body.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});
