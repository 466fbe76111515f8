import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import * as buyer from "../support/buyer.ts";
import { createClient } from "../support/client.ts";
import { productCard } from "../support/store-page.ts";
import { openSite } from "../support/site.ts";

const site = openSite();
const client = createClient({
  get url() {
    return site.url();
  },
});

const MARKUP = `<img src=x onerror="window.name='hit'"><b>bold</b>`;

/** Expects that the markup has created no element and run no script. */
const expectInert = async (page: Page): Promise<void> => {
  await expect.poll(() => page.locator('img[src="x"], b').count()).toBe(0);
  await expect.poll(() => page.evaluate(() => window.name)).toBe("");
};

test("markup in products and orders is shown as text in the store, the checkout, the receipt and the mails", async () => {
  const product = await client.createProduct({
    name: `Tee ${MARKUP}`,
    description: MARKUP,
    details: [MARKUP],
  });
  const { page, problems } = await site.visit();
  await page.goto("/store");
  await productCard(page, product.name).waitFor();
  await expectInert(page);
  await page.goto(`/store/${product.id}`);
  const details = page.getByRole("dialog", { name: product.name });
  await details.getByText(MARKUP, { exact: true }).first().waitFor();
  await expectInert(page);

  await buyer.openCheckout(page, [buyer.lineOf(product)]);
  await page.getByText(product.name, { exact: true }).first().waitFor();
  await expectInert(page);
  const email = "markup@example.com";
  await buyer.fillForm(page, { "First name": MARKUP, Email: email, "Confirm email": email });
  const session = await buyer.goToPayment(page);
  await client.act(session, "pay");
  await page.goto(`/checkout/success?session_id=${session}`);
  await page.getByText("Payment Successful!").waitFor();
  await page.getByText(product.name).first().waitFor();
  await expectInert(page);
  expect(problems).toEqual([]);

  await client.waitUntilIdle();
  const mails = await client.mailsTo(email);
  expect(mails).toHaveLength(1);
  for (const { html } of mails) {
    expect(html).toContain("&lt;b&gt;bold&lt;/b&gt;");
    expect(html).not.toMatch(/<img src=x|<b>bold/);
  }
});

test("the scripts and styles of the site contain no secret and no source map", async () => {
  const { page } = await site.visit();
  const loaded = new Set<string>();
  page.on("response", (response) => void loaded.add(response.url()));
  for (const path of ["/", "/store", "/admin/login"]) {
    await page.goto(path);
    await page.getByRole("heading").first().waitFor();
  }
  const scripts = [...loaded].filter((url) => /\.(js|css)$/.test(url));
  expect(scripts.length).toBeGreaterThan(3);
  for (const url of scripts) {
    expect(await (await fetch(url)).text()).not.toMatch(
      /sourceMappingURL|sk_(test|live)_|whsec_|AKIA[A-Z0-9]{16}/,
    );
    expect((await fetch(`${url}.map`)).status).toBe(404);
  }
});
