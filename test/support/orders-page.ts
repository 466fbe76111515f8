import type { BrowserContextOptions, Page } from "@playwright/test";
import { test } from "./browser-test.ts";
import { openSite } from "./site.ts";
import { withSignIn } from "./admin-session.ts";
import { placeOrder } from "./place-order.ts";

export const ORDERS = "/admin/dashboard?tab=orders";
/** A customer's name that contains markup and a spreadsheet formula. */
export const HOSTILE_NAME = '<img src=x onerror="alert(1)"> =1+1';
const NAMES = [
  "Ada Lovelace",
  "Grace Hopper",
  "Radia Perlman",
  "Alan Turing",
  "Barbara Liskov",
  "Evi Nemeth",
];

/** The nth row of the table, counted from 1 after the heading. */
export const rowOf = (page: Page, n = 1) => page.getByRole("row").nth(n);

/** Places seven paid orders and one unpaid order; `open` opens the list of orders as a signed-in admin. */
export function openOrders() {
  const site = openSite();
  const visit = withSignIn((options) => site.visit(options));
  test.beforeAll(async () => {
    const product = site.productOf("shirts");
    for (const name of NAMES) {
      const email = `${name.split(" ")[0] ?? ""}@example.com`.toLowerCase();
      await placeOrder(site.url(), product, { name, email, ship: true });
    }
    await placeOrder(site.url(), product, { name: HOSTILE_NAME, email: "mallory@example.com" });
    await placeOrder(site.url(), product, { name: "Never Paid", pay: false });
  });
  return {
    site,
    visit,
    open: async (path = ORDERS, options: BrowserContextOptions = {}) => {
      const visitor = await visit(options);
      await visitor.page.goto(path);
      await visitor.page
        .getByRole("status")
        .getByText(/^Showing/)
        .waitFor();
      return visitor;
    },
  };
}
