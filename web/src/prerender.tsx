import type { ComponentType } from "react";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import type { PageData } from "../../shared/page-data.ts";
import type { PageMeta } from "../../shared/page-meta.ts";
import { ORIGIN_TOKEN } from "../../shared/page-head.ts";
import type { prerendered } from "../../shared/site/prerendered.ts";
import { seedProducts } from "./catalog/page-products.ts";
import BlogPage from "./features/blog/blog-page.tsx";
import ContactPage from "./features/contact/contact-page.tsx";
import HomePage from "./features/home/home-page.tsx";
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
};
const routes = sitePages(Object.entries(components).map(([path, Component]) => ({ path, Component })));
/** React's mark of a boundary that could not be rendered, and that the browser would have to render. */
const UNRENDERED = "<!--$!-->";

/**
 * Renders a page to HTML, with the meta data for its head. Without `products`, the page has placeholders in their
 * place. Throws if a part of the page cannot be rendered.
 */
export function render(path: string, products?: PageData): { html: string; meta: PageMeta } {
  // The stores belong to all renders of a function. A render does not wait, so no other comes between.
  seedProducts(products);
  const router = createStaticRouter(routes, path);
  let meta: PageMeta | undefined;
  const html = renderToString(
    <PageMetaCollector value={(collected) => (meta = collected)}>
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>
    </PageMetaCollector>,
  );
  if (!meta || html.includes(UNRENDERED)) throw new Error(`${path} could not be rendered`);
  return { html, meta };
}

/** Returns a function that renders a page into its template, with absolute URLs below `origin`. */
export const pageRenderer =
  (templates: Record<string, string>) =>
  (path: string, origin: string, products?: PageData): string => {
    const template = templates[path];
    if (template === undefined) throw new Error(`${path} has no template`);
    return fillPage(template.replaceAll(ORIGIN_TOKEN, origin), render(path, products).html, products);
  };
