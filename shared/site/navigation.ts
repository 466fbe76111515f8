export type NavigationLink = { label: string; to: `/${string}` };

const pageLinks = [
  { label: "Home", to: "/" },
  { label: "Store", to: "/store" },
  { label: "Podcast", to: "/podcast" },
  { label: "Blog", to: "/blog" },
  { label: "Contact", to: "/contact" },
] as const satisfies readonly NavigationLink[];

export const headerLinks = [
  ...pageLinks,
  { label: "Admin", to: "/admin/login" },
] as const satisfies readonly NavigationLink[];

export const footerLinks = pageLinks;

/** Links to the page that finds an order and to the legal pages, in the footer. */
export const helpLinks = [
  { label: "Find My Order", to: "/find-order" },
  { label: "Privacy", to: "/privacy" },
  { label: "Terms", to: "/terms" },
  { label: "Shipping & Returns", to: "/shipping-and-returns" },
] as const satisfies readonly NavigationLink[];
