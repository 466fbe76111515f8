import "./styles/tokens.css";
import "./styles/fonts.css";
import "./styles/base.css";
import "./styles/utilities.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router-dom";
import { RouterProvider } from "react-router-dom";
import { loadMatched } from "./load-matched.ts";
import { routes } from "./routes.tsx";

/** What pages read of an address's query: the filters of store and blog. */
const FILTERS = ["category", "q"];

const root = document.querySelector<HTMLElement>("#root");
if (!root) throw new Error("The page has no #root");

// A page whose code cannot be fetched still starts: the router tries again and shows its error page.
await loadMatched(routes, window.location.pathname).catch(() => undefined);
const router = createBrowserRouter(routes);
const site = (
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>
);
// Finished HTML is taken over only where it is what the address asks for: filters ask for something else, and what links
// in mails and posts carry (?utm_source=…) asks for nothing.
const { pathname, search } = window.location;
const query = new URLSearchParams(search);
if (root.dataset.page === pathname && !FILTERS.some((name) => query.has(name))) hydrateRoot(root, site);
else createRoot(root).render(site);
