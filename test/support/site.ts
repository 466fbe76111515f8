import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import type { Product } from "../../shared/product.ts";
import { onTestFinished, test } from "./browser-test.ts";
import { newVisitor } from "./browser.ts";
import { productsOf } from "./buyer.ts";
import type { ShopProcess } from "./shop-process.ts";

/** The worker's shop and browser for the tests of one file. `products` is the catalog as it was before the first. */
export function openSite() {
  let shop: ShopProcess;
  let browser: Browser;
  let products: Product[];
  test.beforeAll(async ({ shop: running, browser: opened }) => {
    [shop, browser] = [running, opened];
    products = await productsOf(shop.url);
  });
  return {
    url: (): string => shop.url,
    products: (): Product[] => products,
    /** A product of the category with plenty left. */
    productOf(category: string): Product {
      const found = products.find((product) => product.category === category && product.stock > 10);
      if (!found) throw new Error(`The catalog has no ${category}`);
      return found;
    },
    /** A visitor of this test, with an empty browser and reduced motion. */
    async visit(options: BrowserContextOptions = {}): Promise<{ page: Page; problems: string[] }> {
      const visitor = await newVisitor(browser, shop.url, { reducedMotion: "reduce", ...options });
      onTestFinished(() => visitor.page.context().close());
      return visitor;
    },
  };
}
