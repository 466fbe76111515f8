// The styles come first, because tokens.css declares the order of all layers.
import "./styles/tokens.css";
import "./styles/fonts.css";
import "./styles/base.css";
import "./styles/utilities.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { FILTER_PARAMS } from "../../shared/site/prerendered.ts";
import { readPageProducts, seedProducts } from "./catalog/page-products.ts";
import { loadLazyModules } from "./lazy-module.ts";
import { paths } from "./paths.ts";
import { loadCode, matchRoutes } from "./router/match-routes.ts";
import { RouterProvider } from "./router/router-provider.tsx";
import { createBrowserRouter } from "./router/router.ts";
import { routes } from "./routes.tsx";

const root = document.querySelector<HTMLElement>("#root");
if (!root) throw new Error("The page has no #root");

// If the code cannot be loaded, the router still starts. It tries again, and then shows its error page.
await loadCode(matchRoutes(routes, window.location.pathname))?.catch(() => undefined);
const router = createBrowserRouter(routes);
const site = (
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>
);
// React can hydrate prerendered HTML only if the HTML matches the URL. Filters change the page, so they
// prevent hydration; other parameters (?utm_source=…) do not.
const { pathname, search } = window.location;
const query = new URLSearchParams(search);
const hasFilter = FILTER_PARAMS.some((name) => query.has(name));
if (root.dataset.page === pathname && !hasFilter) {
  seedProducts(readPageProducts());
  hydrateRoot(root, site);
} else createRoot(root).render(site);

/** The time after which a busy page counts as idle. Safari has no `requestIdleCallback`. */
const MAX_IDLE_WAIT_MS = 4000;
const whenIdle = (work: () => void) =>
  "requestIdleCallback" in window
    ? window.requestIdleCallback(work, { timeout: MAX_IDLE_WAIT_MS })
    : setTimeout(work, MAX_IDLE_WAIT_MS);
whenIdle(() => {
  loadLazyModules();
  for (const path of [paths.home, paths.store])
    void loadCode(matchRoutes(routes, path))?.catch(() => undefined);
});
