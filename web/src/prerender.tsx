import type { ComponentType } from "react";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import type { PageData } from "../../shared/page-data.ts";
import type { PageMeta } from "../../shared/page-meta.ts";
import { ORIGIN_TOKEN, withHead } from "../../shared/page-head.ts";
import type { prerendered } from "../../shared/prerendered.ts";
import { seo } from "../../shared/site/seo.ts";
import * as backInStockModule from "./catalog/back-in-stock.tsx";
import * as eventModule from "./catalog/event-facts.tsx";
import { seedEpisodes } from "./podcast/page-episodes.ts";
import { productDialog } from "./catalog/lazy-product-dialog.tsx";
import { seedProducts } from "./catalog/page-products.ts";
import { backInStock } from "./catalog/lazy-back-in-stock.tsx";
import { eventFacts } from "./catalog/lazy-event-facts.tsx";
import { productExtras } from "./catalog/lazy-product-extras.tsx";
import * as dialogModule from "./catalog/product-dialog.tsx";
import * as extrasModule from "./catalog/product-extras.tsx";
import BlogPage from "./features/blog/blog-page.tsx";
import CheckoutPage from "./features/checkout/form/checkout-page.tsx";
import ContactPage from "./features/contact/contact-page.tsx";
import HomePage from "./features/home/home-page.tsx";
import EpisodePage from "./features/podcast/episode-page.tsx";
import PodcastPage from "./features/podcast/podcast-page.tsx";
import StorePage from "./features/store/store-page.tsx";
import { fillPage } from "./page-html.ts";
import { RouterProvider } from "./router/router-provider.tsx";
import { createStaticRouter } from "./router/router.ts";
import { sitePages } from "./site-pages.ts";
import { PageMetaCollector } from "./ui/page-meta.ts";

const components: Record<keyof typeof prerendered, ComponentType> = {
  "/": HomePage,
  "/store": StorePage,
  "/podcast": PodcastPage,
  "/blog": BlogPage,
  "/contact": ContactPage,
  "/checkout": CheckoutPage,
};
/** The key of the template for the pages of products. */
export const PRODUCT_PAGE = "/store/:productId" as const;
/** The key of the template for the pages of episodes. */
export const EPISODE_PAGE = "/podcast/:episodeId" as const;
const pages = { ...components, [PRODUCT_PAGE]: StorePage, [EPISODE_PAGE]: EpisodePage };
const routes = sitePages(Object.entries(pages).map(([path, Component]) => ({ path, Component })));
productExtras.seed({ module: extrasModule, failed: false });
backInStock.seed({ module: backInStockModule, failed: false });
eventFacts.seed({ module: eventModule, failed: false });
/** React writes this mark for a Suspense boundary that could not be rendered, which the browser would have to render. */
const UNRENDERED_MARK = "<!--$!-->";

/** `path` may have a query. The origin of the returned URL is not used. */
const urlOf = (path: string): URL => new URL(path, "http://localhost");

/**
 * Renders a page to HTML, with the meta data for its head. Without `data`, the page has placeholders for products and
 * episodes. Throws if a part of the page cannot be rendered.
 */
export function render(path: string, data?: PageData): { html: string; meta: PageMeta } {
  // All renders in one process share these stores. This is safe, because a render is synchronous.
  seedProducts(data);
  seedEpisodes(data);
  productDialog.seed({ ...(data?.product ? { module: dialogModule } : {}), failed: false });
  const router = createStaticRouter(routes, urlOf(path));
  // A page sets no head if its product or episode does not exist, or could not be read. If it does not exist, the page gets the
  // head of unknown pages. If it could not be read, there is no `data`, and the page gets the head of the list.
  const listPath = path.startsWith("/podcast") ? "/podcast" : "/store";
  let meta: PageMeta = { ...seo[data ? "*" : listPath], path: listPath };
  const html = renderToString(
    <PageMetaCollector value={(collectedMeta) => (meta = collectedMeta)}>
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>
    </PageMetaCollector>,
  );
  if (html.includes(UNRENDERED_MARK)) throw new Error(`${path} could not be rendered`);
  return { html, meta };
}

/**
 * Returns a function that renders a page into its template, with absolute URLs below `origin`. `path` may have filters.
 */
export const createPageRenderer =
  (templates: Record<string, string>) =>
  (path: string, origin: string, data?: PageData): string => {
    const url = urlOf(path);
    // All pages of products have one template, and all pages of episodes another, so each page replaces its template's head.
    const ownTemplate = templates[url.pathname];
    const isEpisode = url.pathname.startsWith("/podcast/");
    const template = ownTemplate ?? templates[isEpisode ? EPISODE_PAGE : PRODUCT_PAGE];
    if (template === undefined) throw new Error(`${path} has no template`);
    const { html, meta } = render(path, data);
    const templateWithHead = ownTemplate === undefined ? withHead(template, meta) : template;
    return fillPage(templateWithHead.replaceAll(ORIGIN_TOKEN, origin), html, url, data);
  };

/**
 * Returns a function that returns the page for unknown URLs, with absolute URLs below `origin`. The browser renders the
 * contents of this page.
 */
export const createNotFoundRenderer = (emptyPage: string) => {
  const page = withHead(emptyPage, { ...seo["*"], path: "/store" });
  return (origin: string): string => page.replaceAll(ORIGIN_TOKEN, origin);
};

export { selectProducts } from "./features/store/select-products.ts";
