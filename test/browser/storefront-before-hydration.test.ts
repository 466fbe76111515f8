import type { Page } from "@playwright/test";
import { contactMessages } from "../../shared/contact-messages.ts";
import { checkoutMessages } from "../../shared/checkout-messages.ts";
import { prerenderedMessages } from "../../shared/prerendered-messages.ts";
import { messages } from "../../shared/messages.ts";
import { blog } from "../../shared/site/blog.ts";
import { PLACEHOLDER_IMAGE } from "../../shared/product.ts";
import { paths } from "../../web/src/paths.ts";
import { expect, test } from "../support/browser-test.ts";
import { accessibilityViolations, toasts } from "../support/browser.ts";
import { lineOf, storeCart } from "../support/buyer.ts";
import { labelOf } from "../support/category-labels.ts";
import { productCard, shownCount, showAllProducts } from "../support/store-page.ts";
import { openSite } from "../support/site.ts";

const site = openSite();

/**
 * Opens the page at `path`, without product pictures, in a new tab: in the browser context of `openedTab`, or in a new one. The
 * page's main code is delayed until `loadCode` is called.
 */
async function visitBeforeCode(
  path: string,
  openedTab?: Page,
): Promise<{ page: Page; loadCode: () => Promise<void> }> {
  const firstTab = openedTab ?? (await site.visit()).page;
  const page = await firstTab.context().newPage();
  const delayedRequests: (() => Promise<void>)[] = [];
  await page.route("**/assets/libraries-*.js", (route) => void delayedRequests.push(() => route.continue()));
  await page.route("**/media/products/**", (route) => route.abort());
  await page.goto(path);
  return {
    page,
    loadCode: async () => {
      await expect.poll(() => delayedRequests.length).toBe(1);
      await delayedRequests.pop()?.();
      await page.locator("script[data-code]").waitFor({ state: "detached" });
    },
  };
}

/** Makes the page's CPU six times slower. */
async function throttleCpu(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: 6 });
}

/** Ends of URLs of the store. Their HTML has no products, one page of the products, or products that are not filtered yet. */
const STORE_SUFFIXES = ["?q=flask", "?size=M&color=Char", "?page=2", "/", "/?category=polos&q=stripe"];

for (const suffix of STORE_SUFFIXES)
  test(`a click on the cart button of ${paths.store}${suffix} before the code has loaded takes effect afterwards`, async () => {
    const { page, loadCode } = await visitBeforeCode(paths.store + suffix);
    await page.getByRole("button", { name: "Cart: empty" }).click();
    await loadCode();
    await page.getByRole("dialog", { name: "Your Cart" }).waitFor();
  });

for (const suffix of ["?q=flask", "?size=M", "?page=2", "/?category=polos"])
  test(`a search typed on ${paths.store}${suffix} before the code has loaded stays, and filters the store`, async () => {
    const { page, loadCode } = await visitBeforeCode(paths.store + suffix);
    const searchBox = page.getByPlaceholder("Search products...");
    // Without this wait, `fill` would type into a field that the page may still change.
    await expect(searchBox).toHaveValue(new URLSearchParams(suffix.split("?")[1]).get("q") ?? "");
    await searchBox.fill("polo");
    await loadCode();
    await page.getByText(/products? for “polo”/).waitFor();
    await expect.poll(() => searchBox.inputValue()).toBe("polo");
    await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("polo");
    await expect.poll(() => new URL(page.url()).searchParams.get("page")).toBeNull();
  });

test("the store's filters and search in the address are applied after the HTML without them is hydrated", async () => {
  const { page, loadCode } = await visitBeforeCode(`${paths.store}/?category=polos&q=stripe`);
  await loadCode();
  await page.getByText(/products? for “stripe”/).waitFor();
  await page.getByRole("heading", { name: labelOf("polos"), exact: true }).waitFor();
  await expect.poll(() => page.getByPlaceholder("Search products...").inputValue()).toBe("stripe");
});

