import { blog } from "../../shared/site/blog.ts";
import { labelOf } from "../support/category-labels.ts";
import { expect, test } from "../support/browser-test.ts";
import { openStore, productCard } from "../support/store-page.ts";

const { site, visitStore } = openStore();

test("a search typed right after a dialog closes, or right before the page is left, stays in the address", async () => {
  const { page } = await visitStore();
  const product = site.productOf("polos");
  const searchBox = page.getByPlaceholder("Search products...");
  await productCard(page, product.name).getByRole("link").click();
  const dialog = page.getByRole("dialog", { name: product.name });
  await dialog.waitFor();
  // In one task, so that the text is typed before the browser has gone back.
  await page.evaluate(() => {
    document.querySelector<HTMLElement>("dialog[open] [aria-label='Close details']")?.click();
    const field = document.querySelector<HTMLInputElement>("input[type=search]");
    if (!field) throw new Error("The store has no search");
    Reflect.set(HTMLInputElement.prototype, "value", "polo", field);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await expect.poll(() => new URL(page.url()).search).toBe("?q=polo");
  expect(await searchBox.inputValue()).toBe("polo");

  await searchBox.fill("stripe");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Blog" }).click();
  await page.getByRole("heading", { level: 1, name: blog.heading }).waitFor();
  await page.goBack();
  await expect.poll(() => searchBox.inputValue()).toBe("stripe");
  await expect.poll(() => new URL(page.url()).search).toBe("?q=stripe");

  await searchBox.fill("flask");
  await page.evaluate(() => window.history.forward());
  await page.getByRole("heading", { level: 1, name: blog.heading }).waitFor();
  await page.goBack();
  await expect.poll(() => searchBox.inputValue()).toBe("flask");
});

test("Back undoes each chosen filter, and keeps the search that was typed before", async () => {
  const { page } = await visitStore();
  const { name } = site.productOf("polos");
  const query = () => new URL(page.url()).search;
  const searchBox = page.getByPlaceholder("Search products...");
  await searchBox.fill(name);
  await expect.poll(query).toContain("q=");
  const queryAfterSearch = query();
  await page.getByRole("button", { name: labelOf("polos") }).click();
  await expect.poll(query).toContain("category=polos");
  await page.getByRole("combobox", { name: "Sort" }).selectOption("Name");
  await expect.poll(query).toContain("sort=name");
  // The same choice again adds nothing to the history.
  await page.getByRole("button", { name: labelOf("polos") }).click();
  await page.goBack();
  await expect(page.getByRole("combobox", { name: "Sort" })).toHaveValue("");
  await expect(page.getByRole("button", { name: labelOf("polos") })).toHaveAttribute("aria-pressed", "true");
  await page.goBack();
  await expect.poll(query).toBe(queryAfterSearch);
  await expect(page.getByRole("button", { name: "All", exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(searchBox).toHaveValue(name);
  await productCard(page, name).waitFor();
});
