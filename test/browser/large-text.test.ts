import { brand } from "../../shared/site/brand.ts";
import { pagePaths } from "../../shared/page-paths.ts";
import { expect, test } from "../support/browser-test.ts";
import { expectNoSidewaysScroll, overlappingTexts, setTextSize } from "../support/browser.ts";
import * as buyer from "../support/buyer.ts";
import { createClient } from "../support/client.ts";
import { placeOrder } from "../support/place-order.ts";
import { openSite } from "../support/site.ts";

const site = openSite();
/** Sizes of the browser's text in px: 150 % and 200 %. https://www.w3.org/WAI/WCAG22/Understanding/resize-text */
const TEXT_SIZES = [24, 32];
const PHONE = { width: 375, height: 812 };
const PAGES = [
  "/",
  "/store",
  "/podcast",
  "/blog",
  "/contact",
  "/privacy",
  "/terms",
  "/shipping-and-returns",
  "/find-order",
  "/checkout",
  "/checkout/cancel",
  "/no/such/page",
];

/** Runs in the page: whether an element's text is wider than the element. */
const isCutOff = (element: Element): boolean => element.scrollWidth > element.clientWidth;

for (const textSize of TEXT_SIZES)
  test(`with text of ${textSize} px, the pages and the header fit on a phone and on a tablet`, async () => {
    const { page } = await site.visit({ viewport: PHONE });
    await setTextSize(page, textSize);
    for (const path of PAGES) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expectNoSidewaysScroll(page, path);
      if (path !== pagePaths.privacy) continue;
      // Of all pages, this one has the widest contents, because of its table.
      for (const width of [800, 1024, PHONE.width]) {
        await page.setViewportSize({ ...PHONE, width });
        await expectNoSidewaysScroll(page, `at ${width} px`);
      }
    }
    const brandLink = page.getByRole("banner").getByRole("link", { name: brand.name });
    const { y = NaN, height = NaN } = (await brandLink.boundingBox()) ?? {};
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThanOrEqual((await page.getByRole("banner").boundingBox())?.height ?? 0);
  });

for (const width of [375, 768, 1200, 1440])
  test(`with text of 32 px, the store's filters do not overlap, and its buttons show their whole text, at ${width} px`, async () => {
    const { page } = await site.visit({ viewport: { width, height: 900 } });
    await setTextSize(page, 32);
    await page.goto(`${pagePaths.store}?category=ticket`);
    const toolbar = page.getByRole("search");
    await toolbar.getByRole("button", { name: "Reset Filters" }).waitFor();
    expect(await overlappingTexts(toolbar.getByRole("button"))).toBeUndefined();
    const buttons = page.getByRole("article").getByRole("button");
    await buttons.first().waitFor();
    for (const button of await buttons.all()) expect(await button.evaluate(isCutOff)).toBe(false);
  });

test("on a phone, also with large text, the button 'Select a ...' of a product's dialog shows its whole text", async () => {
  const { page } = await site.visit({ viewport: PHONE });
  const tee = site.productOf("shirts");
  for (const textSize of [16, ...TEXT_SIZES]) {
    await setTextSize(page, textSize);
    await page.goto(`/store/${tee.id}`);
    const dialog = page.getByRole("dialog", { name: tee.name });
    const button = dialog.getByRole("button", { name: /^Select a/ });
    await button.waitFor();
    expect(await button.evaluate(isCutOff), `with text of ${textSize} px`).toBe(false);
    const { x = NaN, width = NaN } = (await button.boundingBox()) ?? {};
    expect(x + width, `with text of ${textSize} px`).toBeLessThanOrEqual(PHONE.width);
  }
});

test("on a phone with text of 32 px, the checkout, its cart and the form's errors are not wider than the window", async () => {
  const { page } = await site.visit({ viewport: PHONE });
  await setTextSize(page, 32);
  await buyer.openCheckout(page, [
    buyer.lineOf(site.productOf("yetiflask")),
    buyer.lineOf(site.productOf("ticket")),
  ]);
  await page.getByRole("button", { name: /^Show items/ }).click();
  await buyer.completePurchase(page);
  await page.getByText("Email is required").first().waitFor();
  await expectNoSidewaysScroll(page);
});

test("on a phone with text of 32 px, the receipt, the order's page and its tickets are not wider than the window", async () => {
  const email = "large-text@example.com";
  const orderId = await placeOrder(site.url(), site.productOf("ticket"), { email, quantity: 2 });
  const receipt = await buyer.waitForMail(site.url(), email, `Your ${brand.name} receipt`);
  const [orderLink = ""] = /http\S+\/order#\S+/.exec(receipt.text) ?? [];
  const [session] = await createClient({ url: site.url() }).sessionsOf(orderId);
  const { page } = await site.visit({ viewport: PHONE });
  await setTextSize(page, 32);
  for (const url of [`/checkout/success?session_id=${session?.id}`, orderLink]) {
    await page.goto(url);
    await expect(page.getByText("Open Ticket")).toHaveCount(2);
    await expectNoSidewaysScroll(page, url);
  }
  await page.getByRole("link", { name: "Open All Tickets" }).click();
  await expect(page.getByRole("button", { name: "Send this one to a friend" })).toHaveCount(2);
  await expectNoSidewaysScroll(page);
});
