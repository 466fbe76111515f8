import { expect, test } from "../support/browser-test.ts";
import {
  accessibilityViolations,
  downloadedText,
  focusWindow,
  expectNoSidewaysScroll,
  overlappingTexts,
  setTextSize,
} from "../support/browser.ts";
import { delayResponse } from "../support/delay-response.ts";
import { HOSTILE_NAME, openSiteWithOrders, ORDERS_PATH, rowOf } from "../support/orders-page.ts";
import { placeOrder } from "../support/place-order.ts";

// In the shop that test files share, another file's order that needs attention would add a line above the list.
test.use({ shopName: "orders" });

const DOMAIN = "list.example";
const CUSTOMERS = ["Ida Rhodes", "Jean Bartik", "Kay McNulty", "Mary Keller", "Joan Ball", "Zoe Klawe"];
const { site, visitAsAdmin, openList } = openSiteWithOrders(DOMAIN, [...CUSTOMERS, HOSTILE_NAME]);
const LIST_PATH = `${ORDERS_PATH}&q=${encodeURIComponent(`@${DOMAIN}`)}`;

test.beforeAll(async () => {
  const order = { name: "Never Paid", email: `never@${DOMAIN}`, pay: false };
  await placeOrder(site.url(), site.productOf("shirts"), order);
});

test("with text of 32 px, the buttons of the list do not overlap, and an order's details fit into their dialog", async () => {
  const { page } = await openList();
  await setTextSize(page, 32);
  for (const width of [1440, 1024, 375]) {
    await page.setViewportSize({ width, height: 900 });
    const buttons = page.getByRole("tabpanel").locator("button:visible, select:visible");
    await expect.poll(() => overlappingTexts(buttons), `at ${width} px`).toBeUndefined();
  }
  await page.getByRole("button", { name: "View", exact: true }).first().click();
  const details = page.getByRole("dialog", { name: "Order Details" });
  await details.getByText("Grand Total").waitFor();
  const values = details.locator("dd, address, select");
  for (const value of await values.all()) {
    const { x = NaN, width = NaN } = (await value.boundingBox()) ?? {};
    expect(x + width, await value.innerText()).toBeLessThanOrEqual(375);
  }
});

