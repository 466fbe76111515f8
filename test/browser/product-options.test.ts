import { PLACEHOLDER_IMAGE } from "../../shared/product.ts";
import { deliverySummary } from "../../shared/site/delivery.ts";
import { shippingAndReturns } from "../../shared/site/legal.ts";
import { type SizeGuide, sizeGuides } from "../../shared/site/size-guides.ts";
import { expect, onTestFinished, test } from "../support/browser-test.ts";
import { toasts, accessibilityViolations } from "../support/browser.ts";
import { createClient } from "../support/client.ts";
import { eventInDays } from "../support/fixtures.ts";
import { createProductAdmin } from "../support/product-admin.ts";
import { openSite } from "../support/site.ts";

const site = openSite();
const teeInTwoColors = () => {
  const tee = site.products().find(({ name }) => name === "sudo pour Tee");
  if (!tee) throw new Error("The seed has no sudo pour Tee");
  return tee;
};

test("no color or size is chosen at first, and the dialog's button moves the focus to the missing choice", async () => {
  const tee = teeInTwoColors();
  const { page, problems } = await site.visit({ viewport: { width: 320, height: 568 } });
  await page.goto(`/store/${tee.id}`);
  const dialog = page.getByRole("dialog", { name: tee.name });
  await dialog.waitFor();
  expect(await dialog.getByRole("radio", { checked: true }).count()).toBe(0);
  const readFocusedValue = () => page.evaluate(() => document.activeElement?.getAttribute("value"));
  await dialog.getByRole("button", { name: "Select a color" }).click();
  await expect.poll(readFocusedValue).toBe("Char");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => dialog.getByRole("radio", { name: "Forest" }).isChecked()).toBe(true);
  await dialog.getByRole("img", { name: `${tee.name} in Forest, picture 3` }).waitFor();
  expect(await dialog.getByRole("radio", { name: "XXL sold out" }).isDisabled()).toBe(true);
  await dialog.getByRole("button", { name: "Select a size" }).click();
  await expect.poll(readFocusedValue).toBe("S");
  expect(await dialog.getByRole("radio", { name: "S", exact: true }).isChecked()).toBe(false);
  await expect(dialog.getByRole("group", { name: "Size Select a size" })).toBeInViewport({ ratio: 1 });
  expect(await accessibilityViolations(page)).toEqual([]);
  await dialog.getByRole("radio", { name: "XL", exact: true }).check();
  await dialog.getByText("Only 4 left!").waitFor();
  await dialog.getByRole("button", { name: "Add to Cart" }).click();
  await toasts(page).getByText(`1 ${tee.name} added to cart!`).waitFor();
  await toasts(page).getByText("XL / Forest").waitFor();
  await toasts(page).getByRole("button", { name: "View cart" }).click();
  const cart = page.getByRole("dialog", { name: "Your Cart" });
  const picture = cart.getByRole("img", { name: `${tee.name} in Forest` });
  await expect.poll(() => picture.getAttribute("src")).toMatch(/sudo-pour-tee-forest/);
  expect(problems).toEqual([]);
});

test("the product dialog has a size guide, three products that go well with it, and a link about shipping", async () => {
  const tee = teeInTwoColors();
  const { page, problems } = await site.visit({ viewport: { width: 375, height: 667 } });
  await page.goto("/store");
  await page.getByRole("link", { name: tee.name }).last().click();
  const dialog = page.getByRole("dialog", { name: tee.name });
  const toggle = dialog.getByRole("button", { name: "Size guide" });
  await toggle.click();
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  const guides: Readonly<Record<string, readonly SizeGuide[]>> = sizeGuides;
  const guide = guides[tee.category]?.find(({ nameIncludes = "" }) => tee.name.includes(nameIncludes));
  const cells = guide?.measures.map(({ inches }) => {
    const inch = inches.at(-1) ?? NaN;
    return `${inch} in ${Math.round(inch * 2.54)} cm`;
  });
  const lastRow = [guide?.sizes.at(-1), ...(cells ?? [])].join(" ");
  await expect(dialog.getByRole("row").last()).toHaveAccessibleName(lastRow);
  expect(await accessibilityViolations(page)).toEqual([]);
  await toggle.click();
  await dialog.getByRole("table").waitFor({ state: "detached" });
  const relatedLinks = dialog.getByRole("region", { name: "Goes well with" }).getByRole("link");
  await expect(relatedLinks).toHaveCount(3);
  const name = await relatedLinks.first().locator("span").nth(1).innerText();
  await relatedLinks.first().click();
  const relatedDialog = page.getByRole("dialog", { name });
  await expect(relatedDialog.getByRole("heading", { name, level: 2 })).toBeFocused();
  await expect(relatedDialog.getByRole("heading", { name, level: 2 })).toBeInViewport();
  await relatedDialog.getByRole("link", { name: deliverySummary.goods.link.label }).click();
  await page.getByRole("heading", { name: shippingAndReturns.title, level: 1 }).waitFor();
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/store");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(problems).toEqual([]);

  // Without a network the placeholder of a picture that is not in the browser's cache fails too.
  await page.context().setOffline(true);
  const polo = site.productOf("polos");
  await page.getByRole("link", { name: polo.name }).last().click();
  const poloDialog = page.getByRole("dialog", { name: polo.name });
  await poloDialog.getByRole("button", { name: /^Picture 2 of / }).click();
  const picture = poloDialog.getByRole("img", { name: /, picture 2$/ });
  await expect(picture).toHaveAttribute("src", PLACEHOLDER_IMAGE);
  await expect(picture).toHaveCSS("opacity", "0");
});

