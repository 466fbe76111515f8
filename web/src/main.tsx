// The styles come first, because tokens.css declares the order of all layers.
import "./styles/tokens.css";
import "./styles/fonts.css";
import "./styles/base.css";
import "./styles/utilities.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { seedFilters } from "./catalog/filters-after-hydration.ts";
import { readPageData, seedProducts } from "./catalog/page-products.ts";
import { loadLazyModules } from "./lazy-module.ts";
import { seedEpisodes } from "./podcast/page-episodes.ts";
import { paths } from "./paths.ts";
import { loadCode, matchRoutes } from "./router/match-routes.ts";
import { RouterProvider } from "./router/router-provider.tsx";
import { createBrowserRouter } from "./router/router.ts";
import { routes } from "./routes.tsx";
import { toaster } from "./ui/notify.ts";

const root = document.querySelector<HTMLElement>("#root");
if (!root) throw new Error("The page has no #root");

// If the code cannot be loaded, the router still starts. It tries again, and shows its error page if that fails too.
await loadCode(matchRoutes(routes, window.location.pathname))?.catch(() => undefined);
const router = createBrowserRouter(routes);
const site = (
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>
);
// React can hydrate prerendered HTML only if it was rendered for the URL's path. Filters that the HTML lacks are applied
// after the hydration, so that presses and typed text from before the hydration are kept.
const { pathname } = window.location;
const pageData = readPageData();
// The path and the query for which the HTML was rendered.
const { page: htmlPath, filters: htmlQuery } = root.dataset;
/**
 * Loads the code of the product dialog before the hydration: the HTML of a product's page is the store with the open
 * dialog. Rejects if the code cannot be loaded.
 */
const loadDialog = async () => (await import("./features/store/store-page.tsx")).productDialog.preload();
const isHydratable =
  // The server answers `/store/` as `/store`.
  htmlPath === pathname.replace(/(?<=.)\/+$/, "") &&
  (!pageData?.product ||
    (await loadDialog().then(
      () => true,
      () => false,
    )));
if (isHydratable) {
  seedProducts(pageData);
  seedEpisodes(pageData);
  seedFilters(htmlQuery);
  hydrateRoot(root, site);
} else createRoot(root).render(site);

/** The time after which a busy page counts as idle. Safari has no `requestIdleCallback`. */
const MAX_IDLE_WAIT_MS = 4000;
const runWhenIdle = (work: () => void) =>
  "requestIdleCallback" in window
    ? window.requestIdleCallback(work, { timeout: MAX_IDLE_WAIT_MS })
    : setTimeout(work, MAX_IDLE_WAIT_MS);
const isBackOffice = `${pathname}/`.startsWith(`${paths.admin}/`);
runWhenIdle(() => {
  // Admins do not shop, so of the lazy parts their pages need only the toasts.
  if (isBackOffice) return void toaster.load().catch(() => undefined);
  loadLazyModules();
  for (const path of [paths.home, paths.store])
    void loadCode(matchRoutes(routes, path))?.catch(() => undefined);
});
