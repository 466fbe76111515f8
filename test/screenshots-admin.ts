// Takes the screenshots of the back office for `npm run screenshots`.
import type { Page } from "@playwright/test";
import { adminApi } from "../shared/api-admin.ts";
import { dayOf } from "../shared/analytics.ts";
import type { Product } from "../shared/product.ts";
import { timeZone } from "../shared/site/address-and-hours.ts";
import { submitSignIn } from "./support/admin-session.ts";
import { placeOrder } from "./support/place-order.ts";
import { sampleSales } from "./support/sample-sales.ts";

const CUSTOMERS = ["Ada Lovelace", "Radia Perlman", "Evi Nemeth", "Barbara Liskov", "Alan Turing"];

/** Places paid orders of several customers and one unpaid checkout. */
export async function placeOrders(url: string, products: readonly Product[]): Promise<void> {
  const wellStocked = products.filter(({ stock }) => stock > 20);
  for (const [i, name] of CUSTOMERS.entries()) {
    const product = wellStocked[(i * 3) % wellStocked.length];
    const email = `${name.split(" ")[0] ?? ""}@example.com`.toLowerCase();
    if (product) await placeOrder(url, product, { name, email, ship: true, quantity: 1 + (i % 2) });
  }
  if (wellStocked[0]) await placeOrder(url, wellStocked[0], { name: "Alan Kay", pay: false });
}

/** Signs in, and takes screenshots of the orders, an order, the products, a product's form and the figures. */
export async function screenshotAdmin(
  page: Page,
  products: readonly Product[],
  takeScreenshot: (name: string) => Promise<void>,
): Promise<void> {
  const today = dayOf(new Date(), timeZone);
  await page.route(`**${adminApi.getAnalytics.path}**`, (route) =>
    route.fulfill({ json: sampleSales(products, today) }),
  );
  await page.goto("/admin/dashboard?tab=orders");
  await submitSignIn(page);
  await page.getByText(/^Showing 1-/).waitFor();
  await page.getByText(/Login successful/).waitFor({ state: "hidden" });
  await takeScreenshot("orders");
  await page.getByRole("button", { name: /^View/ }).first().click();
  await page.getByRole("dialog").getByText("Grand Total").waitFor();
  await takeScreenshot("order");
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Products" }).click();
  await page.getByRole("button", { name: "Add New Product" }).waitFor();
  await takeScreenshot("products");
  // The unpaid checkout of `placeOrders` holds pieces of this product.
  const heldProduct = products.find(({ stock }) => stock > 20);
  await page.goto(`/admin/dashboard?tab=products&form=edit&id=${heldProduct?.id ?? ""}`);
  await page.getByText("held until").first().waitFor();
  await page
    .getByRole("heading", { name: "Images" })
    .evaluate((heading) => window.scrollTo({ top: heading.getBoundingClientRect().top - 180 }));
  await takeScreenshot("product-form");
  await page.getByRole("tab", { name: "Analytics" }).click();
  await page.getByRole("heading", { name: "Revenue by day" }).waitFor();
  await takeScreenshot("analytics");
}
