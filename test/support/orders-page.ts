import type { Page } from "@playwright/test";
import { test } from "./browser-test.ts";
import { openSite } from "./site.ts";
import { withSignIn } from "./admin-session.ts";
import { placeOrder } from "./place-order.ts";

export const ORDERS_PATH = "/admin/dashboard?tab=orders";
/** A customer's name that begins with a spreadsheet formula and contains markup. */
export const HOSTILE_NAME = '=1+1 <img src=x onerror="alert(1)">';
/** The nth row of the table, counted from 1 after the heading. */
export const rowOf = (page: Page, n = 1) => page.getByRole("row").nth(n);

/**
 * Places a paid order for each customer, who agrees to the newsletter, before the first test. `domain` is the domain of the
 * customers' email addresses, which no other test uses.
 */
export function openSiteWithOrders(domain: string, customers: readonly string[]) {
  const site = openSite();
  const visitAsAdmin = withSignIn((options) => site.visit(options));
  const emailOf = (name: string): string => `${/\w+/.exec(name)?.[0] ?? ""}@${domain}`.toLowerCase();
  test.beforeAll(async () => {
    for (const name of customers)
      await placeOrder(site.url(), site.productOf("shirts"), { name, email: emailOf(name), ship: true });
  });
  return {
    site,
    visitAsAdmin,
    emailOf,
    /** Opens the list as a signed-in admin. By default, it shows only the orders of these customers. */
    openList: async ({ q = `@${domain}`, ...query }: Record<string, string> = {}) => {
      const visitor = await visitAsAdmin();
      await visitor.page.goto(`${ORDERS_PATH}&${new URLSearchParams({ ...query, q }).toString()}`);
      await visitor.page
        .getByRole("status")
        .getByText(/^Showing/)
        .waitFor();
      return visitor;
    },
  };
}
