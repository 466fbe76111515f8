import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import type { Product } from "../../shared/product.ts";
import { onTestFinished, test } from "./browser-test.ts";
import { newContext, openPage } from "./browser.ts";
import { productsOf } from "./buyer.ts";
import { createClient } from "./client.ts";
import { canShareContext, type StorageState, takeSharedContext } from "./shared-context.ts";
import type { ShopProcess } from "./shop-process.ts";

/** The option of `visit` for pages with animations. */
export const WITH_MOTION = { reducedMotion: "no-preference" } as const;

export type VisitOptions = Omit<BrowserContextOptions, "storageState"> & {
  storageState?: StorageState;
};

/** Styles without blur and transitions: without a GPU, most of the time to open a dialog would be for these effects. */
const WITHOUT_EFFECTS = `
  *, *::before, *::after, ::backdrop { transition: none !important; animation: none !important }
  ::backdrop { backdrop-filter: none !important }`;

/** Runs in the page. The site's content security policy blocks style elements, but not constructed style sheets. */
function addStyles(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}

/**
 * The worker's shop and browser, for one test file. `products` is the catalog before the first test. `client` can be passed
 * on before the shop runs.
 */
export function openSite() {
  let shop: ShopProcess;
  let browser: Browser;
  let products: Product[];
  test.beforeAll(async ({ shop: workerShop, browser: workerBrowser }) => {
    shop = workerShop;
    browser = workerBrowser;
    products = await productsOf(shop.url);
  });
  const client = createClient({
    get url() {
      return shop.url;
    },
  });
  return {
    client,
    url: (): string => shop.url,
    products: (): Product[] => products,
    /** A product of the category with more than ten in stock. */
    productOf(category: string): Product {
      const product = products.find((candidate) => candidate.category === category && candidate.stock > 10);
      if (!product) throw new Error(`The catalog has no ${category}`);
      return product;
    },
    /**
     * Opens a page for a visitor without stored data, and closes it after the test. Unless `options` set `reducedMotion`, the
     * page has reduced motion and no effects. `problems`: see `openPage`.
     */
    async visit(options: VisitOptions = {}): Promise<{ page: Page; problems: string[] }> {
      const openContext = async (contextOptions: BrowserContextOptions) => {
        const context = await newContext(browser, shop.url, { reducedMotion: "reduce", ...contextOptions });
        if (options.reducedMotion === undefined) await context.addInitScript(addStyles, WITHOUT_EFFECTS);
        return context;
      };
      if (!canShareContext(options)) {
        const context = await openContext(options);
        onTestFinished(() => context.close());
        return openPage(context, options);
      }
      const { context, release } = await takeSharedContext(() => openContext({}), options.storageState);
      onTestFinished(release);
      const visitor = await openPage(context);
      if (options.viewport) await visitor.page.setViewportSize(options.viewport);
      return visitor;
    },
  };
}
