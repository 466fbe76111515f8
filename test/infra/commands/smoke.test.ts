import { expect, test } from "vitest";
import { smokeTest } from "../../../infra/commands/smoke.ts";
import { TICKET } from "../../../shared/product.ts";
import { testEvent, testProduct } from "../../support/fixtures.ts";
import { serve } from "../local/serve.ts";

const featured = testProduct({ stock: 0, featured: true });
/** A ticket with many pieces. Its sales ended when the event began. */
const evening = testProduct({ stock: 200, category: TICKET, event: testEvent(-0.01) });

/**
 * Runs the smoke test of a shop with these pages, in which nothing can be bought. `checkoutStatus`: how it answers a
 * checkout. Returns what the test has printed.
 */
async function tryPages(pages: Record<string, string>, checkoutStatus = 409, products = [featured, evening]) {
  const catalog = JSON.stringify({ products });
  const url = await serve((req, res) => {
    if (req.method === "POST") res.statusCode = checkoutStatus;
    res.end(pages[req.url ?? ""] ?? catalog);
  });
  const lines: string[] = [];
  await smokeTest(url, (line) => lines.push(line));
  return lines;
}

test("smoke refuses pages without products, which the edge serves while render-page fails", async () => {
  const noProducts = "The page / has no products. Read the log of render-page.";
  const both = `<a href="/product/${featured.id}"></a><a href="/product/${evening.id}"></a>`;
  await expect(tryPages({ "/": "<main></main>", "/store": both })).rejects.toThrow(noProducts);
  await expect(tryPages({ "/": `/product/${evening.id}`, "/store": both })).rejects.toThrow(noProducts);
  await expect(tryPages({ "/": both, "/store": "" })).rejects.toThrow("The page /store has no products.");
  await expect(tryPages({ "/": both, "/store": `/product/${evening.id}` })).resolves.toHaveLength(3);
});

test("smoke of a shop in which nothing can be bought now passes if the checkout refuses it, so that a deployment does not fail", async () => {
  const pages = { "/": featured.id, "/store": featured.id };
  const lines = await tryPages(pages);
  expect(lines.at(-1)).toBe(
    "Nothing can be bought now, and the checkout says so. Whether it reaches Stripe was not tried.",
  );
  await expect(tryPages(pages, 503)).rejects.toThrow(
    "The checkout of what cannot be bought now: status 503 instead of 409",
  );
  await expect(tryPages(pages, 409, [])).rejects.toThrow("The shop has no products");
});

test("smoke refuses a text that is not an address, and a site that is not a shop, with a message", async () => {
  for (const url of ["localhost:8133", "shop.example.org", "file:///etc"])
    await expect(smokeTest(url, () => undefined)).rejects.toThrow(
      `${url} is not an address such as https://shop.example.org.`,
    );
  for (const text of ["<html></html>", "{}"]) {
    const url = await serve((_, res) => void res.end(text));
    await expect(smokeTest(url, () => undefined)).rejects.toThrow(
      "The catalog: this is not the answer of a shop",
    );
  }
});
