import type { Page } from "@playwright/test";
import { adminApi } from "../../shared/api-admin.ts";
import type { BooksResult } from "../../shared/books.ts";
import { formatMoney } from "../../shared/money.ts";
import { timeZone } from "../../shared/site/address-and-hours.ts";
import { SHIPPING_FEE } from "../../shared/site/delivery.ts";
import { expect, test } from "../support/browser-test.ts";
import {
  accessibilityViolations,
  expectFits,
  focusWindow,
  expectNoSidewaysScroll,
  setTextSize,
} from "../support/browser.ts";
import { labelOf } from "../support/category-labels.ts";
import { createClient } from "../support/client.ts";
import { delayResponse } from "../support/delay-response.ts";
import { openSite } from "../support/site.ts";
import { withSignIn } from "../support/admin-session.ts";
import { placeOrder } from "../support/place-order.ts";

const ANALYTICS_PATH = "/admin/dashboard?tab=analytics";
const ORDER_ID = "ord_01KAFEXAMPLE00000000000001";
const finishedAt = new Date(Date.now() - 12.5 * 60_000).toISOString();
const BOOKS_WITH_DRIFT: BooksResult = {
  startedAt: finishedAt,
  finishedAt,
  since: finishedAt,
  // Before `startedAt`, so the comparison ended early.
  until: new Date(Date.parse(finishedAt) - 1).toISOString(),
  counted: { orders: 3, sessions: 4, refunds: 1, disputes: 0, products: 28 },
  openCount: 1,
  open: [{ kind: "refund-differs", orderId: ORDER_ID, stripeId: "re_example", shop: 62, other: 60 }],
  repairedCount: 1,
  repaired: [{ kind: "payment-not-recorded", orderId: ORDER_ID, stripeId: "cs_example", shop: 0, other: 62 }],
};
test.use({ shopName: "analytics" });
const site = openSite();
const visit = withSignIn((options) => site.visit(options));

async function openAnalytics(path = ANALYTICS_PATH, prepare?: (page: Page) => Promise<unknown>) {
  const visitor = await visit();
  await prepare?.(visitor.page);
  await visitor.page.goto(path);
  await visitor.page.getByRole("heading", { name: "Analytics" }).waitFor();
  return visitor;
}
const sectionOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

/** Opens all tables, and expects no accessibility violation and no sideways scrolling. */
async function expectFitsEveryWidth(page: Page): Promise<void> {
  const closedDetails = page.locator("details:not([open]) > summary");
  while ((await closedDetails.count()) > 0) await closedDetails.first().click();
  // At 768 px and 320 px, only sizes and spaces differ from 375 px.
  await expectFits(page, [1440, 375]);
  await page.setViewportSize({ width: 320, height: 700 });
  await setTextSize(page, 32);
  await expectNoSidewaysScroll(page, "with text of 32 px");
}

