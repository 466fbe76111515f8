import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { apiMessages } from "../../shared/api-messages.ts";
import { variantLabel } from "../../shared/product.ts";
import { expect, test } from "../support/browser-test.ts";
import { toasts, accessibilityViolations } from "../support/browser.ts";
import { labelOf } from "../support/category-labels.ts";
import { createClient } from "../support/client.ts";
import { delayResponse } from "../support/delay-response.ts";
import { createProductAdmin } from "../support/product-admin.ts";
import { cards, openEditForm, openProducts, submitProduct } from "../support/products-page.ts";
import { submitSignIn, ADMIN_ACCOUNT } from "../support/admin-session.ts";
import { variantWithMostStock, placeOrder } from "../support/place-order.ts";

const { site, openList, openForm, storedProduct } = openProducts();
const folder = mkdtempSync(join(tmpdir(), "pictures-"));
const pathOf = (name: string) => join(folder, name);

/** Saves the form. The shop saves the product, but its answer is lost. */
async function loseAnswer(page: Page): Promise<void> {
  await page.route("**/api/admin/products/**", async (route) => {
    if (route.request().method() === "PUT") await route.fetch();
    await route.fulfill({ status: 503, contentType: "application/json", body: "{}" });
  });
  await submitProduct(page);
  await page.getByText("The service is busy. Please try again in a moment.").waitFor();
  await page.unroute("**/api/admin/products/**");
}

test.beforeAll(async () => {
  const picture = { create: { width: 900, height: 700, channels: 3 as const, background: "#c8761a" } };
  await sharp(picture).jpeg().toFile(pathOf("amber.jpg"));
  await sharp(picture).png().toFile(pathOf("amber.png"));
  await sharp(picture).webp().toFile(pathOf("amber.webp"));
  // A photo of more than 5 MB that its EXIF orientation turns to portrait format.
  const noise = { type: "gaussian" as const, mean: 128, sigma: 60 };
  await sharp({ create: { width: 3200, height: 2000, channels: 3, background: "#000", noise } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100 })
    .toFile(pathOf("photo.jpg"));
  writeFileSync(pathOf("photo.heic"), "no picture");
  writeFileSync(pathOf("page.png"), "<html><script>alert(1)</script></html>");
  writeFileSync(pathOf("notes.txt"), "hello");
  writeFileSync(pathOf("big.png"), Buffer.alloc(5_242_881));
});
test.afterAll(() => rmSync(folder, { recursive: true }));

