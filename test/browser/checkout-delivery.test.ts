import { expect, test } from "../support/browser-test.ts";
import { focusedText, accessibilityViolations } from "../support/browser.ts";
import * as buyer from "../support/buyer.ts";
import { openSite } from "../support/site.ts";

const site = openSite();

test("a visitor has to choose shipping or pick-up, picks a state from the list, and ships to another address", async () => {
  const { page } = await site.visit();
  await buyer.openCheckout(page, [buyer.lineOf(site.productOf("shirts"))]);
  const street = page.getByLabel("Street address");
  await expect.poll(() => street.count()).toBe(0);
  await buyer.completePurchase(page);
  await page.getByRole("link", { name: /^Please choose shipping or pick-up/ }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("value"))).toBe("ship");
  expect(await accessibilityViolations(page)).toEqual([]);

  await buyer.fillForm(page, { State: "Kentucky" }, "ship");
  const state = page.getByLabel("State");
  await expect.poll(() => state.inputValue()).toBe("KY");
  await page.getByLabel("Ship to a different address").check();
  const shippingAddress = page.getByRole("region", { name: "Shipping Address" });
  await shippingAddress.getByLabel("Street address").fill("7 Mesa Ave");
  await shippingAddress.getByLabel("City").fill("Reno");
  // At the lower edge of the window, the page scrolls until the whole list is inside.
  const shippingState = shippingAddress.getByRole("combobox", { name: "State" });
  await shippingState.evaluate((input) => input.scrollIntoView({ block: "end", behavior: "instant" }));
  await shippingState.click();
  await expect(page.getByRole("listbox", { name: "State" })).toBeInViewport({ ratio: 1 });
  await shippingState.fill("Nev");
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => shippingAddress.getByLabel("State").inputValue()).toBe("NV");
  await buyer.completePurchase(page);
  await expect.poll(() => focusedText(page)).toContain("ZIP code is required (Shipping address)");
  await shippingAddress.getByLabel("ZIP code").fill("895011234");
  await buyer.goToPayment(page);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  const receipt = page.getByRole("region", { name: "Receipt" });
  await receipt.getByText("7 Mesa Ave, Reno, NV 89501-1234").waitFor();
  await receipt
    .getByRole("definition")
    .filter({ hasText: /^Louisville, KY 40202$/ })
    .waitFor();
});

test("an order to pick up needs no address, and its receipt has none", async () => {
  const { page } = await site.visit();
  await buyer.openCheckout(page, [buyer.lineOf(site.productOf("yetiflask"))]);
  await buyer.fillForm(page);
  await expect.poll(() => page.getByLabel(/^(Street address|City|State)$/).count()).toBe(0);
  await buyer.goToPayment(page);
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  const receipt = await page.getByRole("region", { name: "Receipt" }).innerText();
  expect(receipt).toMatch(/ZIP code\s+40202/);
  expect(receipt).not.toMatch(/Address|City|Ship to/);
});
