import type { ComponentType } from "react";
import type { RouteObject } from "react-router-dom";
import { Navigate, useLocation } from "react-router-dom";
import HomePage from "./features/home/home-page.tsx";
import StorePage from "./features/store/store-page.tsx";
import { paths, STORE_ALIAS } from "./paths.ts";
import { ErrorPage } from "./shell/error-page.tsx";
import { Root } from "./shell/root.tsx";
import { SiteLayout } from "./shell/site-layout.tsx";

/** The `lazy` function of a route: loads the page's code at the first visit. */
const page = (load: () => Promise<{ default: ComponentType }>) => async () => ({
  Component: (await load()).default,
});
const adminLayout = async () => ({
  Component: (await import("./features/admin/admin-layout.tsx")).AdminLayout,
});
const legalPage = page(() => import("./features/legal/legal-page.tsx"));

function RedirectToStore() {
  const { search, hash } = useLocation();
  return <Navigate replace to={{ pathname: paths.store, search, hash }} />;
}

const sitePages: RouteObject[] = [
  { path: paths.home, Component: HomePage },
  { path: `${paths.store}/:productId?`, Component: StorePage },
  { path: STORE_ALIAS, Component: RedirectToStore },
  { path: paths.podcast, lazy: page(() => import("./features/podcast/podcast-page.tsx")) },
  { path: paths.blog, lazy: page(() => import("./features/blog/blog-page.tsx")) },
  { path: paths.contact, lazy: page(() => import("./features/contact/contact-page.tsx")) },
  { path: paths.privacy, lazy: legalPage },
  { path: paths.terms, lazy: legalPage },
  { path: paths.shipping, lazy: legalPage },
  { path: paths.checkout, lazy: page(() => import("./features/checkout/form/checkout-page.tsx")) },
  { path: paths.checkoutSuccess, lazy: page(() => import("./features/checkout/payment/success-page.tsx")) },
  { path: paths.checkoutCancel, lazy: page(() => import("./features/checkout/payment/cancel-page.tsx")) },
  {
    lazy: adminLayout,
    children: [
      { path: paths.adminSignIn, lazy: page(() => import("./features/admin/auth/sign-in-page.tsx")) },
    ],
  },
  { path: "*", lazy: page(() => import("./features/not-found/not-found-page.tsx")) },
];

const backOffice: RouteObject = {
  lazy: adminLayout,
  ErrorBoundary: ErrorPage,
  children: [
    { path: "/admin", element: <Navigate replace to={paths.adminDashboard} /> },
    { path: paths.adminDashboard, lazy: page(() => import("./features/admin/dashboard/dashboard-page.tsx")) },
  ],
};

/** All pages. The back office has no header and footer, and other pages do not load its code. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ErrorPage,
    children: [
      { Component: SiteLayout, children: [{ ErrorBoundary: ErrorPage, children: sitePages }] },
      backOffice,
    ],
  },
];