test.describe("the product form", () => {
  test("names the missing fields, and says why an image is refused", async () => {
    const { page } = await openList({ category: "ticket" });
    await page.getByRole("button", { name: "Add New Product" }).click();
    await page.getByRole("heading", { name: "Add New Product" }).waitFor();
    await submitProduct(page);
    await page.getByRole("alert").getByText("Please check the marked fields.").waitFor();
    await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
    for (const message of [
      "At least one image is required",
      "Name is required",
      "Description is required",
      "Price is required",
      "Stock is required",
      "Category is required",
    ])
      await page.getByText(message).waitFor();
    await page.getByLabel("Price").fill("a lot");
    await submitProduct(page);
    await page.getByText("Enter a price such as 24.00").waitFor();

    const category = page.getByLabel("Category");
    const venue = page.getByLabel("Venue");
    await category.selectOption("ticket");
    await submitProduct(page);
    await page.getByText("Start is required").waitFor();
    await page.getByText("Venue is required").waitFor();
    await venue.fill("The Rickhouse");
    await page.getByLabel("Starts").fill("2027-03-14T02:30");
    await page.getByLabel("Time zone").fill("America/New_York");
    await submitProduct(page);
    await page.getByText("The clocks skip this time on that day").waitFor();
    const state = page.getByRole("combobox", { name: "State", exact: true });
    await state.pressSequentially("Kentucky");
    await expect(state).toHaveValue("KY");
    await state.fill("");
    await state.pressSequentially("west");
    await page.getByRole("option", { name: "West Virginia" }).click();
    await expect(state).toHaveValue("WV");
    await page.getByLabel("Starts").fill("2020-01-15T19:00");
    await page.getByLabel("Ends").fill("2020-01-15T22:00");
    await page.getByText("This event is over: the product will not be in the store.").waitFor();
    await category.selectOption("polos");
    await venue.waitFor({ state: "detached" });
    await category.selectOption("ticket");
    await expect(venue).toHaveValue("The Rickhouse");

    const images = page.getByLabel("Add images");
    await images.setInputFiles([pathOf("notes.txt"), pathOf("big.png"), pathOf("photo.heic")]);
    await page
      .getByText("Only image files are allowed. File type must be jpeg, jpg, png, gif, webp")
      .waitFor();
    await page.getByText("File size must be less than 5MB").waitFor();
    await page.getByText("File is larger than 5242880 bytes and could not be made smaller").waitFor();
    await page.getByText("or one that this browser can read").waitFor();
    await images.setInputFiles(Array.from({ length: 6 }, () => pathOf("amber.png")));
    await page.getByText("Too many files").first().waitFor();
    await images.setInputFiles(pathOf("page.png"));
    // The page waits for the server's check of an image for up to 60 s.
    await page
      .getByRole("listitem")
      .filter({ hasText: "page.png" })
      .getByRole("alert")
      .waitFor({ timeout: 65_000 });
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test("moves the focus to the first wrong field at each failing save", async () => {
    const { page } = await openForm(site.productOf("polos"));
    const price = page.getByLabel("Price");
    await price.fill("19,99");
    for (const attempt of ["first", "second"])
      await test.step(`the ${attempt} save`, async () => {
        const lastButton = page.getByRole("button", { name: "Add detail" });
        await lastButton.focus();
        await lastButton.scrollIntoViewIfNeeded();
        await submitProduct(page);
        await expect(price).toBeFocused();
        await expect(price).toBeInViewport();
      });
  });

  test("keeps images in the sequence in which they were chosen, also when the first upload ends last", async () => {
    const { page } = await openList({ form: "new" });
    const firstResponse = Promise.withResolvers<void>();
    let firstUploadId: string | undefined;
    await page.route("**/api/admin/uploads", async (route) => {
      const response = await route.fetch();
      const isFirst = route.request().postData()?.includes("amber.jpg");
      if (isFirst) firstUploadId = ((await response.json()) as { uploadId: string }).uploadId;
      if (isFirst) await firstResponse.promise;
      await route.fulfill({ response });
    });
    await page.getByLabel("Add images").setInputFiles([pathOf("amber.jpg"), pathOf("amber.png")]);
    await page.waitForResponse(
      async (response) =>
        /\/uploads\/[^/]+$/.test(response.url()) && (await response.text()).includes('"ready"'),
    );
    expect(await page.getByRole("img", { name: /^Image/ }).count()).toBe(0);
    firstResponse.resolve();
    await page.getByRole("img", { name: "Image 2" }).waitFor();
    expect(await page.getByRole("img", { name: "Image 1" }).getAttribute("src")).toContain(firstUploadId);
  });

  test("keeps the focus at the images when they are moved, removed or uploaded again by keyboard", async () => {
    const { page } = await openList({ form: "new" });
    const section = page.getByRole("region", { name: "Images" });
    const chooseButton = section.getByRole("button", { name: "choose files" });
    const button = (name: string) => section.getByRole("button", { name, exact: true });
    const input = page.getByLabel("Add images");
    let isFailing = true;
    await page.route("**/api/admin/uploads", (route) =>
      isFailing
        ? route.fulfill({ status: 500, contentType: "application/json", body: "{}" })
        : route.fallback(),
    );
    await input.setInputFiles([pathOf("amber.jpg"), pathOf("amber.png")]);
    await button("Dismiss amber.png").press("Enter");
    await expect(chooseButton).toBeFocused();
    isFailing = false;
    await button("Retry amber.jpg").press("Enter");
    await expect(section.locator(":focus")).toHaveCount(1);
    await section.getByRole("img", { name: "Image 1" }).waitFor();
    await expect(chooseButton).toBeFocused();
    await input.setInputFiles([pathOf("amber.png"), pathOf("amber.webp")]);
    // More files can be chosen meanwhile.
    await expect(chooseButton).toBeVisible();
    await section.getByRole("img", { name: "Image 3" }).waitFor();

    await button("Move image 3 earlier").press("Enter");
    await expect(button("Move image 2 earlier")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(button("Move image 1 later")).toBeFocused();
    await button("Remove image 2").press("Enter");
    await expect(button("Remove image 2")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(button("Remove image 1")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(chooseButton).toBeFocused();
  });

  test("adds a product with images, details and variants, which the store then shows", async () => {
    const { page, problems } = await openList({ q: "Proof Tee", form: "new" });
    await page.getByLabel("Name").fill("Proof Tee");
    await page.getByLabel("Description").fill("A tee that proves the form. <b>Markup</b> stays text.");
    await page.getByLabel("Price").fill("24.5");
    await page.getByLabel("Category").selectOption(labelOf("shirts"));
    await page.getByRole("button", { name: "Add sizes or colors" }).click();
    await page.getByLabel("Size of variant 1").fill("M");
    await page.getByLabel("Color of variant 1").fill("Char");
    await page.getByLabel("Stock of variant 1").fill("4");
    await page.getByRole("button", { name: "Add several at once" }).click();
    await page.getByRole("checkbox", { name: "L", exact: true }).check();
    await page.getByLabel("Colors", { exact: true }).fill("Char, Oak");
    await page.getByLabel("Stock of each new variant").fill("0");
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Add 3 variants" }).click();
    expect(await page.getByLabel("Size of variant 4").inputValue()).toBe("L");
    await page.getByRole("button", { name: "Add detail" }).click();
    await page.getByLabel("Detail 1", { exact: true }).fill("Cotton");
    await page.getByLabel("Add images").setInputFiles([pathOf("photo.jpg"), pathOf("amber.webp")]);
    await page.getByRole("img", { name: "Image 2" }).waitFor();
    await expect
      .poll(() =>
        page
          .getByRole("img", { name: "Image 1" })
          .evaluate((image: HTMLImageElement) => image.naturalHeight > image.naturalWidth),
      )
      .toBe(true);
    const [firstImage, secondImage] = await page.getByRole("img", { name: /^Image/ }).all();
    const imageUrls = [await firstImage?.getAttribute("src"), await secondImage?.getAttribute("src")];
    await page.getByRole("button", { name: "Move image 2 earlier" }).click();
    await expect
      .poll(() => page.getByRole("img", { name: "Image 1" }).getAttribute("src"))
      .toBe(imageUrls[1]);
    await page.getByText("Main", { exact: true }).waitFor();
    await page.getByText("Only 4 left!").waitFor();
    await submitProduct(page);
    await toasts(page).getByText("Proof Tee saved").waitFor();
    await expect
      .poll(() => storedProduct("Proof Tee"))
      .toMatchObject({
        price: 24.5,
        stock: 4,
        details: ["Cotton"],
        imageUrl: imageUrls[1],
        variants: [
          { size: "M", color: "Char", stock: 4 },
          { size: "L", color: "Char", stock: 0 },
          { size: "M", color: "Oak", stock: 0 },
          { size: "L", color: "Oak", stock: 0 },
        ],
      });
    await page.goto("/store?q=Proof+Tee");
    await page.getByText("<b>Markup</b>").first().waitFor();
    expect(problems).toEqual([]);
  });

  test("shows how many items of each variant are available, held and sold, and when the holds end", async () => {
    const product = site.productOf("sweatpants");
    const variant = variantWithMostStock(product);
    if (!variant) throw new Error("The product has no variant");
    await placeOrder(site.url(), product, { quantity: 3 });
    await placeOrder(site.url(), product, { pay: false });
    const { page } = await openForm(product);
    const row = page
      .getByRole("listitem")
      .filter({ has: page.getByLabel(`Stock of variant ${(product.variants?.indexOf(variant) ?? 0) + 1}`) });
    await row.getByText("1 held until").waitFor();
    const figures = (await row.locator("dl").innerText()).replace(/\s+/g, " ");
    expect(figures).toBe(`Available ${variant.stock - 4} Held 1 Sold 3`);
    const holdEnd = await row.getByRole("time").getAttribute("datetime");
    expect(Date.parse(holdEnd ?? "") - Date.now()).toBeGreaterThan(25 * 60_000);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test("shows the stock of a variant that is no longer offered; it can be moved or written off", async () => {
    // The last product with enough variants, because the other tests buy the first of these products.
    const product = site
      .products()
      .findLast(
        ({ variants = [] }) => variants.length > 2 && variants.slice(0, 2).every(({ stock }) => stock > 2),
      );
    const [first, second] = product?.variants ?? [];
    if (!product || !first || !second) throw new Error("No product has enough variants");
    const { page, problems } = await openForm(product);
    const removeFirstVariantAndSave = async (cardText: string) => {
      await page.getByRole("button", { name: "Remove variant 1", exact: true }).click();
      await submitProduct(page);
      await toasts(page).getByText(`${product.name} saved`).last().waitFor();
      await cards(page).filter({ hasText: product.name }).getByText(cardText).waitFor();
      await openEditForm(page, product.name);
    };
    const notOffered = page.getByRole("heading", { name: "No longer offered" });
    await removeFirstVariantAndSave(`${first.stock} items no longer offered`);
    const message = `${first.stock} items are in ${variantLabel(first)}, which is no longer offered.`;
    await page.getByText(message).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page
      .getByRole("listitem")
      .filter({ hasText: message })
      .getByRole("button", { name: "Move", exact: true })
      .click();
    await toasts(page).getByText(`${first.stock} moved to`).waitFor();
    await notOffered.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Cancel" }).click();
    const itemCount = first.stock + second.stock;
    await expect
      .poll(
        async () => (await storedProduct(product.name))?.variants?.find(({ id }) => id === second.id)?.stock,
      )
      .toBe(itemCount);
    await openEditForm(page, product.name);
    await removeFirstVariantAndSave(`${itemCount} items no longer offered`);
    await page.getByRole("button", { name: "Write off" }).click();
    await page.getByRole("button", { name: `Really write off ${itemCount}?` }).click();
    await toasts(page).getByText(`${itemCount} written off`).waitFor();
    await notOffered.waitFor({ state: "detached" });
    expect(problems).toEqual([]);
  });

  test("asks before unsaved changes are lost, also on logout", async () => {
    const { page } = await openForm(site.productOf("polos"));
    await page.getByLabel("Description").fill("Something else");
    const question = page.getByText("You have unsaved changes. Are you sure you want to leave?");
    for (const buttonName of ["Cancel", "Logout"]) {
      await page.getByRole("button", { name: buttonName }).click();
      await question.waitFor();
      await page.getByRole("button", { name: "Stay" }).click();
      await question.waitFor({ state: "hidden" });
      await expect.poll(() => page.getByLabel("Description").inputValue()).toBe("Something else");
    }
    await page.getByRole("tab", { name: "Orders" }).click();
    await question.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Leave" }).click();
    await page.getByRole("heading", { name: "Orders" }).waitFor();
  });

  test("keeps the input when a save is refused or has no answer or the session has ended, and cannot be changed during a save", async () => {
    const product = site.productOf("polos");
    const { page } = await openForm(product);
    const description = page.getByLabel("Description");
    const stock = page.getByLabel("Stock of variant 1", { exact: true });
    const stockBefore = Number(await stock.inputValue());
    await stock.fill(String(stockBefore + 5));
    await description.fill("Typed first");
    await loseAnswer(page);
    await expect.poll(() => description.inputValue()).toBe("Typed first");
    await description.fill("Typed once");
    const refusal = { code: "aborted", message: apiMessages.eventHasGuests };
    await page.route("**/api/admin/products/*", (route) =>
      route.fulfill({ status: 409, json: { error: refusal } }),
    );
    await submitProduct(page);
    await page.getByRole("alert").getByText(apiMessages.eventHasGuests).waitFor();
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await page.unroute("**/api/admin/products/*");

    await page.evaluate(() => localStorage.clear());
    await submitProduct(page);
    await page.getByRole("heading", { name: "Please sign in again" }).waitFor();
    const delayedSave = await delayResponse(page, "**/api/admin/products/*", "PUT");
    await submitSignIn(page, ADMIN_ACCOUNT);
    await delayedSave.received;
    await page.getByRole("heading", { name: "Please sign in again" }).waitFor({ state: "hidden" });
    await description.evaluate((field: HTMLTextAreaElement) => field.focus());
    await page.keyboard.type("lost");
    expect(await description.inputValue()).toBe("Typed once");
    await delayedSave.release();
    await toasts(page).getByText(`${product.name} saved`).waitFor();
    await expect
      .poll(() => storedProduct(product.name))
      .toMatchObject({ description: "Typed once", stock: product.stock + 5 });
  });

  test("asks which changes to keep if another admin has saved after a save without an answer, and adds stock once", async () => {
    const product = site.productOf("sweatpants");
    const { page } = await openForm(product);
    const stockField = page.getByLabel("Stock of variant 1", { exact: true });
    await stockField.fill(String(Number(await stockField.inputValue()) + 5));
    await loseAnswer(page);
    const otherAdmin = createProductAdmin(createClient({ url: site.url() }));
    const { stock } = await otherAdmin.change(product.id, { price: 78 });
    await page.getByLabel("Description").fill("Typed after the loss");
    await submitProduct(page);
    const dialog = page.getByRole("alertdialog");
    await expect(dialog.getByRole("group", { name: "Price" }).getByLabel("Theirs")).toBeChecked();
    await expect(dialog.getByRole("group")).toHaveCount(1);
    await dialog.getByRole("button", { name: "Save this choice" }).click();
    await toasts(page).getByText(`${product.name} saved`).waitFor();
    await expect
      .poll(() => storedProduct(product.name))
      .toMatchObject({ price: 78, description: "Typed after the loss", stock });
  });

  test("lets the second of two admins choose between both changes, and subtracts a sale from the stock", async () => {
    const product = site.productOf("shirts");
    const { page } = await openForm(product);
    const otherAdmin = createProductAdmin(createClient({ url: site.url() }));
    const { stock: stockBefore } = await otherAdmin.change(product.id, { price: 77, description: "Theirs" });
    await placeOrder(site.url(), { ...product, price: 77 });
    await page.getByLabel("Description").fill("Mine");
    // While the current product cannot be read, there is nothing to compare with.
    await page.route("**/api/admin/products", (route) => route.fulfill({ status: 500, body: "" }));
    await submitProduct(page);
    await page.getByText("This product was changed by someone else.").waitFor();
    await page.unroute("**/api/admin/products");
    await submitProduct(page);
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("Someone else saved this product").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await expect
      .poll(() => dialog.getByRole("group", { name: "Price" }).getByLabel("Theirs").isChecked())
      .toBe(true);
    await expect
      .poll(() => dialog.getByRole("group", { name: "Description" }).getByLabel("Yours").isChecked())
      .toBe(true);
    await dialog.getByRole("button", { name: "Save this choice" }).click();
    await toasts(page).getByText(`${product.name} saved`).waitFor();
    await expect
      .poll(() => storedProduct(product.name))
      .toMatchObject({
        price: 77,
        description: "Mine",
        stock: stockBefore - 1,
      });
  });

  for (const height of [812, 400])
    test(`scrolls so that each focused control is above the bottom bar, on a phone of 375 x ${height} px`, async () => {
      const { page } = await openForm(site.productOf("shirts"));
      await page.setViewportSize({ width: 375, height });
      await page.getByLabel("Name", { exact: true }).focus();
      const save = page.getByRole("button", { name: "Save Product" });
      const coveredNames: string[] = [];
      let controlCount = 0;
      for (;;) {
        // The name of the focused control if it is covered, "" if it is not covered; undefined after the form's last control.
        const coveredName = await page.evaluate(() => {
          const bar = document.querySelector("[data-bottom-bar]");
          const control = document.activeElement;
          if (!bar || !control || !bar.closest("form")?.contains(control)) return undefined;
          const { top, bottom } = control.getBoundingClientRect();
          const barTop = bar.getBoundingClientRect().top;
          // A textarea may be higher than the room above the bar.
          const isShown = top >= 0 && (bottom <= barTop || (bottom - top > barTop / 2 && top < barTop / 2));
          return isShown ? "" : (control.getAttribute("aria-label") ?? control.id) || control.outerHTML;
        });
        if (coveredName === undefined) break;
        controlCount++;
        if (coveredName !== "") coveredNames.push(coveredName);
        await page.keyboard.press("Tab");
      }
      expect(coveredNames).toEqual([]);
      expect(controlCount).toBeGreaterThan(30);
      await expect(save).toBeInViewport({ ratio: 1 });
    });
});