for (const [width, height] of [
  [1440, 900],
  [720, 450],
  [780, 375],
  [667, 375],
  [375, 812],
  [320, 568],
] as const)
  test(`color and size pickers are in view and stay in place, and the close button covers no text, at ${width} × ${height} px`, async () => {
    const tee = teeInTwoColors();
    const { page } = await site.visit({ viewport: { width, height } });
    await page.goto(`/store/${tee.id}`);
    const dialog = page.getByRole("dialog", { name: tee.name });
    const pickers = dialog.getByRole("group", { name: /^(Color|Size)/ });
    for (const picker of await pickers.all()) await expect(picker).toBeInViewport({ ratio: 1 });
    const xxl = dialog.getByRole("radio", { name: /^XXL/ });
    const boxBefore = await xxl.boundingBox();
    await dialog.getByRole("radio", { name: "Forest" }).check();
    await dialog.getByText("sold out").waitFor();
    expect(await xxl.boundingBox()).toEqual(boxBefore);
    const closeBox = await dialog.getByRole("button", { name: "Close details" }).boundingBox();
    const body = dialog.locator("[data-dialog-body]");
    const isAboveBody = (closeBox?.y ?? 0) + (closeBox?.height ?? 0) <= ((await body.boundingBox())?.y ?? 0);
    const textEnd = await body.evaluate((element) => {
      const range = document.createRange();
      return Math.max(
        ...[...element.querySelectorAll("h2, h3, p, li, legend, label")].map((text) => {
          range.selectNodeContents(text);
          return range.getBoundingClientRect().right;
        }),
      );
    });
    expect(isAboveBody || textEnd <= (closeBox?.x ?? 0)).toBe(true);
    const buyBar = dialog.getByRole("button", { name: "Select a size" }).locator("../..");
    if (Math.min(width, height) <= 430)
      expect((await buyBar.boundingBox())?.height).toBeLessThanOrEqual(0.12 * height);
    const button = dialog.getByRole("button", { name: "Select a size" });
    expect((await button.boundingBox())?.height).toBeLessThan((await buyBar.boundingBox())?.height ?? 0);
    await dialog.getByRole("radio", { name: "Char" }).check();
    // The whole square picture is in view beside its thumbnails. On a phone, the button 'Large picture' makes it as wide as
    // the window.
    const toggle = page.getByRole("button", { name: "Large picture" });
    const picture = page.getByRole("img", { name: `${tee.name} in Char, picture 1` });
    if (width > 600) return void (await expect(toggle).toHaveCount(0));
    await expect(picture).toHaveCSS("object-fit", "contain");
    await toggle.press("Enter");
    await expect(toggle).toHaveAttribute("aria-pressed", "true");
    expect(await picture.boundingBox()).toMatchObject({ width, height: width });
  });

test("the names of sizes stay inside their buttons, also long ones, and an event's title inside the dialog", async () => {
  const client = createClient({ url: site.url() });
  const color = "Anthracite";
  const sizes = ["One size", "Youth Large", "18 oz", "Medium", "Extraordinarily-long-without-spaces"];
  const variants = sizes.map((size, i) => ({ size, color: i === 3 ? "Red" : color, stock: 5 }));
  const tee = await client.createProduct({ name: "Tee of Long Sizes", variants });
  const event = eventInDays(3, { title: "Rickhouse".repeat(13) });
  const ticket = await client.createProduct({ name: "Ticket of a Long Title", category: "ticket", event });
  onTestFinished(async () => {
    const admin = createProductAdmin(client);
    for (const { id } of [tee, ticket]) await admin.remove(id);
  });
  const { page } = await site.visit();
  for (const width of [1440, 375, 320])
    for (const { id, name } of [tee, ticket]) {
      await page.setViewportSize({ width, height: 812 });
      await page.goto(`/store/${id}`);
      const dialog = page.getByRole("dialog", { name });
      await dialog.getByRole("group").last().waitFor();
      if (id === tee.id) await dialog.getByRole("radio", { name: color }).check();
      const wideTexts = await dialog.locator("label span:not(:empty), h3").evaluateAll((elements) =>
        elements
          .filter((element) => {
            const range = document.createRange();
            range.selectNodeContents(element);
            const text = range.getBoundingClientRect();
            const box = (element.closest("label") ?? element).getBoundingClientRect();
            return text.left < box.left || text.right > box.right;
          })
          .map(({ textContent }) => textContent),
      );
      expect(wideTexts, `at ${width} px`).toEqual([]);
      expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    }
});
