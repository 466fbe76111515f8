import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import type { Product } from "../../shared/product.ts";
import { newVisitor, openBrowser } from "./browser.ts";
import { productsOf } from "./buyer.ts";
import { type ShopProcess, startShopProcess } from "./shop-process.ts";

/**
 * The whole local stack and a browser for the tests of one file, started before the first and gone after the last.
 * `products` is the catalogue as it was at the start.
 */
export function openSite() {
  let dataDir: string;
  let shop: ShopProcess;
  let browser: Browser;
  let products: Product[];
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "shop-site-"));
    [shop, browser] = await Promise.all([startShopProcess({ dataDir }), openBrowser()]);
    products = await productsOf(shop.url);
  });
  afterAll(async () => {
    await browser.close();
    await shop.end("SIGTERM");
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    url: (): string => shop.url,
    products: (): Product[] => products,
    /** A product of the category with plenty left. */
    productOf(category: string): Product {
      const found = products.find((product) => product.category === category && product.stock > 20);
      if (!found) throw new Error(`The catalogue has no ${category}`);
      return found;
    },
    /** A visitor of this test, with an empty browser and no patience for animation. */
    async visit(options: BrowserContextOptions = {}): Promise<{ page: Page; problems: string[] }> {
      const visitor = await newVisitor(browser, shop.url, { reducedMotion: "reduce", ...options });
      onTestFinished(() => visitor.page.context().close());
      return visitor;
    },
  };
}
