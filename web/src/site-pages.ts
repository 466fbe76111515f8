import type { Route } from "./router/match-routes.ts";
import { ErrorPage } from "./shell/error-page.tsx";
import { Root } from "./shell/root.tsx";
import { SiteLayout } from "./shell/site-layout.tsx";

/**
 * The pages of the site, with header, footer and cart. `otherRoutes` have none of these. They come first, because a path of
 * `pages` may match every URL ('*').
 */
export const sitePages = (pages: readonly Route[], otherRoutes: readonly Route[] = []): Route[] => [
  {
    Component: Root,
    ErrorPage,
    children: [...otherRoutes, { Component: SiteLayout, children: [{ ErrorPage, children: pages }] }],
  },
];
