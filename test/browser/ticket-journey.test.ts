import { ORDERS_PATH, rowOf } from "../support/orders-page.ts";
import { withSignIn } from "../support/admin-session.ts";
import { expect, test } from "../support/browser-test.ts";
import { accessibilityViolations } from "../support/browser.ts";
import * as buyer from "../support/buyer.ts";
import { createClient } from "../support/client.ts";
import { readQrCode } from "../support/read-qr-code.ts";
import { openSite } from "../support/site.ts";

const site = openSite();
const visitAsAdmin = withSignIn((options) => site.visit(options));
const EMAIL = "ticket-journey@example.com";
const SEND = "Send this one to a friend";

test("a buyer sends one of two tickets to a friend, who gets a new code, and an admin refunds the other one", async () => {
  const client = createClient({ url: site.url() });
  const { page, problems } = await site.visit({ viewport: { width: 375, height: 812 } });
  await buyer.openCheckout(page, [buyer.lineOf(site.productOf("ticket"), 2)]);
  await buyer.fillForm(page, { Email: EMAIL, "Confirm email": EMAIL });
  const sessionId = await buyer.goToPayment(page);
  await client.act(sessionId, "pay");
  await page.goto(`/checkout/success?session_id=${sessionId}`);
  await page.getByRole("link", { name: "Open All Tickets" }).click();
  await expect(page).toHaveURL(/\/ticket#\w{154},\w{154}$/);
  const codes = new URL(page.url()).hash.slice(1).split(",");
  const ticket = (n: number) => page.getByRole("article", { name: `Ticket ${n} of 2` });
  const picture = ticket(1).getByRole("img", { name: "Code for the door" });
  expect(await readQrCode(await picture.screenshot())).toBe(codes[0]);
  expect(await accessibilityViolations(page)).toEqual([]);

  await ticket(1).getByRole("button", { name: SEND }).click();
  const dialog = page.getByRole("dialog", { name: "Send this ticket to a friend" });
  await dialog.getByLabel("name").fill("Barbara Liskov");
  await dialog.getByLabel("email").fill("barbara-journey@example.com");
  await dialog.getByRole("button", { name: "Send Ticket" }).click();
  await expect(ticket(1).getByText("Sent to Barbara Liskov")).toBeVisible();
  await page.reload();
  await expect(ticket(1).getByText("Sent to somebody else")).toBeVisible();
  await expect(ticket(2).getByRole("button", { name: SEND })).toBeVisible();
  await client.waitUntilIdle();
  const [mail] = await client.mailsTo("barbara-journey@example.com");
  const [, link = ""] = /(\/ticket#\w{154})/.exec(mail?.text ?? "") ?? [];
  await page.goto("about:blank");
  await page.goto(link);
  await expect(ticket(1).getByText("Barbara Liskov")).toBeVisible();
  await expect(ticket(1).getByRole("button", { name: SEND })).toBeVisible();
  expect(problems).toEqual([]);

  const admin = await visitAsAdmin();
  await admin.page.goto(`${ORDERS_PATH}&q=${EMAIL}`);
  await rowOf(admin.page).getByRole("button", { name: "View", exact: true }).click();
  await admin.page.getByRole("button", { name: "Refund", exact: true }).click();
  const refund = admin.page.getByRole("dialog", { name: "Refund" });
  await expect(refund.getByLabel("Ticket 1 of 2 · Barbara Liskov")).toBeVisible();
  const restockAll = refund.getByText("Put the 2 items of this order back in stock");
  await restockAll.click();
  await refund.getByText(/^These tickets become invalid: .+, tickets 1 and 2 of 2\.$/).waitFor();
  await restockAll.click();
  const ownTicket = refund.getByLabel(/^Ticket 2 of 2 · /);
  await ownTicket.focus();
  await admin.page.keyboard.press("Space");
  await expect(ownTicket).toBeChecked();
  expect(await accessibilityViolations(admin.page)).toEqual([]);
  await refund.getByText("Put the chosen item back in stock").click();
  const request = admin.page.waitForRequest(/\/refunds$/);
  await refund.getByRole("button", { name: /^Refund \$/ }).click();
  expect((await request).postDataJSON()).toMatchObject({
    lines: [{ line: 0, quantity: 1, seats: [1] }],
    restockLines: [{ line: 0, quantity: 1 }],
  });
  await refund.waitFor({ state: "hidden" });
  await client.waitUntilIdle();
  await page.goto("about:blank");
  await page.goto(`/ticket#${codes.join(",")}`);
  await expect(ticket(2).getByText("Not valid any more")).toBeVisible();
});