test.describe("the list of orders", () => {
  test("shows five orders per page, newest first, hides unpaid checkouts, and is sorted by its headings", async () => {
    const { page, problems } = await openList();
    const columns = await page.getByRole("columnheader").allInnerTexts();
    expect(columns).toEqual([
      "",
      "ORDER DATE",
      "CUSTOMER",
      "ITEMS",
      "DELIVERY",
      "TOTAL",
      "ORDER STATUS",
      "ACTIONS",
    ]);
    await page.getByText("Showing 1-5 of 7 orders").waitFor();
    const firstRow = rowOf(page);
    await expect.poll(() => firstRow.innerText()).toMatch(/[A-Z][a-z]{2} \d\d, 20\d\d \d\d:\d\d/);
    await expect.poll(() => firstRow.innerText()).toContain(HOSTILE_NAME);
    await page.getByText("Show unpaid checkouts").click();
    await page.getByText("Showing 1-5 of 8 orders").waitFor();
    await page.getByRole("row").filter({ hasText: "Never Paid" }).getByText("Unpaid").waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("unpaid")).toBe("1");
    await page.getByText("Show unpaid checkouts").click();
    await page.getByText("Showing 1-5 of 7 orders").waitFor();

    const heading = (name: string) => page.getByRole("columnheader", { name });
    await expect.poll(() => heading("ORDER DATE").getAttribute("aria-sort")).toBe("descending");
    await page.getByRole("button", { name: "CUSTOMER" }).click();
    await expect.poll(() => heading("CUSTOMER").getAttribute("aria-sort")).toBe("ascending");
    await expect.poll(() => heading("ORDER DATE").getAttribute("aria-sort")).toBe(null);
    await rowOf(page, 2).getByText("Ida Rhodes").waitFor();
    await page.getByRole("button", { name: "CUSTOMER" }).click();
    await rowOf(page).getByText("Zoe Klawe").waitFor();
    const next = page.getByRole("button", { name: "Next" });
    await next.press("Enter");
    await page.getByText("Showing 6-7 of 7 orders").waitFor();
    await expect.poll(() => next.isDisabled()).toBe(true);
    await expect(next).toBeFocused();
    await page.getByRole("button", { name: "1", exact: true }).click();
    await page.getByText("Showing 1-5 of 7 orders").waitFor();
    await page.reload();
    await page.getByText("Showing 1-5 of 7 orders").waitFor();
    await expect.poll(() => heading("CUSTOMER").getAttribute("aria-sort")).toBe("descending");
    expect(problems).toEqual([]);
  });

  test("has its filters behind a button on a phone, and the button says how many filters are set", async () => {
    const { page, problems } = await openList({ status: "pending" });
    await expect(page.getByRole("button", { name: /^Filter & sort/ })).toHaveCount(0);
    await page.setViewportSize({ width: 375, height: 780 });
    const filterButton = page.getByRole("button", { name: "Filter & sort (1)" });
    const statusFilter = page.getByLabel("Status", { exact: true });
    await expect(filterButton).toHaveAttribute("aria-expanded", "false");
    await expect(statusFilter).toBeHidden();
    const firstViewButton = page.getByRole("button", { name: "View", exact: true }).first();
    await expect(firstViewButton).toBeInViewport({ ratio: 1 });
    const unpaidSwitch = page.getByText("Show unpaid checkouts");
    const loadedBox = await unpaidSwitch.boundingBox();
    const delayedSecondPage = await delayResponse(page, "**/api/admin/orders?*cursor=*", "GET");
    const delayedFirstPage = await delayResponse(page, /\/api\/admin\/orders\?limit=\d+$/, "GET");
    // The first response has only three orders, so that the page shows the progress of loading the others.
    await page.route(/\/api\/admin\/orders\?limit=\d+$/, (route) =>
      route.fallback({ url: route.request().url().replace(/\d+$/, "3") }),
    );
    await page.reload();
    await page.getByText("Loading orders...").waitFor();
    expect(await unpaidSwitch.boundingBox()).toEqual(loadedBox);
    await delayedFirstPage.release();
    await page.getByRole("progressbar", { name: "Loading older orders" }).waitFor();
    expect(await unpaidSwitch.boundingBox()).toEqual(loadedBox);
    await delayedSecondPage.release();
    await firstViewButton.waitFor();
    await filterButton.press("Enter");
    await expect(filterButton).toHaveAttribute("aria-expanded", "true");
    await page.getByLabel("Order dates").selectOption("Choose dates");
    await page.getByRole("button", { name: "Filter & sort (2)" }).waitFor();
    await expectNoSidewaysScroll(page);
    expect(await accessibilityViolations(page)).toEqual([]);
    await statusFilter.selectOption("All Statuses");
    await page.getByLabel("Order dates").selectOption("All Dates");
    await page.getByRole("button", { name: "Filter & sort", exact: true }).press("Enter");
    await expect(statusFilter).toBeHidden();
    expect(problems).toEqual([]);
  });

  test("can be searched and filtered, shown with more orders per page, and exported to CSV with formulas escaped", async () => {
    const { page } = await openList();
    await page.getByPlaceholder("Search by date, customer, items, or total...").fill("KAY mcn");
    await page.getByText("Showing 1-1 of 1 orders").waitFor();
    await page.getByLabel("Search orders").fill("no such thing");
    await page.getByText("No orders found").waitFor();
    await expect.poll(() => page.getByRole("navigation", { name: "Pages of orders" }).count()).toBe(0);
    await page.getByRole("button", { name: "Clear search and filter" }).click();
    await expect.poll(() => page.getByLabel("Search orders").inputValue()).toBe("");
    const saveViewButton = page.getByRole("button", { name: "Save view" });
    await saveViewButton.waitFor({ state: "hidden" });
    const tableTop = async () => (await page.getByRole("table").boundingBox())?.y;
    const topBefore = await tableTop();
    const columnWidths = () =>
      page
        .getByRole("columnheader")
        .evaluateAll((headings) => headings.map((heading) => heading.getBoundingClientRect().width));
    const widthsBefore = await columnWidths();
    await page.getByLabel("Search orders").fill(`@${DOMAIN}`);
    await saveViewButton.waitFor();
    expect(await tableTop()).toBe(topBefore);
    await page.getByText("Showing 1-5 of 7 orders").waitFor();
    expect(await columnWidths()).toEqual(widthsBefore);
    const statusFilter = page.getByLabel("Status", { exact: true });
    await expect
      .poll(() => statusFilter.locator("option").allInnerTexts())
      .toEqual(["All Statuses", "Pending", "Completed", "Cancelled"]);
    await statusFilter.selectOption("Cancelled");
    await page.getByRole("status").getByText("No orders", { exact: true }).waitFor();
    await statusFilter.selectOption("All Statuses");
    await page.getByLabel("Orders per page").selectOption("10 per page");
    await page.getByText("Showing 1-7 of 7 orders").waitFor();
    await expect.poll(() => page.getByRole("navigation", { name: "Pages of orders" }).count()).toBe(0);

    const datesFilter = page.getByLabel("Order dates");
    await datesFilter.selectOption("Today");
    await page.getByText("Showing 1-7 of 7 orders").waitFor();
    await saveViewButton.click();
    await page.getByRole("dialog", { name: "Save view" }).getByLabel("Name").fill("Of today");
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    const savedViewButton = page.getByRole("button", { name: "Of today", exact: true });
    await expect.poll(() => savedViewButton.getAttribute("aria-pressed")).toBe("true");
    await expect(savedViewButton).toBeFocused();
    await datesFilter.selectOption("Choose dates");
    await page.getByLabel("To", { exact: true }).fill("2026-01-01");
    await page.getByLabel("From", { exact: true }).fill("");
    await page.getByRole("status").getByText("No orders", { exact: true }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get("to")).toBe("2026-01-01");
    expect(await accessibilityViolations(page)).toEqual([]);
    const { promise: whenAllowed, resolve: allowLoading } = Promise.withResolvers<void>();
    await page.route("**/api/admin/orders**", async (route) => {
      await whenAllowed;
      await route.continue();
    });
    await page.reload();
    await page.getByText("Loading orders...").waitFor();
    // Saved views are shown only after the orders have loaded. The buttons before them, such as '2 need attention', appear with
    // the orders, and would move the views under the pointer.
    expect(await savedViewButton.count()).toBe(0);
    allowLoading();
    await savedViewButton.click();
    await page.getByText("Showing 1-7 of 7 orders").waitFor();
    await expect.poll(() => datesFilter.inputValue()).toBe("today");
    await page.getByRole("button", { name: "Remove view Of today" }).click();
    await expect.poll(() => savedViewButton.count()).toBe(0);
    await page.getByRole("group", { name: "Saved views" }).and(page.locator(":focus")).waitFor();

    await page.getByLabel("Search orders").fill("=1+1");
    await page.getByText("Showing 1-1 of 1 orders").waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
    const text = await downloadedText(file);
    expect(text.split("\r\n")).toHaveLength(3);
    expect(text).toContain(`,"'=1+1 <img src=x onerror=""alert(1)"">",`);
  });

  test("announces a new order, and inserts it only on request", async () => {
    const { page } = await openList({ size: "20" });
    const firstRowBefore = await rowOf(page).innerText();
    await placeOrder(site.url(), site.productOf("polos"), { name: "Late Comer", email: `late@${DOMAIN}` });
    await page.getByRole("button", { name: "1 new order: show" }).waitFor();
    await expect.poll(() => rowOf(page).innerText()).toBe(firstRowBefore);
    await page.getByRole("button", { name: "1 new order: show" }).click();
    await rowOf(page).getByText("Late Comer").first().waitFor();
  });
});

