import { expect, test } from "../support/browser-test.ts";
import { violations } from "../support/browser.ts";
import { delayResponse } from "../support/delay-response.ts";
import { openStore, productCard, shownCount } from "../support/store-page.ts";

const { site, client, productAdmin, productCount, visitStore } = openStore();

test.describe("the live catalog", () => {
  test("shows changes by an admin on an open page within 10 s", async () => {
    const tee = await client.createProduct({ name: "Slow Change Tee", price: 20 });
    const { page } = await visitStore();
    await productCard(page, tee.name).getByText("$20.00").waitFor();
    await productAdmin.change(tee.id, { price: 21.5, stock: 2 });
    await productCard(page, tee.name).getByText("$21.50").waitFor({ timeout: 10_000 });
    await productCard(page, tee.name).getByText("Only 2 left!").waitFor();
    await productAdmin.remove(tee.id);
    await productCard(page, tee.name).waitFor({ state: "detached", timeout: 10_000 });
  });

  test("shows an error when it cannot be loaded, and keeps old products when a refresh fails", async () => {
    const { page } = await site.visit();
    let down = true;
    await page.route("**/api/products", (route) =>
      down ? route.fulfill({ status: 503, body: "" }) : route.continue(),
    );
    await page.goto("/store");
    await page.getByRole("alert").getByText("The store could not be loaded.").waitFor();
    expect(await violations(page)).toEqual([]);
    down = false;
    await page.getByRole("button", { name: "Try Again" }).click();
    await expect.poll(() => shownCount(page)).toBe(await productCount());
    down = true;
    await page.getByText("The store could not be refreshed.").waitFor({ timeout: 12_000 });
    await expect.poll(() => shownCount(page)).toBe(await productCount());
    down = false;
    await page.getByText("The store could not be refreshed.").waitFor({ state: "detached", timeout: 12_000 });
  });

  test("shows a spinner and placeholder cards while it loads", async () => {
    const { page } = await site.visit();
    const list = await delayResponse(page, "**/api/products", "GET");
    await page.goto("/store");
    await page.getByRole("status").getByText("Loading products...").waitFor();
    expect(await violations(page)).toEqual([]);
    await list.release();
    await expect.poll(() => shownCount(page)).toBe(await productCount());
    await expect.poll(() => page.getByText("Loading products...").count()).toBe(0);
  });
});