test("a reloaded page stays where the visitor scrolled before the code has loaded, and Back returns there", async () => {
  const { page, loadCode } = await visitBeforeCode(paths.store);
  const scrollTop = () => page.evaluate(() => window.scrollY);
  await loadCode();
  const filterButton = page.getByRole("button", { name: "Size & color" });
  await filterButton.waitFor();
  await page.evaluate(() => window.scrollTo(0, 700));
  await page.reload();
  expect(await scrollTop()).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 300));
  await loadCode();
  await filterButton.waitFor();
  expect(await scrollTop()).toBe(300);
  await page.evaluate(() => document.querySelector<HTMLElement>("header a[href='/blog']")?.click());
  await page.getByRole("heading", { level: 1, name: blog.heading }).waitFor();
  await expect.poll(scrollTop).toBe(0);
  await page.goBack();
  await filterButton.waitFor();
  await expect.poll(scrollTop).toBe(300);
});

test("the cards on page 2 of the store stay the same when the code and then all products have loaded", async () => {
  const { page, loadCode } = await visitBeforeCode(`${paths.store}?page=2`);
  const names = () => page.getByRole("article").getByRole("heading").allTextContents();
  const namesBefore = await names();
  expect(namesBefore).toEqual(
    site
      .products()
      .slice(12, 24)
      .map(({ name }) => name),
  );
  const boxBefore = await page.getByRole("article").first().boundingBox();
  const allProducts = page.waitForResponse(`${site.url()}/api/products`);
  const seenNames = page.evaluateHandle(() => {
    const seen = new Set<string>();
    const record = () =>
      seen.add([...document.querySelectorAll("article h3")].map((name) => name.textContent).join());
    new MutationObserver(record).observe(document.body, { childList: true, subtree: true });
    return seen;
  });
  await loadCode();
  await (await allProducts).finished();
  await page.getByRole("button", { name: "Size & color" }).click();
  await page.getByRole("checkbox").first().waitFor();
  expect(await names()).toEqual(namesBefore);
  expect(await (await seenNames).evaluate((seen) => [...seen])).toEqual([namesBefore.join()]);
  await page.getByRole("button", { name: "Size & color" }).click();
  expect(await page.getByRole("article").first().boundingBox()).toEqual(boxBefore);
  const pages = page.getByRole("navigation", { name: "Pages" });
  await expect
    .poll(() => pages.getByRole("link", { name: "Page 2" }).getAttribute("aria-current"))
    .toBe("page");
  await page.getByRole("button", { name: labelOf("polos") }).click();
  await expect.poll(() => new URL(page.url()).search).toBe("?category=polos");
  await expect.poll(() => pages.count()).toBe(0);
});

for (const address of [paths.home, `${paths.home}?utm_source=mail`])
  test(`the cart of ${address} opens before the code has loaded, and shows its contents afterwards`, async () => {
    const { page, loadCode } = await visitBeforeCode(address);
    await page.getByRole("button", { name: "Cart: empty" }).dblclick();
    const cart = page.getByRole("dialog", { name: "Your Cart" });
    await cart.getByText("Loading your cart...").waitFor();
    await loadCode();
    await cart.getByText(checkoutMessages.yourCartIsEmpty).waitFor();
    // One step back closes the cart, although the button was clicked twice.
    await page.goBack();
    await cart.waitFor({ state: "hidden" });
    expect(new URL(page.url()).pathname).toBe(paths.home);
    // The pictures had failed to load before the code could handle their errors.
    await expect(page.locator(`img[src="${PLACEHOLDER_IMAGE}"]`).first()).toBeVisible();
  });

