import { beforeAll, describe, expect, test } from "vitest";
import { productsOf } from "../support/buyer.ts";
import { violations } from "../support/browser.ts";
import { openSite } from "../support/site.ts";
import { placeOrder, staffOf, STAFF } from "../support/staff.ts";

const site = openSite();
/** What becomes true by way of queues, a cache or the next look, within seconds. */
const soon = <T>(look: () => T) => expect.poll(look, { timeout: 15_000 });
const visit = staffOf((options) => site.visit(options));
const ORDERS = "/admin/dashboard?tab=orders";
const NAMES = [
  "Ada Lovelace",
  "Grace Hopper",
  "Radia Perlman",
  "Alan Turing",
  "Barbara Liskov",
  "Evi Nemeth",
];
const HOSTILE = '<img src=x onerror="alert(1)"> =1+1';

beforeAll(async () => {
  const product = site.productOf("shirts");
  for (const name of NAMES)
    await placeOrder(site.url(), product, {
      name,
      email: `${name.split(" ")[0] ?? ""}@example.com`.toLowerCase(),
      ship: true,
    });
  await placeOrder(site.url(), product, { name: HOSTILE, email: "mallory@example.com" });
  await placeOrder(site.url(), product, { name: "Never Paid", pay: false });
});

const open = async (path = ORDERS, options = {}) => {
  const visitor = await visit(options);
  await visitor.page.goto(path);
  await visitor.page
    .getByRole("status")
    .getByText(/^Showing/)
    .waitFor();
  return visitor;
};

