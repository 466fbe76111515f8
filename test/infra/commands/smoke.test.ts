import { expect, test } from "vitest";
import { smokeTest } from "../../../infra/commands/smoke.ts";
import { testProduct } from "../../support/fixtures.ts";
import { serve } from "../local/serve.ts";

const featured = testProduct({ stock: 0, featured: true });
const other = testProduct({ stock: 0 });

/** Runs the smoke test of a shop with these pages, in which all products are sold out. */
async function tryPages(pages: Record<string, string>) {
  const catalog = JSON.stringify({ products: [featured, other] });
  const url = await serve((req, res) => void res.end(pages[req.url ?? ""] ?? catalog));
  return smokeTest(url, () => undefined);
}

test("smoke refuses pages without products, which the edge serves while render-page fails", async () => {
  const noProducts = "The page / has no products. Read the log of render-page.";
  const both = `<a href="/product/${featured.id}"></a><a href="/product/${other.id}"></a>`;
  await expect(tryPages({ "/": "<main></main>", "/store": both })).rejects.toThrow(noProducts);
  await expect(tryPages({ "/": `/product/${other.id}`, "/store": both })).rejects.toThrow(noProducts);
  await expect(tryPages({ "/": both, "/store": "" })).rejects.toThrow("The page /store has no products.");
  await expect(tryPages({ "/": both, "/store": `/product/${other.id}` })).rejects.toThrow(
    "No product is in stock",
  );
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