test("the orders page shows an error when it cannot be loaded, and after a retry fits every width", async () => {
  const { page } = await visitAsAdmin();
  await page.route("**/api/admin/orders**", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto(LIST_PATH);
  await page.getByText("Error fetching orders").waitFor();
  await page.getByRole("heading", { name: "Orders", exact: true }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.unroute("**/api/admin/orders**");
  await page.getByRole("button", { name: "Try again" }).click();
  for (const width of [1440, 980, 900, 375]) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByText(/Showing 1-5 of/).waitFor();
    await expect
      .poll(() => page.getByRole("table").count(), { message: `table at ${width} px` })
      .toBe(width > 960 ? 1 : 0);
    // The cards replace the table, whose button had the focus.
    if (width === 900) await expect(page.getByRole("heading", { name: "Orders", exact: true })).toBeFocused();
    const itemsHeading = page.getByRole("columnheader", { name: "ITEMS" });
    if (width > 960) expect((await itemsHeading.boundingBox())?.width).toBeGreaterThanOrEqual(160);
    // At 980 px the list is the table of 1440 px, and at 900 px the cards of 375 px. admin-order-details.test.ts checks the
    // details at 1440 px.
    if (width !== 980 && width !== 900)
      expect(await accessibilityViolations(page), `list at ${width} px`).toEqual([]);
    await page.getByRole("button", { name: "View", exact: true }).first().click();
    await page.getByText("Customer Information").waitFor();
    if (width === 375) expect(await accessibilityViolations(page), "details at 375 px").toEqual([]);
    await expectNoSidewaysScroll(page, `at ${width} px`);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }
});

test("a phone shows all of a long name and a long email address, without sideways scrolling", async () => {
  const name = "Maximiliana Wolfeschlegelsteinhausenbergerdorff";
  const email = "maximiliana.wolfeschlegelsteinhausenbergerdorff@mail.long-list.example";
  await placeOrder(site.url(), site.productOf("shirts"), { name, email });
  const { page } = await openList({ q: "@mail.long-list.example" });
  await page.setViewportSize({ width: 375, height: 812 });
  await page.getByRole("heading", { name }).waitFor();
  await expectNoSidewaysScroll(page);
  for (const text of [page.getByRole("heading", { name }), page.getByText(email)])
    expect(await text.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
});

test("after 'Not now', the sign-in dialog opens again only for an action of the admin, not for polling", async () => {
  const { page } = await openList();
  const loadErrors: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("could not be loaded")) loadErrors.push(message.text());
  });
  const dialog = page.getByRole("dialog", { name: "Please sign in again" });
  await page.evaluate(() => localStorage.clear());
  await focusWindow(page);
  await dialog.waitFor();
  await dialog.getByRole("button", { name: "Not now" }).click();
  await dialog.waitFor({ state: "hidden" });
  await focusWindow(page);
  await expect.poll(() => loadErrors.length).toBeGreaterThan(1);
  expect(await dialog.count()).toBe(0);
  await rowOf(page).getByRole("button", { name: "View", exact: true }).click();
  await dialog.waitFor();
});
