import type { Page } from "@playwright/test";
import { publicApi } from "../../shared/api-public.ts";
import { admission } from "../../shared/site/admission.ts";
import type { TicketView } from "../../shared/tickets/ticket.ts";
import { expect, test } from "../support/browser-test.ts";
import {
  accessibilityViolations,
  expectNoSidewaysScroll,
  lineCount,
  printedPageCount,
} from "../support/browser.ts";
import { readQrCode } from "../support/read-qr-code.ts";
import { openSite } from "../support/site.ts";
import { codeOf, addressOfFirstTickets, ticketView, withoutCode } from "../support/ticket-views.ts";

const site = openSite();
const RECEIPT_PATH = "/checkout/success?session_id=cs_test_tickets";

type TicketsResponse = { tickets?: TicketView[]; pickUpCode?: string };

/**
 * Opens the receipt of a paid order of `quantity` tickets, of which `refunded` were refunded, with a shirt if `delivery` is
 * "pick-up". The shop returns one of `responses` for each request, in their order, and the last one for all further requests.
 */
async function openReceipt(
  responses: TicketsResponse[],
  {
    name = "Barrel Tasting",
    priceEach = 45,
    quantity = 3,
    refunded = 0,
    delivery = "none",
    width = 375,
    usesFakeClock = false,
  } = {},
) {
  const visitor = await site.visit({ viewport: { width, height: 812 } });
  const item = {
    productId: "prd_tasting",
    name,
    priceEach,
    quantity,
    lineTotal: priceEach * quantity,
  };
  const shirt = {
    productId: "prd_tee",
    name: "Tee",
    category: "shirts",
    priceEach: 30,
    quantity: 1,
    lineTotal: 30,
  };
  const receipt = {
    orderNumber: "ord_01KAKQ7W3E5S8V2M4N6P8R0T1X",
    date: "2026-11-23T17:00:00.000Z",
    customer: {
      name: "Ada Lovelace",
      email: "ada@example.com",
      city: "Louisville",
      state: "KY",
      zip: "40202",
    },
    delivery,
    admission: "code",
    items: [
      ...(quantity > 0 ? [{ ...item, category: "ticket", ...(refunded > 0 ? { refunded } : {}) }] : []),
      ...(delivery === "pick-up" ? [shirt] : []),
    ],
    subtotal: priceEach * quantity,
    shipping: 0,
    total: priceEach * quantity,
    paymentMethod: "Credit Card",
    transactionId: "ord_01KAKQ7W3E5S8V2M4N6P8R0T1X",
    status: "Paid",
  };
  let requestCount = 0;
  await visitor.page.route(`**${publicApi.verifyPayment.path}`, (route) => {
    const response = responses[Math.min(requestCount++, responses.length - 1)];
    return route.fulfill({
      json: { orderId: receipt.orderNumber, paymentStatus: "paid", receipt, ...response },
    });
  });
  if (usesFakeClock) await visitor.page.clock.install();
  await visitor.page.goto(RECEIPT_PATH);
  await visitor.page.getByText("Payment Successful!").waitFor();
  return { ...visitor, requests: () => requestCount };
}
const codePicture = (page: Page, name: string) => page.getByRole("img", { name });

test("the receipt shows the tickets as soon as they are made, each with its code and a link to its page", async () => {
  const tickets = [ticketView(1), ticketView(2), withoutCode(3, "moved")];
  const { page, problems, requests } = await openReceipt([
    { tickets: [] },
    { tickets: tickets.slice(0, 1) },
    { tickets },
  ]);
  await expect(page.getByText("Your tickets are being made.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open Ticket 2 of 3" })).toBeVisible();
  await expect(page.getByText("Your tickets are being made.")).toBeHidden();
  expect(await readQrCode(await codePicture(page, "Code of Ticket 2 of 3").screenshot())).toBe(codeOf(2));
  await expect(page.getByText("K7QM-3FX2")).toBeVisible();
  await expect(page.getByText("Sent to somebody else")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open All Tickets" })).toHaveAttribute(
    "href",
    addressOfFirstTickets(2),
  );
  await expect(page.getByText(admission.code)).toBeVisible();
  await expect(page.getByRole("link", { name: "find your order" })).toHaveAttribute("href", "/find-order");
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(requests()).toBe(3);
  expect(problems).toEqual([]);
});

