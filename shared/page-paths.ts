/** The paths of the router's pages, except those of a product and an episode. The links in texts are in shared/site. */
export const pagePaths = {
  home: "/",
  store: "/store",
  /**
   * Redirects to the store. The links from the empty checkout, the receipt and the page of a cancelled payment have this path.
   */
  storeAlias: "/merchandise",
  podcast: "/podcast",
  blog: "/blog",
  contact: "/contact",
  privacy: "/privacy",
  terms: "/terms",
  shipping: "/shipping-and-returns",
  checkout: "/checkout",
  checkoutSuccess: "/checkout/success",
  checkoutCancel: "/checkout/cancel",
  ticket: "/ticket",
  order: "/order",
  findOrder: "/find-order",
  backInStock: "/back-in-stock",
  unsubscribe: "/unsubscribe",
  confirmNewsletter: "/confirm-news",
  /** Redirects to the dashboard. */
  admin: "/admin",
  adminSignIn: "/admin/login",
  adminDashboard: "/admin/dashboard",
} as const;
