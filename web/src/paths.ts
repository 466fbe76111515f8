/** The address of every page. Links are built here and nowhere else. */
export const paths = {
  home: "/",
  store: "/store",
  product: (id: string): string => `/store/${encodeURIComponent(id)}`,
  category: (category: string): string => `/store?category=${encodeURIComponent(category)}`,
  podcast: "/podcast",
  blog: "/blog",
  contact: "/contact",
  privacy: "/privacy",
  terms: "/terms",
  shipping: "/shipping-and-returns",
  checkout: "/checkout",
  checkoutSuccess: "/checkout/success",
  checkoutCancel: "/checkout/cancel",
  adminSignIn: "/admin/login",
  adminDashboard: "/admin/dashboard",
} as const;

/** Addresses that older links and mails use for the store. */
export const STORE_ALIAS = "/merchandise";
