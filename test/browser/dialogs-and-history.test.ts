import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import { toasts } from "../support/browser.ts";
import { openSiteWithOrders } from "../support/orders-page.ts";
import { cards, openEditForm } from "../support/products-page.ts";
import { productCard, showAllProducts } from "../support/store-page.ts";

const { site, openList: openOrderList } = openSiteWithOrders("dialogs.example", ["Ada Lovelace"]);
const pathOf = (page: Page) => new URL(page.url()).pathname;
const openDialogCount = (page: Page) => page.locator("dialog:modal").count();
/** Waits long enough to notice a second, unwanted navigation. */
const waitForUnwantedNavigation = (page: Page) => page.waitForTimeout(300);

/** Sends Enter to the focused element as often as a held key would. */
async function holdEnter(page: Page): Promise<void> {
  for (let repeat = 0; repeat < 6; repeat++) {
    await page.keyboard.down("Enter");
    await page.waitForTimeout(30);
  }
  await page.keyboard.up("Enter");
}

/** Opens the home page and then the store, so that going back once too often leaves the store. */
async function visitStoreFromHome(category = "ticket") {
  const { page, problems } = await site.visit();
  await page.goto("/");
  await page.getByRole("link", { name: "Shop Now" }).click();
  await showAllProducts(page);
  const product = site.productOf(category);
  const link = productCard(page, product.name).getByRole("link");
  const dialog = page.getByRole("dialog", { name: product.name });
  return { page, problems, product, link, dialog };
}

test.describe("the product dialog", () => {
  test("goes back only once when it is closed twice: by two clicks, by two presses of Escape, by a held Enter", async () => {
    const { page, problems, link, dialog } = await visitStoreFromHome();
    const closeButton = dialog.getByRole("button", { name: "Close details" });
    const addButton = dialog.getByRole("button", { name: "Add to Cart" });
    const waysToCloseTwice: Record<string, () => Promise<unknown>> = {
      "two clicks on the close button": () => closeButton.dblclick(),
      "two presses of Escape": async () => {
        await page.keyboard.press("Escape");
        await page.keyboard.press("Escape");
      },
      "two clicks on 'Add to Cart'": () => addButton.dblclick(),
      "a held Enter on 'Add to Cart'": async () => {
        await addButton.focus();
        await holdEnter(page);
      },
    };
    for (const [name, close] of Object.entries(waysToCloseTwice)) {
      await link.click();
      await dialog.waitFor();
      await close();
      await dialog.waitFor({ state: "hidden" });
      await waitForUnwantedNavigation(page);
      expect([name, pathOf(page), await openDialogCount(page)]).toEqual([name, "/store", 0]);
    }
    await page.getByRole("button", { name: "Cart: 2 items" }).click();
    const cart = page.getByRole("dialog", { name: "Your Cart" });
    await expect.poll(() => cart.getByRole("group", { name: /^Quantity/ }).innerText()).toMatch(/\b2\b/);
    await page.goBack();
    await cart.waitFor({ state: "hidden" });
    await page.goBack();
    await expect.poll(() => pathOf(page)).toBe("/");
    expect(problems).toEqual([]);
  });

  test("opens once when its card is clicked twice or Enter is held on it; a link clicked while it closes opens its page", async () => {
    const { page, link, dialog } = await visitStoreFromHome();
    await link.dblclick();
    await dialog.waitFor();
    await page.goBack();
    await dialog.waitFor({ state: "hidden" });
    await waitForUnwantedNavigation(page);
    expect([pathOf(page), await openDialogCount(page)]).toEqual(["/store", 0]);
    await link.focus();
    await holdEnter(page);
    await dialog.waitFor();
    await dialog.getByRole("button", { name: "Close details" }).evaluate((closeButton: HTMLElement) => {
      closeButton.click();
      document.querySelector<HTMLElement>("header a[href='/']")?.click();
    });
    await page.waitForURL((url) => url.pathname === "/");
    await waitForUnwantedNavigation(page);
    expect(pathOf(page)).toBe("/");
    await page.goBack();
    await link.waitFor();
    expect([pathOf(page), await openDialogCount(page)]).toEqual(["/store", 0]);
  });

  test("does not pass a double click on its button to the card below the dialog", async () => {
    // The dialog's button is where the store has a card or, after the addition, a toast.
    const { page, product, link, dialog } = await visitStoreFromHome("polos");
    await link.click();
    const [variant] = product.variants ?? [];
    for (const name of [variant?.color ?? "", variant?.size ?? ""])
      await dialog.getByRole("radio", { name, exact: true }).check();
    const box = await dialog.getByRole("button", { name: "Add to Cart" }).boundingBox();
    if (!box) throw new Error("The dialog has no button 'Add to Cart'");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.click(x, y);
    await dialog.waitFor({ state: "hidden" });
    const isPointOn = (selector: string) =>
      page.evaluate(
        ([part, px, py]) => Boolean(document.elementFromPoint(Number(px), Number(py))?.closest(String(part))),
        [selector, x, y],
      );
    // The second click would press a button of the toast, or open or add the product of a card.
    expect(await isPointOn("article, [data-visible]")).toBe(true);
    // A slow double click.
    await page.waitForTimeout(200);
    await page.mouse.click(x, y, { clickCount: 2 });
    await waitForUnwantedNavigation(page);
    expect([pathOf(page), await openDialogCount(page)]).toEqual(["/store", 0]);
    expect(await page.evaluate(() => String(getSelection()))).toBe("");
    // A toast stays while the pointer is on it.
    await page.mouse.move(0, 0);
    await toasts(page).getByText("added to cart!").waitFor({ state: "hidden" });
    await page.mouse.wheel(0, 40);
    await expect.poll(() => isPointOn("article")).toBe(true);
    await page.mouse.click(x, y);
    await expect.poll(() => openDialogCount(page)).toBe(1);
  });
});

