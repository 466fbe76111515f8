import { expect, test } from "vitest";
import { smokeTest } from "../../../infra/commands/smoke.ts";
import { testProduct } from "../../support/fixtures.ts";
import { serve } from "../local/serve.ts";

const featured = testProduct({ stock: 0, featured: true });
const other = testProduct({ stock: 0 });

/** Tries a shop with these pages, where everything is sold out. */
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
