import { toCents } from "./money.ts";
import type { Product } from "./product.ts";
import { brand } from "./site/brand.ts";
import { shareImage } from "./site/seo.ts";
import { structuredText } from "./structured-data.ts";

/** Stands for the site's own origin in built files; the deployment replaces it. */
export const ORIGIN_TOKEN = "__ORIGIN__";

/** What a page says of itself in its head. `path` and `image` are site-relative. */
export type PageMeta = {
  title: string;
  description: string;
  indexed: boolean;
  path: string;
  image?: string | undefined;
  imageAlt?: string | undefined;
  type?: "website" | "product" | "article" | undefined;
  /** On a product's own page: its price goes into previews, and all of it into the page's structured data. */
  product?: Product | undefined;
};

/** One element of a head: `key` says which one there is to be of it. */
export type HeadTag = {
  tag: "meta" | "link";
  key: [name: string, value: string];
  value: [name: string, value: string];
};

const meta = (attribute: "name" | "property", name: string, content: string): HeadTag => ({
  tag: "meta",
  key: [attribute, name],
  value: ["content", content],
});

/** The elements (beside the title) that a page's head has, with absolute addresses below `origin`. */
export function headTags(page: PageMeta, origin: string): HeadTag[] {
  const url = origin + page.path;
  return [
    meta("name", "description", page.description),
    meta("name", "robots", page.indexed ? "index,follow" : "noindex,follow"),
    { tag: "link", key: ["rel", "canonical"], value: ["href", url] },
    meta("property", "og:site_name", brand.name),
    meta("property", "og:type", page.type ?? "website"),
    meta("property", "og:title", page.title),
    meta("property", "og:description", page.description),
    meta("property", "og:url", url),
    meta("property", "og:image", origin + (page.image ?? shareImage.path)),
    meta("property", "og:image:alt", page.imageAlt ?? shareImage.alt),
    meta("name", "twitter:card", "summary_large_image"),
    ...(page.product ? priceTags(page.product) : []),
  ];
}

/** https://developers.facebook.com/docs/sharing/webmasters (product) */
const priceTags = ({ price }: Product): HeadTag[] => [
  meta("property", "product:price:amount", (toCents(price) / 100).toFixed(2)),
  meta("property", "product:price:currency", "USD"),
];

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text made inert in HTML, in attributes too. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);

/** The head of a page as HTML, everything escaped. */
export function renderHead(page: PageMeta, origin: string = ORIGIN_TOKEN): string {
  const tags = headTags(page, origin).map(
    ({ tag, key, value }) => `<${tag} ${key[0]}="${key[1]}" ${value[0]}="${escapeHtml(value[1])}" />`,
  );
  const data = structuredText(page, origin);
  // A block of data: browsers do not run it, so no content security policy forbids it.
  const script = data ? [`<script type="application/ld+json">${data}</script>`] : [];
  return [`<title>${escapeHtml(page.title)}</title>`, ...tags, ...script].join("\n    ");
}

const SLOT = /<!--page-meta-->[^]*?<!--\/page-meta-->/;

/** A built page with its head replaced; `origin` is '' or `https://…` without a slash at the end. */
export const withHead = (html: string, page: PageMeta, origin?: string): string =>
  html.replace(SLOT, () => `<!--page-meta-->\n    ${renderHead(page, origin)}\n    <!--/page-meta-->`);
