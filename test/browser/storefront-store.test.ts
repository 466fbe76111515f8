import { eventLine } from "../../shared/event-text.ts";
import { brand } from "../../shared/site/brand.ts";
import { store } from "../../shared/site/store.ts";
import { MAX_SEARCH_LENGTH } from "../../web/src/ui/use-url-search.ts";
import { truncate } from "../../shared/product.ts";
import { blog } from "../../shared/site/blog.ts";
import type { Page } from "@playwright/test";
import type { Product } from "../../shared/product.ts";
import { expect, test } from "../support/browser-test.ts";
import { accessibilityViolations, lineCount, toasts } from "../support/browser.ts";
import { labelOf } from "../support/category-labels.ts";
import { delayResponse } from "../support/delay-response.ts";
import { openStore, productCard, showAllProducts, shownCount } from "../support/store-page.ts";

const { site, client, productAdmin, productCount, visitStore } = openStore();
const POLOS = labelOf("polos");

/** Runs in the page: the px by which the chosen option's text is wider than its place in the select. */
function cutOffWidth(select: Element): number {
  const context = document.createElement("canvas").getContext("2d");
  if (!context || !(select instanceof HTMLSelectElement)) return NaN;
  const style = getComputedStyle(select);
  context.font = style.font;
  const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
  return context.measureText(select.selectedOptions[0]?.text ?? "").width - (select.clientWidth - padding);
}

