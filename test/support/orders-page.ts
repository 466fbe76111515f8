import type { BrowserContextOptions, Page } from "@playwright/test";
import { test } from "./browser-test.ts";
import { openSite } from "./site.ts";
import { placeOrder, staffOf } from "./staff.ts";

export const ORDERS = "/admin/dashboard?tab=orders";
/** What a customer may call themselves. */
export const HOSTILE = '<img src=x onerror="alert(1)"> =1+1';
const NAMES = [
  "Ada Lovelace",
  "Grace Hopper",
  "Radia Perlman",
  "Alan Turing",
  "Barbara Liskov",
  "Evi Nemeth",
];

/** A row of the table, from 1. */
export const rowOf = (page: Page, n = 1) => page.getByRole("row").nth(n);

/** The shop with seven paid orders and one checkout that was left, and its staff before the list of orders. */
export function openOrders() {
  const site = openSite();
  const visit = staffOf((options) => site.visit(options));
  test.beforeAll(async () => {
    const product = site.productOf("shirts");
    for (const name of NAMES) {
      const email = `${name.split(" ")[0] ?? ""}@example.com`.toLowerCase();
      await placeOrder(site.url(), product, { name, email, ship: true });
    }
    await placeOrder(site.url(), product, { name: HOSTILE, email: "mallory@example.com" });
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