test("the menu opens before the code has loaded, stays open afterwards, and leads to the pages", async () => {
  const { page, loadCode } = await visitBeforeCode(paths.home);
  await page.setViewportSize({ width: 375, height: 812 });
  await page.getByRole("button", { name: "Menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menu.getByRole("link", { name: "Podcast" }).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await loadCode();
  await expect.poll(() => page.evaluate(() => JSON.stringify(window.history.state))).toContain("menu");
  await expect(menu).toBeVisible();
  await menu.getByRole("link", { name: "Podcast" }).click();
  await page.waitForURL(`**${paths.podcast}`);
  await menu.waitFor({ state: "hidden" });
});

test("holding Enter opens the menu once, and Back right after the code has loaded closes the menu", async () => {
  const { page, loadCode } = await visitBeforeCode(paths.store);
  await page.setViewportSize({ width: 375, height: 812 });
  const menu = page.getByRole("dialog", { name: "Menu" });
  await page.getByRole("button", { name: "Menu" }).focus();
  for (let i = 0; i < 4; i++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await menu.waitFor();
  await page.evaluate(() => {
    const push = window.history.pushState.bind(window.history);
    window.history.pushState = (...entry) => {
      push(...entry);
      window.history.back();
    };
  });
  await loadCode();
  await menu.waitFor({ state: "hidden" });
  await expect.poll(() => page.evaluate(() => JSON.stringify(window.history.state))).not.toContain("menu");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.reload();
  await page.getByRole("button", { name: "Menu" }).click();
  await menu.getByRole("link", { name: "Podcast" }).waitFor();
});

for (const waitMs of [0, 150])
  test(`Back ${waitMs} ms after the code has opened the cart closes it, and the cart can be opened again`, async () => {
    const { page, loadCode } = await visitBeforeCode(paths.store);
    await throttleCpu(page);
    const cart = page.getByRole("dialog", { name: "Your Cart" });
    await page.getByRole("button", { name: "Cart: empty" }).click();
    // Goes back while the router still renders the cart's history entry.
    await page.evaluate((ms) => {
      const push = window.history.pushState.bind(window.history);
      window.history.pushState = (...entry) => {
        window.history.pushState = push;
        push(...entry);
        setTimeout(() => window.history.back(), ms);
      };
    }, waitMs);
    await loadCode();
    await cart.waitFor({ state: "hidden" });
    await expect.poll(() => page.evaluate(() => JSON.stringify(window.history.state))).not.toContain("cart");
    await page.getByRole("button", { name: "Cart: empty" }).click();
    await cart.getByText(checkoutMessages.yourCartIsEmpty).waitFor();
    await page.keyboard.press("Escape");
    await cart.waitFor({ state: "hidden" });
  });

test("a click on the cart button of a product's page before the code has loaded opens the cart, not the product's dialog", async () => {
  const { page, loadCode } = await visitBeforeCode(paths.product(site.productOf("yetiflask").id));
  await page.getByRole("button", { name: "Cart: empty" }).dispatchEvent("click");
  await expect(page.getByRole("dialog", { name: "Your Cart" })).toHaveCount(0);
  await loadCode();
  const cart = page.getByRole("dialog", { name: "Your Cart" });
  await cart.getByText(checkoutMessages.yourCartIsEmpty).waitFor();
  await page.keyboard.press("Escape");
  await cart.waitFor({ state: "hidden" });
});

for (const closeAction of ["Escape", "Close menu", "a click on the page behind it"])
  test(`the menu that is closed by '${closeAction}' before the code has loaded stays closed`, async () => {
    const { page, loadCode } = await visitBeforeCode(paths.home);
    await page.setViewportSize({ width: 700, height: 812 });
    await page.getByRole("button", { name: "Menu" }).click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await menu.waitFor();
    if (closeAction === "Escape") await page.keyboard.press("Escape");
    else if (closeAction.startsWith("a click")) await page.mouse.click(10, 700);
    else await menu.getByRole("button", { name: closeAction }).click();
    await menu.waitFor({ state: "hidden" });
    // Once its code has loaded, the page repeats earlier clicks. If the page repeated the click on 'Menu', the menu would open
    // before the cart.
    await page.getByRole("button", { name: "Cart: empty" }).click();
    await loadCode();
    await page
      .getByRole("dialog", { name: "Your Cart" })
      .getByText(checkoutMessages.yourCartIsEmpty)
      .waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog", { name: "Your Cart" }).waitFor({ state: "hidden" });
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("button", { name: "Menu" }).click();
    await menu.getByRole("link", { name: "Podcast" }).waitFor();
  });

test("a search deleted before the code has loaded stays deleted, and the store shows all products", async () => {
  const { page, loadCode } = await visitBeforeCode(`${paths.store}?q=flask`);
  const searchBox = page.getByPlaceholder("Search products...");
  await expect.poll(() => searchBox.inputValue()).toBe("flask");
  await searchBox.fill("");
  await loadCode();
  await expect.poll(() => new URL(page.url()).search).toBe("");
  expect(await searchBox.inputValue()).toBe("");
  await page.getByText(/^\d+ products$/).waitFor();
});

test("a search typed before the code has loaded filters the store afterwards, before all products have loaded", async () => {
  const { page, loadCode } = await visitBeforeCode(paths.store);
  const searchBox = page.getByPlaceholder("Search products...");
  const allProducts = page.waitForRequest(`${site.url()}/api/products`);
  const delayedRequests: (() => Promise<void>)[] = [];
  await page.route(
    `${site.url()}/api/products`,
    (route) => void delayedRequests.push(() => route.continue()),
  );
  await searchBox.fill("stripe");
  // All products are requested before the code has loaded.
  await allProducts;
  await loadCode();
  await page.getByText(/products? for “stripe”/).waitFor();
  await expect.poll(() => searchBox.inputValue()).toBe("stripe");
  for (const send of delayedRequests) await send();
  await expect.poll(() => shownCount(page)).toBeLessThan(site.products().length);
});

test("a link to a product shows it before the code has loaded; then nothing moves, and a click in its dialog takes effect", async () => {
  // The dialog offers a mail about its sold-out variants.
  const product = site
    .products()
    .find(({ stock, variants }) => stock > 10 && variants?.some((variant) => variant.stock < 1));
  if (!product) throw new Error("No product has a sold-out variant");
  // The server sends the same HTML as for the address without filters.
  const { page, loadCode } = await visitBeforeCode(
    `${paths.product(product.id)}?category=${product.category}`,
  );
  await page.setViewportSize({ width: 375, height: 667 });
  const dialog = page.getByRole("dialog", { name: product.name });
  const increaseButton = dialog.getByRole("button", { name: "Increase quantity" });
  const layout = async () => ({
    heading: await dialog.getByRole("heading", { name: product.name }).boundingBox(),
    description: await dialog.getByText(product.description).boundingBox(),
  });
  await dialog.locator("[data-dialog-body]").evaluate((body) => body.scrollTo(0, 120));
  const layoutBefore = await layout();
  const relatedLinks = dialog.getByRole("region", { name: "Goes well with" }).getByRole("link");
  const [firstBox, lastBox] = [
    await relatedLinks.first().boundingBox(),
    await relatedLinks.last().boundingBox(),
  ];
  expect(lastBox?.y, "related products are side by side").toBe(firstBox?.y);
  await increaseButton.click();
  await loadCode();
  await expect.poll(() => dialog.evaluate((element) => element.matches(":modal"))).toBe(true);
  await dialog.getByText("Quantity 2").waitFor();
  await expect(increaseButton).toBeFocused();
  await dialog.getByRole("button", { name: "Email me when a sold-out one is back" }).waitFor();
  expect(await layout()).toEqual(layoutBefore);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => new URL(page.url()).pathname).toBe(paths.store);
  await page.getByRole("heading", { name: labelOf(product.category), exact: true }).waitFor();
});

for (const size of [
  { width: 1440, height: 900 },
  { width: 375, height: 812 },
])
  test(`before the code has loaded, nothing covers a linked product at a width of ${size.width} px, and a shade covers the rest`, async () => {
    const tee = site.productOf("shirts");
    const { page } = await visitBeforeCode(paths.product(tee.id));
    await page.setViewportSize(size);
    const dialog = page.getByRole("dialog", { name: tee.name });
    const buttons = dialog.getByRole("button", { name: /^(Close|Increase quantity|Select a color)$/ });
    // A trial click only checks that no other element covers the button.
    for (const button of await buttons.all()) await button.click({ trial: true, timeout: 10_000 });
    await dialog.getByRole("radio", { name: "XL", exact: true }).click({ trial: true, timeout: 10_000 });
    const { isModal, shade } = await dialog.evaluate((element) => ({
      isModal: element.matches(":modal"),
      shade: getComputedStyle(element).boxShadow,
    }));
    expect(isModal).toBe(false);
    expect(shade).toContain(`${Math.max(size.width, size.height)}px`);
  });

test("the checkout shows its form in place before the code has loaded, and offers a reload after 8 s", async () => {
  const { page: firstTab } = await site.visit({ reducedMotion: "reduce" });
  await storeCart(firstTab, JSON.stringify([lineOf(site.productOf("ticket"))]));
  const { page, loadCode } = await visitBeforeCode(paths.checkout, firstTab);
  const title = page.getByText("Contact Information");
  const boxBefore = await title.boundingBox();
  expect(boxBefore).not.toBeNull();
  await expect.poll(() => page.getByRole("status").allTextContents()).toContain("Loading...");
  const reloadLink = page.getByRole("link", { name: prerenderedMessages.reload });
  await expect.poll(() => reloadLink.isVisible()).toBe(false);
  /** Runs in the page. Ends all animations; returns their delays in ms. */
  const finishAnimations = () =>
    document.getAnimations().map((animation) => {
      animation.finish();
      return animation.effect?.getTiming().delay;
    });
  await expect.poll(() => page.evaluate(finishAnimations)).toContain(8000);
  await expect.poll(() => reloadLink.isVisible()).toBe(true);
  expect(await accessibilityViolations(page)).toEqual([]);
  await loadCode();
  await page.getByRole("heading", { name: "Your Cart (1)" }).waitFor();
  expect(await title.boundingBox()).toEqual(boxBefore);
});

test("a contact message submitted before the code has loaded is sent once, and does not appear in the address", async () => {
  const { page, loadCode } = await visitBeforeCode(paths.contact);
  const sent: unknown[] = [];
  await page.route("**/api/contact", (route) => {
    sent.push(route.request().postDataJSON());
    return route.continue();
  });
  const message = {
    user_name: "Grace Hopper",
    user_email: "early@example.com",
    subject: "feedback",
    message: "First!",
  };
  await page.getByLabel("Full name").fill(message.user_name);
  await page.getByLabel("Email").fill(message.user_email);
  await page.getByLabel("Subject").selectOption(message.subject);
  await page.getByLabel("Message").fill(message.message);
  await page.getByRole("button", { name: "Send message" }).click();
  await loadCode();
  await page.getByText(contactMessages.sent).waitFor();
  expect(sent).toEqual([expect.objectContaining(message)]);
  await expect.poll(() => new URL(page.url()).search).toBe("");
});

test("a checkbox ticked before the code has loaded stays ticked and takes effect", async () => {
  const { page, loadCode } = await visitBeforeCode(paths.podcast);
  await page.route("https://open.spotify.com/**", (route) => route.abort());
  const checkbox = page.getByLabel("Always allow Spotify");
  await checkbox.check();
  await loadCode();
  await expect.poll(() => checkbox.isChecked()).toBe(true);
  await page.getByRole("button", { name: "Load player: contacts Spotify" }).click();
  await expect.poll(() => page.evaluate(() => JSON.stringify(window.localStorage))).toContain("Spotify");
});

test("a color and a size chosen before the code has loaded stay chosen, so that the product can be added to the cart", async () => {
  const tee = site.productOf("shirts");
  const { color = "", size = "" } = tee.variants?.find(({ stock }) => stock > 0) ?? {};
  const { page, loadCode } = await visitBeforeCode(paths.product(tee.id));
  const dialog = page.getByRole("dialog", { name: tee.name });
  for (const name of [color, size]) await dialog.getByRole("radio", { name, exact: true }).check();
  await loadCode();
  await dialog.getByRole("button", { name: "Add to Cart" }).click();
  await toasts(page).getByText(`${size} / ${color}`).waitFor();
});

test("a page whose code cannot be loaded shows an error and a link to reload", async () => {
  const { page: firstTab } = await site.visit();
  const page = await firstTab.context().newPage();
  await page.route("**/assets/libraries-*.js", (route) => route.abort());
  await page.goto(paths.store);
  await page.getByRole("alert").getByText(prerenderedMessages.codeMissing).waitFor();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.unroute("**/assets/libraries-*.js");
  await page.getByRole("link", { name: prerenderedMessages.reload }).click();
  await page.getByText(/^\d+ products$/).waitFor();
});

test("a cart that was opened before the code failed to load is closed, so that it does not cover the error", async () => {
  const { page: firstTab } = await site.visit();
  const page = await firstTab.context().newPage();
  const delayedRequests: (() => Promise<void>)[] = [];
  await page.route("**/assets/libraries-*.js", (route) => void delayedRequests.push(() => route.abort()));
  await page.goto(paths.store);
  await page.getByRole("button", { name: "Cart: empty" }).click();
  const cart = page.getByRole("dialog", { name: "Your Cart" });
  await cart.waitFor();
  await expect.poll(() => delayedRequests.length).toBe(1);
  await delayedRequests[0]?.();
  await page.getByRole("alert").getByText(prerenderedMessages.codeMissing).waitFor();
  await cart.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Cart: empty" }).click();
  await expect(cart).toBeHidden();
});

test("a page whose code fails to load shows an error, and offline says that there is no connection", async () => {
  const { page: firstTab } = await site.visit();
  const page = await firstTab.context().newPage();
  await page.goto(paths.store);
  // Until the code of the store runs, a click on a link opens a new document.
  await page.locator("script[data-code]").waitFor({ state: "detached" });
  await page.route("**/assets/contact-page-*.js", (route) => route.abort());
  const link = page.getByRole("navigation").getByRole("link", { name: "Contact" }).first();
  await link.click();
  await page.getByRole("heading", { level: 1, name: messages.internal }).waitFor();
  await page.goBack();
  await page.getByText(/^\d+ products$/).waitFor();
  await page.context().setOffline(true);
  await link.click();
  await page.getByRole("heading", { level: 1, name: messages.noConnection }).waitFor();
  await page.unroute("**/assets/contact-page-*.js");
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByRole("button", { name: "Send message" }).waitFor();
});

test("the page is not painted before the script that remembers clicks has loaded", async () => {
  const { page: firstTab } = await site.visit();
  const page = await firstTab.context().newPage();
  const delayedRequests: (() => Promise<void>)[] = [];
  await page.route("**/assets/start-*.js", (route) => void delayedRequests.push(() => route.continue()));
  const styles = page.waitForEvent("requestfinished", (request) => request.url().endsWith(".css"));
  const loaded = page.goto(paths.home, { waitUntil: "commit" });
  await Promise.all([styles, loaded]);
  const isPainted = () =>
    page.evaluate(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  await expect.poll(() => delayedRequests.length).toBeGreaterThan(0);
  expect(await isPainted()).toBe(false);
  await delayedRequests[0]?.();
  await expect.poll(isPainted).toBe(true);
});

test("the cart and a product whose code cannot be loaded show an error, and open with the next try", async () => {
  const { page: firstTab } = await site.visit();
  const page = await firstTab.context().newPage();
  for (const part of ["cart-contents", "product-dialog"])
    await page.route(`**/assets/${part}-*.js`, (route) => route.abort());
  // The page tries once to load the dialogs when it is idle. After that, only the visitor's clicks load them.
  const idleLoadFailed = page.waitForEvent("requestfailed", (request) =>
    request.url().includes("/assets/product-dialog-"),
  );
  await page.goto(paths.store);
  await page.getByText(/^\d+ products$/).waitFor();
  await page.getByRole("button", { name: "Cart: empty" }).click();
  await idleLoadFailed;
  const cart = page.getByRole("dialog", { name: "Your Cart" });
  await cart.getByRole("alert").getByText(messages.partMissing).waitFor();
  await page.unroute("**/assets/cart-contents-*.js");
  await cart.getByRole("button", { name: "Try Again" }).click();
  await cart.getByText(checkoutMessages.yourCartIsEmpty).waitFor();
  await page.keyboard.press("Escape");
  await showAllProducts(page);
  const { name } = site.productOf("ticket");
  const link = productCard(page, name).getByRole("link");
  await link.click();
  await toasts(page).getByText(messages.partMissing).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe(paths.store);
  await page.unroute("**/assets/product-dialog-*.js");
  await link.click();
  await page.getByRole("dialog", { name }).waitFor();
});

test("a toast's text appears without the code of toasts, and the store's filters appear once their code can be loaded", async () => {
  const { page: firstTab } = await site.visit();
  const page = await firstTab.context().newPage();
  for (const part of ["filter-and-sort", "toaster"])
    await page.route(`**/assets/${part}-*.js`, (route) => route.abort());
  const filtersFailed = page.waitForEvent("requestfailed", (request) =>
    request.url().includes("/assets/filter-and-sort-"),
  );
  await page.goto(paths.store);
  await filtersFailed;
  await showAllProducts(page);
  const { name } = site.productOf("ticket");
  await productCard(page, name).getByRole("button", { name: "Add to Cart" }).click();
  await page.getByText(messages.addedToCart(1, name)).and(page.locator(":popover-open")).waitFor();
  await page.getByText(messages.addedToCart(1, name)).and(page.locator("[data-announcer]")).waitFor();
  expect(await page.getByRole("combobox", { name: "Sort" }).count()).toBe(0);
  await page.unroute("**/assets/filter-and-sort-*.js");
  // The page loads missing code again when the connection is back.
  await page.context().setOffline(true);
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false);
  await page.context().setOffline(false);
  await page.getByRole("combobox", { name: "Sort" }).waitFor();
});