describe("the list", () => {
  test("columns, the newest first, five a page, checkouts without money hidden", async () => {
    const { page, problems } = await open();
    const columns = await page.getByRole("columnheader").allInnerTexts();
    expect(columns).toEqual(["ORDER DATE", "CUSTOMER", "ITEMS", "TOTAL", "ORDER STATUS", "ACTIONS"]);
    await page.getByText("Showing 1-5 of 7 orders").waitFor();
    const first = page.getByRole("row").nth(1);
    expect(await first.innerText()).toMatch(/[A-Z][a-z]{2} \d\d, 20\d\d \d\d:\d\d/);
    expect(await first.innerText()).toContain(HOSTILE);
    await page.getByText("Show unpaid checkouts").click();
    await page.getByText("Showing 1-5 of 8 orders").waitFor();
    await page.getByRole("row").filter({ hasText: "Never Paid" }).getByText("Unpaid").waitFor();
    expect(new URL(page.url()).searchParams.get("unpaid")).toBe("1");
    expect(problems).toEqual([]);
  });

  test("search, status and page size", async () => {
    const { page } = await open();
    await page.getByPlaceholder("Search by date, customer, items, or total...").fill("GRACE hop");
    await page.getByText("Showing 1-1 of 1 orders").waitFor();
    await page.getByLabel("Search orders").fill("no such thing");
    await page.getByText("No orders found").waitFor();
    expect(await page.getByRole("navigation", { name: "Pages of orders" }).count()).toBe(0);
    await page.getByRole("button", { name: "Clear search and filter" }).click();
    const status = page.getByLabel("Status", { exact: true });
    expect(await status.locator("option").allInnerTexts()).toEqual([
      "All Statuses",
      "Pending",
      "Completed",
      "Cancelled",
    ]);
    await status.selectOption("Cancelled");
    await page.getByText("Showing 0-0 of 0 orders").waitFor();
    await status.selectOption("All Statuses");
    await page.getByLabel("Orders per page").selectOption("10 per page");
    await page.getByText("Showing 1-7 of 7 orders").waitFor();
    expect(await page.getByRole("navigation", { name: "Pages of orders" }).count()).toBe(0);
  });

  test("sorting by its headings, and pages", async () => {
    const { page } = await open();
    const heading = (name: string) => page.getByRole("columnheader", { name });
    expect(await heading("ORDER DATE").getAttribute("aria-sort")).toBe("descending");
    await page.getByRole("button", { name: "CUSTOMER" }).click();
    expect(await heading("CUSTOMER").getAttribute("aria-sort")).toBe("ascending");
    expect(await heading("ORDER DATE").getAttribute("aria-sort")).toBe(null);
    await page.getByRole("row").nth(2).getByText("Ada Lovelace").waitFor();
    await page.getByRole("button", { name: "CUSTOMER" }).click();
    await page.getByRole("row").nth(1).getByText("Radia Perlman").waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("Showing 6-7 of 7 orders").waitFor();
    expect(await page.getByRole("button", { name: "Next" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "1", exact: true }).click();
    await page.getByText("Showing 1-5 of 7 orders").waitFor();
    await page.reload();
    await page.getByText("Showing 1-5 of 7 orders").waitFor();
    expect(await heading("CUSTOMER").getAttribute("aria-sort")).toBe("descending");
  });

  test("a new order appears by itself, and nothing moves before it is asked for", async () => {
    const { page } = await open(`${ORDERS}&size=20`);
    const before = await page.getByRole("row").nth(1).innerText();
    await placeOrder(site.url(), site.productOf("polos"), { name: "Late Comer" });
    await page.getByRole("button", { name: "1 new order: show" }).waitFor();
    expect(await page.getByRole("row").nth(1).innerText()).toBe(before);
    await page.getByRole("button", { name: "1 new order: show" }).click();
    await page.getByRole("row").nth(1).getByText("Late Comer").first().waitFor();
  });

  test("what is found is exported, and nothing in it is a formula", async () => {
    const { page } = await open();
    await page.getByLabel("Search orders").fill("onerror");
    await page.getByText("Showing 1-1 of 1 orders").waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
    let text = "";
    for await (const chunk of await file.createReadStream()) text += String(chunk);
    expect(text.split("\r\n")).toHaveLength(3);
    expect(text).toContain('"<img src=x onerror=""alert(1)""> =1+1"');
  });

  test("a list that cannot be loaded says so, and can be asked for again", async () => {
    const { page } = await visit();
    await page.route("**/api/admin/orders**", (route) => route.fulfill({ status: 503, body: "" }));
    await page.goto(ORDERS);
    await page.getByText("Error fetching orders").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.unroute("**/api/admin/orders**");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText(/Showing 1-5 of/).waitFor();
  });
});

describe("a status", () => {
  test("is changed on the spot, locked while it is saved, and kept", async () => {
    const { page } = await open(`${ORDERS}&q=ada`);
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route("**/api/admin/orders/ord_*", async (route) => {
      await held;
      await route.continue();
    });
    const select = page.getByRole("row").nth(1).getByRole("combobox");
    await select.selectOption("Completed");
    expect(await select.isDisabled()).toBe(true);
    go();
    await soon(() => select.isDisabled()).toBe(false);
    expect(await select.inputValue()).toBe("2");
    await page.reload();
    await soon(() => select.inputValue()).toBe("2");
  });

  test("that cannot be saved goes back, and says so", async () => {
    const { page } = await open(`${ORDERS}&q=grace`);
    await page.route("**/api/admin/orders/ord_*", (route) => route.abort());
    const select = page.getByRole("row").nth(1).getByRole("combobox");
    await select.selectOption("Completed");
    await page.getByText("Failed to update order status. Please try again.").waitFor();
    expect(await select.inputValue()).toBe("1");
  });

  test("of an order that somebody else changed meanwhile is explained", async () => {
    const [mine, theirs] = [await open(`${ORDERS}&q=radia`), await open(`${ORDERS}&q=radia`)];
    // Neither hears of the other by itself.
    await mine.page.route("**/api/admin/orders?**", (route) => route.abort());
    const select = (page: typeof mine.page) => page.getByRole("row").nth(1).getByRole("combobox");
    await select(theirs.page).selectOption("Completed");
    await soon(() => select(theirs.page).isDisabled()).toBe(false);
    await select(mine.page).selectOption("Completed");
    await mine.page
      .getByText("This order was changed by someone else. Please look at it again. It is now Completed.")
      .waitFor();
    expect(await select(mine.page).inputValue()).toBe("2");
  });

  test("'Cancelled' of a paid order asks what goes back", async () => {
    const { page } = await open(`${ORDERS}&q=alan`);
    const product = site.productOf("shirts");
    const stock = async () => (await productsOf(site.url())).find(({ id }) => id === product.id)?.stock ?? 0;
    const before = await stock();
    const row = page.getByRole("row").nth(1);
    await row.getByRole("combobox").selectOption("Cancelled");
    await page.getByRole("button", { name: "Keep order" }).click();
    expect(await row.getByRole("combobox").inputValue()).toBe("1");
    await row.getByRole("combobox").selectOption("Cancelled");
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "Cancel and refund" }).click();
    await row.getByText("Refunded").waitFor();
    expect(await row.getByRole("combobox").inputValue()).toBe("3");
    await soon(stock).toBe(before + 1);
  });
});