test("the receipt fits each width with three tickets", async () => {
  for (const width of [320, 768, 1440]) {
    const { page } = await openReceipt([{ tickets: [1, 2, 3].map((n) => ticketView(n)) }], { width });
    await codePicture(page, "Code of Ticket 3 of 3").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await accessibilityViolations(page)).toEqual([]);
  }
});

test("on a phone, and with large text, the receipt breaks no amount, and has room for long names", async () => {
  const name = "Distillery Incident Response Commemorative Tasting";
  for (const [width, fontSize] of [
    [320, "16px"],
    [375, "16px"],
    [375, "24px"],
    [375, "32px"],
    [768, "24px"],
  ] as const) {
    const { page } = await openReceipt([{ tickets: [] }], { name, priceEach: 1234.5, quantity: 2, width });
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), fontSize);
    const at = `at ${width} px with text of ${fontSize}`;
    await expectNoSidewaysScroll(page, at);
    const table = page.getByRole("table");
    const box = await table.boundingBox();
    for (const amount of await table.getByRole("cell").filter({ hasText: "$" }).all()) {
      expect(await amount.evaluate(lineCount), at).toBe(1);
      const { x = 0, width: amountWidth = 0 } = (await amount.boundingBox()) ?? {};
      expect(x + amountWidth, at).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0) + 1);
    }
    expect(await table.getByText(name).evaluate(lineCount), at).toBeLessThanOrEqual(6);
  }
});

test("after a minute without its one ticket, the receipt says that it comes by mail, and sends no more requests", async () => {
  const { page, requests } = await openReceipt([{ tickets: [] }], { quantity: 1, usesFakeClock: true });
  await page.getByText("Your ticket is being made.").waitFor();
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(page.getByText("Your ticket comes by email", { exact: true })).toBeVisible({ timeout: 100 });
  }).toPass();
  await expect(page.getByText(/It is mailed to ada@example.com/)).toBeVisible();
  const countBefore = requests();
  await page.clock.runFor(300_000);
  expect(requests()).toBe(countBefore);
  expect(countBefore).toBeLessThanOrEqual(10);
});

test("after a minute with only a part of the tickets, the receipt says that the mail brings the others", async () => {
  const { page } = await openReceipt([{ tickets: [ticketView(1)] }], { usesFakeClock: true });
  await page.getByText("Your tickets are being made.").waitFor();
  await expect(async () => {
    await page.clock.runFor(5_000);
    await expect(page.getByText("Your other tickets come by email", { exact: true })).toBeVisible({
      timeout: 100,
    });
  }).toPass();
  await expect(page.getByRole("link", { name: "Open Ticket 1 of 3" })).toBeVisible();
});

test("the receipt waits for no ticket of a refunded seat", async () => {
  const tickets = [ticketView(1), ticketView(2)];
  const { page, requests } = await openReceipt([{ tickets }], { refunded: 1 });
  await expect(page.getByRole("link", { name: "Open Ticket 2 of 3" })).toBeVisible();
  await expect(page.getByText("Your tickets are being made.")).toBeHidden();
  expect(requests()).toBe(1);
});

test("the receipt of an order to pick up shows the order's code as soon as the code is made", async () => {
  const { page } = await openReceipt([{}, { pickUpCode: codeOf(9) }], {
    quantity: 0,
    delivery: "pick-up",
  });
  await expect(page.getByRole("heading", { name: "Show this when you pick up" })).toBeVisible();
  expect(await readQrCode(await codePicture(page, "Code of your order").screenshot())).toBe(codeOf(9));
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { name: "Show this when you pick up" })).toBeVisible();
});

test("a receipt without a list of tickets, as in a stage without tickets, does not mention tickets", async () => {
  const { page, requests } = await openReceipt([{}]);
  await expect(page.getByRole("heading", { name: "Receipt" })).toBeVisible();
  await expect(page.getByText("Your tickets are being made.")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Your tickets" })).toHaveCount(0);
  expect(requests()).toBe(1);
});

test("the receipt is printed with each ticket on a page of its own, and without the links to the tickets", async () => {
  const { page } = await openReceipt([{ tickets: [1, 2].map((n) => ticketView(n, { of: 2 })) }], {
    quantity: 2,
  });
  await codePicture(page, "Code of Ticket 2 of 2").waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await printedPageCount(page)).toBe(3);
  await expect(page.getByRole("heading", { name: "Receipt" })).toBeVisible();
  await expect(page.getByText("Open All Tickets")).toBeHidden();
});