test.describe("search and filters", () => {
  test("limit the products, hide the featured ones, are kept in the address, and are cleared by 'Reset Filters'", async () => {
    const { page, problems } = await visitStore();
    await expect.poll(async () => (await shownCount(page)) - (await productCount())).toBe(0);
    const featured = page.getByRole("heading", { name: store.featured, exact: true });
    await featured.waitFor();
    const pictures = page.getByRole("region", { name: store.featured }).getByRole("article").locator("img");
    for (const width of [320, 600, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const isWhole = await pictures.first().evaluate((picture) => {
        const [inner, outer] = [picture, picture.closest("div")].map((box) => box?.getBoundingClientRect());
        return inner?.width === outer?.width && inner?.height === outer?.height;
      });
      expect(isWhole).toBe(true);
      const brokenLabels = await page
        .getByRole("button", { name: /^Choose Options/ })
        .evaluateAll((buttons) =>
          buttons.filter((button) => {
            const range = document.createRange();
            range.selectNodeContents(
              document.createTreeWalker(button, NodeFilter.SHOW_TEXT).nextNode() ?? button,
            );
            const { left, right, height } = range.getBoundingClientRect();
            const box = button.getBoundingClientRect();
            return height > 30 || left < box.left || right > box.right;
          }),
        );
      expect(brokenLabels.length, `labels of two lines at ${width} px`).toBe(0);
    }
    await page.getByRole("button", { name: POLOS }).click();
    await page.getByRole("heading", { name: POLOS }).waitFor();
    await featured.waitFor({ state: "detached" });
    await expect
      .poll(() => page.getByRole("button", { name: POLOS }).getAttribute("aria-pressed"))
      .toBe("true");
    await expect
      .poll(() => shownCount(page))
      .toBe(site.products().filter(({ category }) => category === "polos").length);
    await page.getByPlaceholder("Search products...").fill("STRIPE");
    await expect.poll(() => shownCount(page)).toBe(1);
    await expect.poll(() => new URL(page.url()).search).toBe("?category=polos&q=STRIPE");
    await page.reload();
    await expect.poll(() => shownCount(page)).toBe(1);
    await page.getByRole("button", { name: "Reset Filters" }).click();
    // The count is read again, because the edge's list may meanwhile gain or lose products of earlier tests.
    await expect.poll(async () => (await shownCount(page)) - (await productCount())).toBe(0);
    await expect.poll(() => page.getByPlaceholder("Search products...").inputValue()).toBe("");
    await expect.poll(() => new URL(page.url()).search).toBe("");
    await featured.waitFor();
    await page.getByPlaceholder("Search products...").fill("tee");
    await featured.waitFor({ state: "detached" });
    expect(problems).toEqual([]);
  });

  test("by size and color, and the sort order, are in the address, and fit a phone without sideways scrolling", async () => {
    const { page, problems } = await visitStore("/store?category=shirts");
    await page.setViewportSize({ width: 320, height: 568 });
    const cards = page.getByRole("region", { name: labelOf("shirts") }).getByRole("listitem");
    const filtersButton = page.getByRole("button", { name: /^Size & color/ });
    await filtersButton.click();
    await page.getByRole("group", { name: "Size, in stock" }).getByLabel("XXL").click();
    await page.getByRole("group", { name: "Color, in stock" }).getByLabel("Forest").click();
    await page.getByRole("status").filter({ hasText: "1 product in XXL, Forest" }).waitFor();
    await expect(cards.getByRole("link")).toHaveText("Angels' Share Tee");
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.getByRole("group", { name: "Color, in stock" }).getByLabel("Forest").click();
    await page.getByRole("combobox", { name: "Sort" }).selectOption("Price: low to high");
    await expect(cards.first().getByText("$30.00")).toBeVisible();
    // At this width 'Add to Cart' would be beside the price, and the longer 'Choose Options' below it.
    await page.setViewportSize({ width: 500, height: 568 });
    const [price, addButton] = [cards.first().getByText("$30.00"), cards.first().getByRole("button")];
    const [priceBox, buttonBox] = [await price.boundingBox(), await addButton.boundingBox()];
    expect(buttonBox?.y).toBeGreaterThan((priceBox?.y ?? 0) + (priceBox?.height ?? 0));
    await page.setViewportSize({ width: 375, height: 812 });
    await page.getByRole("combobox", { name: "Sort" }).selectOption("Price: high to low");
    await page.getByRole("button", { name: "Size & color (1)" }).waitFor();
    expect(await page.getByRole("combobox", { name: "Sort" }).evaluate(cutOffWidth)).toBeLessThanOrEqual(0);
    await page.getByRole("combobox", { name: "Sort" }).selectOption("Price: low to high");
    await page.setViewportSize({ width: 320, height: 568 });
    await expect.poll(() => new URL(page.url()).search).toBe("?category=shirts&size=XXL&sort=price-up");
    await filtersButton.click();
    await page.reload();
    await page.getByRole("button", { name: "Size & color (1)" }).waitFor();
    await expect(cards.first().getByText("$30.00")).toBeVisible();
    await page.getByRole("button", { name: "Reset Filters" }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("");
    await expect(page.getByRole("combobox", { name: "Sort" })).toHaveValue("");
    await page.goto("/store?size=XXL");
    await page.getByRole("status").filter({ hasText: "products in XXL" }).waitFor();
    await page.getByRole("button", { name: "Size & color (1)" }).waitFor();
    expect(problems).toEqual([]);
  });

  test("are all kept when several are changed before the page is rendered again", async () => {
    const { page } = await visitStore("/store?category=shirts");
    await page.getByRole("button", { name: /^Size & color/ }).click();
    await page.getByRole("group", { name: "Size, in stock" }).waitFor();
    await page.evaluate(() => {
      for (const label of ["M", "XL", "Char"])
        [...document.querySelectorAll<HTMLElement>("fieldset label")]
          .find((candidate) => candidate.textContent === label)
          ?.click();
    });
    await expect.poll(() => new URL(page.url()).search).toBe("?category=shirts&size=M&size=XL&color=Char");
  });

  test("do not navigate back when the visitor leaves the store right after typing", async () => {
    const { page } = await site.visit();
    await page.clock.install();
    await page.goto("/store");
    await page
      .getByRole("status")
      .filter({ hasText: /^\d+ product/ })
      .waitFor();
    const blogCode = /\/assets\/blog-page-.*\.js$/;
    const delay = Promise.withResolvers<void>();
    await page.route(blogCode, async (route) => {
      await delay.promise;
      await route.continue();
    });
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByPlaceholder("Search products...").fill("flask");
    await expect.poll(() => shownCount(page)).toBeLessThan(site.products().length);
    const blogRequest = page.waitForRequest(blogCode);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Blog" }).click();
    await blogRequest;
    await page.clock.runFor(1_000);
    delay.resolve();
    await page.clock.resume();
    await page.waitForURL("**/blog");
    await page.getByRole("heading", { level: 1, name: blog.heading }).waitFor();
  });

  test("are kept when /merchandise redirects, and show a message if no product matches, with a button that resets them", async () => {
    const { page } = await site.visit();
    await page.goto("/merchandise?category=polos&q=decaf");
    await expect.poll(() => new URL(page.url()).pathname).toBe("/store");
    await expect
      .poll(() => page.getByRole("button", { name: POLOS }).getAttribute("aria-pressed"))
      .toBe("true");
    await page.getByText("No products found matching your criteria.").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByPlaceholder("Search products...").fill("w".repeat(MAX_SEARCH_LENGTH));
    await page.getByText("w".repeat(MAX_SEARCH_LENGTH)).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole("button", { name: "Reset Filters" }).last().click();
    await expect.poll(async () => (await shownCount(page)) - (await productCount())).toBe(0);
  });
});

test.describe("the first 24 products", () => {
  test("are followed by the others when the visitor scrolls; a search and an address find any product at once", async () => {
    const { page, problems } = await site.visit();
    const cards = page.getByRole("region", { name: store.all }).getByRole("article");
    // The first ticket comes after the first 24 products. The last product may be one that another test file deletes.
    const ticket = site.productOf("ticket");
    await page.goto("/store");
    await expect.poll(() => cards.count()).toBe(24);
    expect(await shownCount(page)).toBeGreaterThan(24);
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    // Compared in one poll, because the catalog may still change after another test's changes.
    await expect.poll(async () => (await shownCount(page)) - (await cards.count())).toBe(0);
    await page.getByRole("button", { name: "Show More Products" }).waitFor({ state: "detached" });
    await page.goto("/store");
    await expect.poll(() => cards.count()).toBe(24);
    await page.getByPlaceholder("Search products...").fill(ticket.name);
    const { event } = ticket;
    await productCard(page, ticket.name)
      .getByText(event ? eventLine(event) : "no event")
      .waitFor();
    await page.goto(`/store/${ticket.id}`);
    const dialog = page.getByRole("dialog", { name: ticket.name });
    await dialog.getByText(event?.venue.street ?? "no event").waitFor();
    const calendarPath = await dialog.getByRole("link", { name: "Add to calendar" }).getAttribute("href");
    const calendar = await page.request.get(calendarPath ?? "");
    expect(calendar.headers()["content-type"]).toBe("text/calendar; charset=utf-8");
    expect(problems).toEqual([]);
  });
});

test.describe("a product card", () => {
  test("cuts the description at 80 characters, shows low stock, cannot be added if sold out, and adds one item", async () => {
    const { page } = await site.visit();
    await page.clock.install();
    await page.goto("/store");
    await showAllProducts(page);
    const scarceProduct = site.products().find(({ stock }) => stock > 0 && stock < 5);
    const soldOutProduct = site.products().find(({ stock }) => stock === 0);
    if (!scarceProduct || !soldOutProduct)
      throw new Error("The seed has no product that is sold out or low in stock");
    await productCard(page, scarceProduct.name)
      .getByText(truncate(scarceProduct.description), { exact: true })
      .waitFor();
    await productCard(page, scarceProduct.name).getByText(`Only ${scarceProduct.stock} left!`).waitFor();
    await expect
      .poll(() =>
        productCard(page, soldOutProduct.name)
          .getByRole("button", { name: /^Sold Out/ })
          .isDisabled(),
      )
      .toBe(true);
    const ticket = site.productOf("ticket");
    await expect
      .poll(() =>
        productCard(page, ticket.name)
          .getByText(/Only \d+ left!/)
          .count(),
      )
      .toBe(0);
    await test.step("adds one item, and shows a toast at the bottom right for 3 seconds", async () => {
      await page.clock.pauseAt(Date.now() + 60_000);
      await productCard(page, ticket.name)
        .getByRole("button", { name: /^Add to Cart/ })
        .click();
      const toast = toasts(page).getByText(`1 ${ticket.name} added to cart!`);
      await toast.waitFor();
      const box = await toast.boundingBox();
      expect(box && box.x > 1440 / 2 && box.y > 900 / 2).toBe(true);
      const readVisible = () =>
        toasts(page).locator("[data-visible]").filter({ hasText: ticket.name }).getAttribute("data-visible");
      await page.clock.runFor(2_900);
      await expect.poll(readVisible).toBe("true");
      await page.clock.runFor(200);
      await expect.poll(readVisible).toBe("false");
      // The time to fade out.
      await page.clock.runFor(1_100);
      await toast.waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Cart: 1 item" }).waitFor();
    });
  });
});

test("a card's second picture is shown after a swipe, until the next swipe", async () => {
  const { page } = await site.visit({ hasTouch: true, viewport: { width: 375, height: 667 } });
  await page.goto("/store");
  const tee = site.products().find(({ name }) => name === "sudo pour Tee");
  if (!tee) throw new Error("The seed has no sudo pour Tee");
  const card = productCard(page, tee.name).getByRole("article");
  const swipe = async (fromX: number, toX: number) => {
    await card.dispatchEvent("pointerdown", { pointerType: "touch", clientX: fromX });
    await card.dispatchEvent("pointerup", { pointerType: "touch", clientX: toX });
  };
  const secondPicture = card.locator(`img[src="${tee.imageUrls[1]}"]`);
  const opacity = () =>
    secondPicture.evaluate((image) => getComputedStyle(image.parentElement ?? image).opacity);
  await swipe(200, 190);
  await expect(secondPicture).toHaveCount(0);
  await swipe(200, 120);
  await expect.poll(opacity).toBe("1");
  await swipe(120, 200);
  await expect.poll(opacity).toBe("0");
});

test.describe("the product dialog", () => {
  test("has its own address and all details, offers at most 10, and closes on Back and after 'Add to Cart'", async () => {
    const { page, problems } = await visitStore("/store?category=polos");
    const polo = site.productOf("polos");
    const dialog = page.getByRole("dialog", { name: polo.name });
    await productCard(page, polo.name).getByRole("link").click();
    await dialog.waitFor();
    await page.goBack();
    await dialog.waitFor({ state: "hidden" });
    await expect.poll(() => new URL(page.url()).search).toBe("?category=polos");
    await productCard(page, polo.name).getByRole("link").click();
    await dialog.waitFor();
    await expect.poll(() => page.url()).toContain(`/store/${polo.id}?category=polos`);
    await expect.poll(() => page.title()).toBe(`${polo.name} | ${brand.name}`);
    for (const text of [polo.description, ...polo.details])
      await dialog.getByText(text, { exact: true }).waitFor();
    await dialog.getByRole("radio", { name: "L", exact: true }).check();
    const stockText = await dialog.getByText(/^In stock, \d+ available$/).innerText();
    const increaseButton = dialog.getByRole("button", { name: `Increase quantity of ${polo.name}` });
    for (let clicks = 0; clicks < 12; clicks++) await increaseButton.click({ force: true });
    const quantity = dialog.getByRole("group", { name: `Quantity of ${polo.name}` }).getByRole("status");
    await expect(quantity).toHaveText(`Quantity ${Math.min(10, Number(/\d+/.exec(stockText)?.[0]))}`);
    const addButton = dialog.getByRole("button", { name: "Add to Cart" });
    for (const width of [360, 375]) {
      await page.setViewportSize({ width, height: 812 });
      expect(await addButton.evaluate(lineCount), `at ${width} px`).toBe(1);
    }
    await addButton.click();
    await toasts(page)
      .getByText(new RegExp(`^\\d+ ${polo.name} added to cart!$`))
      .waitFor();
    await dialog.waitFor({ state: "hidden" });
    await expect.poll(() => new URL(page.url()).pathname).toBe("/store");
    expect(problems).toEqual([]);
  });

  test("offers no more than the stock less what is in the cart", async () => {
    const { page } = await site.visit();
    const flask = await client.createProduct({ name: "Last Drops", category: "yetiflask", stock: 3 });
    await page.goto(`/store/${flask.id}`);
    const dialog = page.getByRole("dialog", { name: flask.name });
    await dialog.getByText("Only 3 left!").waitFor();
    const increaseButton = dialog.getByRole("button", { name: `Increase quantity of ${flask.name}` });
    // Waits until the dialog can be used. The later clicks do not wait, because at three pieces the button is disabled.
    await increaseButton.click();
    for (let clicks = 0; clicks < 3; clicks++) await increaseButton.click({ force: true });
    await dialog.getByRole("button", { name: "Add to Cart" }).click();
    await toasts(page).getByText("3 Last Drops added to cart!").waitFor();
    await productCard(page, flask.name).getByRole("link").click();
    await dialog.getByText("All that is left of it is in your cart.").waitFor();
    await expect.poll(() => dialog.getByRole("button", { name: "Add to Cart" }).count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "View Cart" }).click();
    await page.getByRole("dialog", { name: "Your Cart" }).waitFor();
    await productAdmin.remove(flask.id);
  });

  test("adds an available variant and no sold-out one; for a deleted product, an error replaces the dialog", async () => {
    const { page } = await site.visit();
    const tee = site
      .products()
      .find(({ variants }) => variants?.some(({ stock, color }) => stock === 0 && color));
    const soldOutVariant = tee?.variants?.find(({ stock }) => stock === 0);
    if (!tee || !soldOutVariant?.color || !soldOutVariant.size)
      throw new Error("The seed has no variant that is sold out");
    await page.goto(`/store/${tee.id}`);
    const dialog = page.getByRole("dialog", { name: tee.name });
    await dialog.getByRole("radio", { name: soldOutVariant.color }).check();
    await expect
      .poll(() => dialog.getByRole("radio", { name: `${soldOutVariant.size} sold out` }).isDisabled())
      .toBe(true);
    const availableVariant = tee.variants?.find(
      ({ color, stock }) => color === soldOutVariant.color && stock > 0,
    );
    await dialog.getByRole("radio", { name: availableVariant?.size ?? "", exact: true }).check();
    await dialog.getByRole("button", { name: "Add to Cart" }).click();
    await toasts(page).getByText(`1 ${tee.name} added to cart!`).waitFor();
    await page.goto("/store/prd_01ARZ3NDEKTSV4RRFFQ69G5FAV?category=yetiflask");
    await page.getByText("That product is no longer in the store.").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  /** Starts to record layout shifts. The returned function waits for the requests, and returns the shifts as JSON texts. */
  const observeShifts = async (page: Page) => {
    const shifts = await page.evaluateHandle(() => {
      const texts: string[] = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) texts.push(JSON.stringify(entry));
      }).observe({ type: "layout-shift" });
      return texts;
    });
    return async () => {
      await page.waitForLoadState("networkidle");
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
      return shifts.jsonValue();
    };
  };
  for (const [name, viewport] of Object.entries({
    desktop: { width: 1440, height: 900 },
    tablet: { width: 768, height: 1024 },
    phone: { width: 375, height: 812 },
  }))
    test(`does not move after it has opened on a ${name}, also if its last parts are loaded later`, async () => {
      const products = ["shirts", "yetiflask", "ticket"].map((category) => site.productOf(category));
      const soldOutProduct = site.products().find(({ stock }) => stock === 0);
      if (!soldOutProduct) throw new Error("The seed has no product that is sold out");
      const { page } = await site.visit({ viewport });
      // The page loads the parts of the dialog when it is idle.
      const idleLoads = ["product-extras", "back-in-stock"].map((name) =>
        page.waitForResponse(`**/assets/${name}-*.js`),
      );
      await page.goto("/store");
      await showAllProducts(page);
      await Promise.all(idleLoads);
      await page.waitForLoadState("networkidle");
      const expectNoShift = async (product: Product, afterOpening?: () => Promise<void>) => {
        await productCard(page, product.name).getByRole("link").scrollIntoViewIfNeeded();
        const readShifts = await observeShifts(page);
        await productCard(page, product.name).getByRole("link").click();
        const dialog = page.getByRole("dialog", { name: product.name });
        await dialog.waitFor();
        await afterOpening?.();
        await dialog.getByRole("list", { name: "Delivery and returns" }).waitFor();
        expect(await readShifts(), product.name).toEqual([]);
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "hidden" });
      };
      for (const product of [...products, soldOutProduct]) await expectNoShift(product);
      const delayedExtras = await delayResponse(page, "**/assets/product-extras-*.js", "GET");
      await page.reload();
      await showAllProducts(page);
      await delayedExtras.received;
      await expectNoShift(site.productOf("yetiflask"), delayedExtras.release);
    });
});
