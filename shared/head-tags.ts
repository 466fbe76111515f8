import { toCents } from "./money.ts";
import type { PageMeta } from "./page-meta.ts";
import type { Product } from "./product.ts";
import { brand } from "./site/brand.ts";
import { shareImage } from "./site/seo.ts";

/** An element in a page's head. Its attribute `key` identifies it: a head has one element for each key. `value`: its other attribute. */
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

const pictureUrl = (picture: string, origin: string): string =>
  /^https?:/.test(picture) ? picture : origin + picture;

/** The `meta` and `link` elements for a page's metadata. Paths become absolute URLs below `origin`. */
export function headTags(page: PageMeta, origin: string): HeadTag[] {
  const url = origin + page.path;
  return [
    meta("name", "description", page.description),
    meta("name", "robots", page.isIndexed ? "index,follow" : "noindex,follow"),
    { tag: "link", key: ["rel", "canonical"], value: ["href", url] },
    meta("property", "og:site_name", brand.name),
    meta("property", "og:type", page.type ?? "website"),
    meta("property", "og:title", page.title),
    meta("property", "og:description", page.description),
    meta("property", "og:url", url),
    meta("property", "og:image", pictureUrl(page.image ?? shareImage.path, origin)),
    meta("property", "og:image:alt", page.imageAlt ?? shareImage.alt),
    meta("name", "twitter:card", "summary_large_image"),
    ...(page.product ? priceTags(page.product) : []),
    ...(page.episode ? [meta("property", "og:audio", page.episode.audio.url)] : []),
  ];
}

/** https://developers.facebook.com/docs/sharing/webmasters (product) */
const priceTags = ({ price }: Product): HeadTag[] => [
  meta("property", "product:price:amount", (toCents(price) / 100).toFixed(2)),
  meta("property", "product:price:currency", "USD"),
];