describe("an order's details", () => {
  test("all of it: order, customer, items, history; closed by the x and beside it", async () => {
    const { page, problems } = await open(`${ORDERS}&q=barbara`);
    await page.getByRole("button", { name: "View" }).click();
    const dialog = page.getByRole("dialog", { name: "Order Details" });
    await dialog.getByText("Order Information").waitFor();
    const text = await dialog.innerText();
    for (const part of [
      "Customer Information",
      "barbara@example.com",
      "502-555-0101",
      "12 Barrel Rd, Apt 3",
      "Louisville",
      "KY",
      "40202",
      "US",
      "Item",
      "Quantity",
      "Price",
      "Total",
      "Shipping",
      "$10.00",
      "Grand Total",
      "Placed by the customer",
      "Payment: Unpaid to Paid",
    ])
      expect(text).toContain(part);
    expect(text).toMatch(/ord_[0-9A-Z]{26}/);
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "View" }).click();
    await dialog.waitFor();
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: "hidden" });
    expect(problems).toEqual([]);
  });

  test("a tracking number completes the order; part of the money goes back once", async () => {
    const { page } = await open(`${ORDERS}&q=evi`);
    await page.getByRole("button", { name: "View" }).click();
    const dialog = page.getByRole("dialog", { name: "Order Details" });
    await dialog.getByLabel("Tracking number").fill("1Z999AA10123456784");
    await dialog.getByRole("button", { name: "Complete order" }).click();
    await dialog.getByText("Tracking: 1Z999AA10123456784 by you").waitFor();
    await dialog.getByText("Status: Pending to Completed by you").waitFor();
    await dialog.getByRole("button", { name: "Refund", exact: true }).click();
    const refund = page.getByRole("dialog", { name: "Refund" });
    const amount = refund.getByLabel("Amount");
    await amount.fill("9999");
    await refund.getByRole("button", { name: "Refund", exact: true }).click();
    await refund.getByText(/^At most \$/).waitFor();
    expect(await violations(page)).toEqual([]);
    await amount.fill("5.50");
    await refund.getByRole("button", { name: "Refund", exact: true }).click();
    await page.getByText("$5.50 is on its way back").waitFor();
    await dialog.getByText("Partially refunded").first().waitFor();
  });

  test("of no order there are none", async () => {
    const { page } = await open(`${ORDERS}&order=ord_none`);
    await page.getByText("Invalid order ID").waitFor();
  });

  test("the packing slip has what goes into the parcel, and no prices", async () => {
    const { page } = await open(`${ORDERS}&q=grace`);
    await page.evaluate(() => {
      window.print = () => (document.title = "printing");
    });
    await page.getByRole("button", { name: "View" }).click();
    await page.getByRole("button", { name: "Packing slip" }).click();
    await soon(() => page.title()).toBe("printing");
    await page.emulateMedia({ media: "print" });
    const text = await page.locator("body").innerText();
    expect(text).toContain("Packing slip");
    expect(text).toContain("12 Barrel Rd, Apt 3, Louisville, KY 40202, US");
    expect(text).not.toContain("$");
    expect(text).not.toContain("Admin Dashboard");
  });
});

test("from the sign-in to a changed status by keys alone", async () => {
  const { page } = await site.visit();
  await page.goto(ORDERS);
  await page.getByLabel("Email Address").focus();
  await page.keyboard.type(STAFF.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(STAFF.password);
  await page.keyboard.press("Enter");
  await page.getByText(/Showing 1-5 of/).waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await page.keyboard.type("grace");
  await page.getByText("Showing 1-1 of 1 orders").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Order Details" }).getByText("grace@example.com").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await soon(() => page.getByRole("row").nth(1).getByRole("combobox").inputValue()).toBe("2");
});

test("nothing to complain about on a phone, a tablet and a desk", async () => {
  const { page } = await open();
  for (const width of [1440, 768, 375]) {
    await page.setViewportSize({ width, height: 900 });
    await page.getByText(/Showing 1-5 of/).waitFor();
    expect(await page.getByRole("table").count(), `table at ${width} px`).toBe(width > 768 ? 1 : 0);
    expect(await violations(page), `list at ${width} px`).toEqual([]);
    await page.getByRole("button", { name: "View" }).first().click();
    await page.getByText("Customer Information").waitFor();
    expect(await violations(page), `details at ${width} px`).toEqual([]);
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(over, `sideways scroll at ${width} px`).toBe(0);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }
});