/**
 * Opens the dialog by `opener` and closes it, four times: by Back, Escape, Back and the close button. Expects that the URL
 * stays the same, that Forward opens the dialog again, and that Back without a dialog leaves the page.
 */
async function expectOneHistoryEntry(page: Page, opener: Locator, name: string, closeLabel: string) {
  const address = page.url();
  const dialog = page.getByRole("dialog", { name });
  const closeActions = [
    () => page.goBack(),
    () => page.keyboard.press("Escape"),
    () => page.goBack(),
    () => dialog.getByRole("button", { name: closeLabel }).click(),
  ];
  for (const close of closeActions) {
    await opener.click();
    await dialog.waitFor();
    await close();
    await dialog.waitFor({ state: "hidden" });
    await waitForUnwantedNavigation(page);
    expect(page.url()).toBe(address);
  }
  await page.goForward();
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: "hidden" });
  await page.goBack();
  await expect.poll(() => page.url()).not.toBe(address);
}

test.describe("Back closes an open dialog, and leaves the page if the dialog is closed:", () => {
  test("the cart and the menu", async () => {
    const { page, problems } = await site.visit({ viewport: { width: 375, height: 812 } });
    await page.goto("/");
    await page.goto("/terms");
    await expectOneHistoryEntry(page, page.getByRole("button", { name: /^Cart/ }), "Your Cart", "Close cart");
    await page.goto("/terms");
    await expectOneHistoryEntry(page, page.getByRole("button", { name: "Menu" }), "Menu", "Close menu");
    // A link in the menu replaces the menu's history entry.
    await page.goto("/terms");
    const menu = page.getByRole("dialog", { name: "Menu" });
    await page.getByRole("button", { name: "Menu" }).click();
    await menu.getByRole("link", { name: "Contact" }).click();
    await page.waitForURL("**/contact");
    await menu.waitFor({ state: "hidden" });
    await page.goBack();
    await expect.poll(() => pathOf(page)).toBe("/terms");
    expect(await openDialogCount(page)).toBe(0);
    expect(problems).toEqual([]);
  });

  test("the account, an order, and the form for a product", async () => {
    const { page, problems } = await openOrderList();
    await page.getByRole("tab", { name: "Products" }).click();
    await cards(page).first().waitFor();
    await page.getByRole("tab", { name: "Orders" }).click();
    const viewButton = page.getByRole("button", { name: /^View/ }).first();
    await viewButton.waitFor();
    const address = page.url();
    await expectOneHistoryEntry(page, viewButton, "Order Details", "Close");
    await page.goForward();
    await expect.poll(() => page.url()).toBe(address);
    await expectOneHistoryEntry(page, page.getByRole("button", { name: /^Account/ }), "Account", "Close");

    const listUrl = page.url();
    await openEditForm(page, site.productOf("polos").name);
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.poll(() => page.url()).toContain("q=");
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("heading", { name: "Edit Product" }).waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Edit" }).waitFor();
    await page.goBack();
    await expect.poll(() => page.url()).not.toContain("tab=products");
    expect(page.url()).not.toBe(listUrl);
    expect(problems).toEqual([]);
  });
});
