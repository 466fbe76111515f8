import type { ComponentType } from "react";
import { paths } from "./paths.ts";
import { useLocation } from "./router/hooks.ts";
import type { Route } from "./router/match-routes.ts";
import { Redirect } from "./router/redirect.tsx";
import { ErrorPage } from "./shell/error-page.tsx";
import { sitePages } from "./site-pages.ts";

/** The `load` function of a route: loads the module of a page. */
const pageLoader = (load: () => Promise<{ default: ComponentType }>) => async () => (await load()).default;
const loadAdminLayout = async () => (await import("./features/admin/admin-layout.tsx")).AdminLayout;
const loadSignInPage = async () => (await import("./features/admin/admin-layout.tsx")).SignInPage;
const loadLegalPage = pageLoader(() => import("./features/legal/legal-page.tsx"));

function RedirectToStore() {
  const { search, hash } = useLocation();
  return <Redirect to={{ pathname: paths.store, search, hash }} />;
}

const publicPages: Route[] = [
  { path: paths.home, load: pageLoader(() => import("./features/home/home-page.tsx")) },
  { path: `${paths.store}/:productId?`, load: pageLoader(() => import("./features/store/store-page.tsx")) },
  { path: paths.storeAlias, Component: RedirectToStore },
  { path: paths.podcast, load: pageLoader(() => import("./features/podcast/podcast-page.tsx")) },
  {
    path: `${paths.podcast}/:episodeId`,
    load: pageLoader(() => import("./features/podcast/episode-page.tsx")),
  },
  { path: paths.blog, load: pageLoader(() => import("./features/blog/blog-page.tsx")) },
  { path: paths.contact, load: pageLoader(() => import("./features/contact/contact-page.tsx")) },
  { path: paths.privacy, load: loadLegalPage },
  { path: paths.terms, load: loadLegalPage },
  { path: paths.shipping, load: loadLegalPage },
  { path: paths.checkout, load: pageLoader(() => import("./features/checkout/form/checkout-page.tsx")) },
  {
    path: paths.checkoutSuccess,
    load: pageLoader(() => import("./features/checkout/payment/success-page.tsx")),
  },
  {
    path: paths.checkoutCancel,
    load: pageLoader(() => import("./features/checkout/payment/cancel-page.tsx")),
  },
  { path: paths.ticket, load: pageLoader(() => import("./features/tickets/ticket-page.tsx")) },
  { path: paths.order, load: pageLoader(() => import("./features/order/order-page.tsx")) },
  { path: paths.findOrder, load: pageLoader(() => import("./features/order/find-order-page.tsx")) },
  {
    path: paths.backInStock,
    load: pageLoader(() => import("./features/back-in-stock/back-in-stock-page.tsx")),
  },
  { path: paths.unsubscribe, load: pageLoader(() => import("./features/newsletter/unsubscribe-page.tsx")) },
  {
    path: paths.confirmNewsletter,
    load: pageLoader(() => import("./features/newsletter/confirm-newsletter-page.tsx")),
  },
  {
    load: loadAdminLayout,
    children: [{ path: paths.adminSignIn, load: loadSignInPage }],
  },
  { path: "*", load: pageLoader(() => import("./features/not-found/not-found-page.tsx")) },
];

const backOffice: Route = {
  load: loadAdminLayout,
  ErrorPage,
  children: [
    { path: paths.admin, Component: () => <Redirect to={paths.adminDashboard} /> },
    {
      path: paths.adminDashboard,
      load: pageLoader(() => import("./features/admin/dashboard/dashboard-page.tsx")),
    },
  ],
};

/** All pages; the first that matches is shown. Except for the sign-in page, public pages load no code of the back office. */
export const routes: Route[] = sitePages(publicPages, [backOffice]);