test.describe("the analytics page before the first sale", () => {
  test("shows that there are no sales, the time zone, a drift from Stripe, and the stock that is running out", async () => {
    const { page, problems } = await openAnalytics(ANALYTICS_PATH, (newPage) =>
      newPage.route(`**${adminApi.getBooks.path}`, (route) =>
        route.fulfill({ json: { result: BOOKS_WITH_DRIFT } }),
      ),
    );
    await page.getByText("No sales in these 30 days").waitFor();
    const driftSection = sectionOf(page, "Drift");
    await driftSection.getByText("Drift: 1").waitFor();
    await driftSection
      .getByText(/· checked \d+ min ago · 1 repaired · the last comparison ended early/)
      .waitFor();
    await driftSection.getByText("Here $62.00, at Stripe $60.00").waitFor();
    await expect(driftSection.getByRole("link", { name: `Order ${ORDER_ID}` }).first()).toHaveAttribute(
      "href",
      `/admin/dashboard?tab=orders&order=${ORDER_ID}`,
    );
    await page.getByText("As soon as an order is paid, its figures show here.").waitFor();
    await page.getByText(`shop’s time zone (${timeZone})`).waitFor();
    await sectionOf(page, "Stock running out").getByText("sold out").first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});

test.describe("the analytics page with sales", () => {
  let paidDollars: number;
  test.beforeAll(async () => {
    const [shirt, flask] = [site.productOf("shirts"), site.productOf("yetiflask")];
    paidDollars = 2 * shirt.price + SHIPPING_FEE + flask.price;
    await placeOrder(site.url(), shirt, { quantity: 2, ship: true });
    const orderId = await placeOrder(site.url(), flask);
    const client = createClient({ url: site.url() });
    const { version } = await client.order(orderId);
    await client.refund(orderId, { refundId: "refund-of-the-test", version, amount: 5 });
    await client.waitUntilIdle();
  });

  test("keeps the dates below the chart apart, and a figure on one line, on a narrow screen", async () => {
    for (const days of [7, 30, 90]) {
      const { page } = await openAnalytics(`${ANALYTICS_PATH}&days=${days}`);
      const dates = page.getByRole("img", { name: /by day/ }).locator("xpath=../following-sibling::div/span");
      await dates.first().waitFor();
      for (const width of [320, 375, 768]) {
        await page.setViewportSize({ width, height: 800 });
        await expect
          .poll(
            () =>
              dates.evaluateAll((elements) => {
                const boxes = elements.map((date) => date.getBoundingClientRect());
                return Math.min(...boxes.slice(1).map(({ left }, i) => left - (boxes[i]?.right ?? 0)));
              }),
            { message: `the space between the dates of ${days} days at ${width} px` },
          )
          .toBeGreaterThan(4);
        const rightOfChart = await page
          .getByRole("img", { name: /by day/ })
          .evaluate((chart) => chart.getBoundingClientRect().right);
        const rightOfDate = await dates.last().evaluate((date) => date.getBoundingClientRect().right);
        expect(rightOfDate, `the last of ${days} days at ${width} px`).toBeLessThan(rightOfChart + 1);
        await expectNoSidewaysScroll(page);
        const lineCount = await page
          .getByRole("definition")
          .first()
          .evaluate((figure) => {
            const range = document.createRange();
            if (figure.firstChild) figure.firstChild.textContent = "$1,008.00";
            range.selectNodeContents(figure);
            return range.getClientRects().length;
          });
        expect(lineCount, `the lines of $1,008.00 at ${width} px`).toBe(1);
      }
    }
  });

  test("shows the comparison with Stripe only after the figures, because the figures would move it down", async () => {
    const { page } = await visit();
    const delayedFigures = await delayResponse(page, `**${adminApi.getAnalytics.path}**`, "GET");
    await page.goto(ANALYTICS_PATH);
    await page.getByRole("heading", { name: "Analytics" }).waitFor();
    await delayedFigures.received;
    await expect(sectionOf(page, "Drift")).toHaveCount(0);
    await delayedFigures.release();
    await sectionOf(page, "Drift").waitFor();
  });

  test("shows revenue as payments less refunds, by day and by category, also as tables, at every width", async () => {
    const { page, problems } = await openAnalytics();
    const [shirt, flask] = [site.productOf("shirts"), site.productOf("yetiflask")];
    const figure = (label: string) =>
      page.locator("dl > div").filter({ has: page.getByText(label, { exact: true }) });
    await figure("Revenue")
      .getByText(formatMoney(paidDollars - 5))
      .waitFor();
    await figure("Orders").getByText("2", { exact: true }).waitFor();
    await figure("Average order before refunds")
      .getByText(formatMoney(paidDollars / 2))
      .waitFor();
    await figure("Refunds and lost disputes").getByText("$5.00").waitFor();
    // At this width, some labels have two lines.
    await page.setViewportSize({ width: 1024, height: 900 });
    const amounts = page.locator("dl dd:nth-of-type(1)");
    const tops = await amounts.evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().top));
    expect(tops).toEqual(Array.from({ length: 4 }, () => tops[0]));
    await page
      .getByRole("img", {
        name: new RegExp(`Revenue by day, .*Highest: \\${formatMoney(paidDollars - 5)} on`),
      })
      .waitFor();

    const byDay = sectionOf(page, "Revenue by day");
    await byDay.getByText("Show as a table").press("Enter");
    const rows = byDay.getByRole("row");
    await expect.poll(() => rows.count()).toBe(31);
    await expect
      .poll(() => rows.nth(1).getByRole("cell").allInnerTexts())
      .toEqual([
        "2",
        formatMoney(paidDollars),
        "$5.00",
        formatMoney(paidDollars - 5),
        formatMoney(paidDollars / 2),
        formatMoney(2 * shirt.price),
        formatMoney(flask.price - 5),
        formatMoney(SHIPPING_FEE),
      ]);
    const byCategory = sectionOf(page, "Revenue by category").getByRole("list");
    await expect
      .poll(async () =>
        (await byCategory.getByRole("listitem").allInnerTexts()).map((text) => text.split("\n")),
      )
      .toEqual([
        [labelOf("shirts"), formatMoney(2 * shirt.price)],
        [labelOf("yetiflask"), formatMoney(flask.price - 5)],
        ["Shipping", formatMoney(SHIPPING_FEE)],
      ]);
    const bestSellers = sectionOf(page, "Best sellers");
    await expect
      .poll(async () =>
        (await bestSellers.getByRole("listitem").allInnerTexts()).map((text) => text.split("\n")),
      )
      .toEqual([
        [shirt.name, "2 sold"],
        [flask.name, "1 sold"],
      ]);
    await bestSellers.getByText("Show as a table").click();
    await bestSellers.getByRole("row", { name: `${flask.name} ${labelOf("yetiflask")} 1` }).waitFor();
    await expectFitsEveryWidth(page);
    expect(problems).toEqual([]);
  });

  test("keeps the chosen period and measure in the address, and links products whose stock is running out", async () => {
    const { page } = await openAnalytics();
    await page.getByRole("button", { name: "7 days" }).click();
    await page.getByText("Nothing in the 7 days before").first().waitFor();
    await page.getByLabel("Show by day").selectOption("Orders");
    await page.getByRole("img", { name: /^Orders by day, .*Highest: 2 on/ }).waitFor();
    await page.getByLabel("Show by day").selectOption(`Revenue of ${labelOf("shirts")}`);
    const chart = page.getByRole("img", { name: new RegExp(`^Revenue of ${labelOf("shirts")} by day`) });
    await chart.waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("?tab=analytics&days=7&show=category%3Ashirts");
    await page.reload();
    await chart.waitFor();
    await expect
      .poll(() => page.getByRole("button", { name: "7 days" }).getAttribute("aria-pressed"))
      .toBe("true");
    await chart.hover({ position: { x: 5, y: 50 } });
    await page
      .getByText(/^[A-Z][a-z]{2}, [A-Z][a-z]{2} \d+, 20\d\d$/)
      .first()
      .waitFor();

    const editLinks = sectionOf(page, "Stock running out").getByRole("link", { name: /^Edit / });
    const name = (await editLinks.first().getAttribute("aria-label"))?.replace("Edit ", "") ?? "";
    await editLinks.first().click();
    await page.getByRole("heading", { name: "Edit Product" }).waitFor();
    await expect.poll(() => page.getByLabel("Name").inputValue()).toBe(name);
  });

  test("shows an error when the figures cannot be loaded, and loads them on a retry", async () => {
    const { page } = await visit();
    await page.route("**/api/admin/analytics**", (route) => route.abort());
    await page.goto(ANALYTICS_PATH);
    await page.getByText("Error fetching figures").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.unroute("**/api/admin/analytics**");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Revenue by day" }).waitFor();
    await page.route("**/api/admin/analytics**", (route) => route.abort());
    await focusWindow(page);
    await page.getByText("The figures may be out of date.").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "90 days" }).click();
    await page.getByText("Error fetching figures").waitFor();
    await expect.poll(() => page.getByRole("heading", { name: "Revenue by day" }).count()).toBe(0);
  });
});
