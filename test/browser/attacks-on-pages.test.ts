import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser-test.ts";
import * as buyer from "../support/buyer.ts";
import { productCard } from "../support/store-page.ts";
import { openSite } from "../support/site.ts";

const site = openSite();
const { client } = site;

const MARKUP = `<img src=x onerror="window.name='hit'"><b>bold</b>`;

/** Expects that the markup has created no element and run no script. */
const expectInert = async (page: Page): Promise<void> => {
  await expect.poll(() => page.locator('img[src="x"], b').count()).toBe(0);
  await expect.poll(() => page.evaluate(() => window.name)).toBe("");
};

test("markup in products and orders is shown as text in the store, the checkout, the receipt and the customer's mail", async () => {
  const product = await client.createProduct({
    name: `Tee ${MARKUP}`,
    description: MARKUP,
    details: [MARKUP],
  });
  const { page, problems } = await site.visit();
  await page.goto(`/store/${product.id}`);
  await productCard(page, product.name).waitFor();
  const details = page.getByRole("dialog", { name: product.name });
  await details.getByText(MARKUP, { exact: true }).first().waitFor();
  await expectInert(page);

  await buyer.openCheckout(page, [buyer.lineOf(product)]);
  await page.getByText(product.name, { exact: true }).first().waitFor();
  await expectInert(page);
  const email = "markup@example.com";
  await buyer.fillForm(page, { "First name": MARKUP, Email: email, "Confirm email": email });
  const sessionId = await buyer.goToPayment(page);
  await client.act(sessionId, "pay");
  await page.goto(`/checkout/success?session_id=${sessionId}`);
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

test("home page, store and sign-in load no secret and no source map, and the first two no code of Amplify", async () => {
  const { page } = await site.visit();
  const loaded = new Set<string>();
  page.on("response", (response) => void loaded.add(response.url()));
  await page.goto("/", { waitUntil: "networkidle" });
  await page.goto("/store", { waitUntil: "networkidle" });
  const publicFiles = new Set(loaded);
  await page.goto("/admin/login");
  await page.getByRole("heading").first().waitFor();
  const files = [...loaded].filter((url) => /\.(js|css)$/.test(url));
  expect(files.filter((url) => publicFiles.has(url)).length).toBeGreaterThan(3);
  expect(files.some((url) => !publicFiles.has(url))).toBe(true);
  for (const url of files) {
    const text = await (await fetch(url)).text();
    expect(text, url).not.toMatch(/sourceMappingURL|sk_(test|live)_|whsec_|AKIA[A-Z0-9]{16}/);
    if (publicFiles.has(url) && url.endsWith(".js"))
      expect(text, url).not.toMatch(/AWSCognitoIdentityProviderService|amplify/i);
    expect((await fetch(`${url}.map`)).status).toBe(404);
  }
});
