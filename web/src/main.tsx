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
// Finished HTML is taken over only on the address that it was made for: a query may ask for something else.
const { pathname, search } = window.location;
if (root.dataset.page === pathname && search === "") hydrateRoot(root, site);
else createRoot(root).render(site);
