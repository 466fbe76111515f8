import type { EpisodeDetails } from "./episode.ts";
import { formatMoney, toCents } from "./money.ts";
import { truncate, type Product } from "./product.ts";
import { brand } from "./site/brand.ts";
import { shareImage } from "./site/seo.ts";

/** The metadata in a page's head. `path` is relative to the site's origin, `image` relative to it or absolute. */
export type PageMeta = {
  title: string;
  description: string;
  isIndexed: boolean;
  path: string;
  image?: string | undefined;
  imageAlt?: string | undefined;
  /** On an episode's page: the episode, for the structured data. */
  episode?: EpisodeDetails | undefined;
  type?: "website" | "product" | "article" | undefined;
  /** On a product's page: the product, for the price in link previews and for the structured data. */
  product?: Product | undefined;
};

/** In characters. Search engines cut longer descriptions. */
const MAX_DESCRIPTION_LENGTH = 155;

/** The metadata of a product's page, for the browser and for the HTML from the server. */
export const productMeta = (product: Product): PageMeta => ({
  title: `${product.name} | ${brand.name}`,
  description: truncate(
    `${formatMoney(product.price)}. ${product.description.replace(/\s+/g, " ")}`,
    MAX_DESCRIPTION_LENGTH,
  ),
  isIndexed: true,
  path: `/store/${encodeURIComponent(product.id)}`,
  image: product.imageUrl,
  imageAlt: product.name,
  type: "product",
  product,
});

/** The metadata of an episode's page. An episode that has left the feed is not indexed. */
export const episodeMeta = (episode: EpisodeDetails): PageMeta => ({
  title: `${episode.title} | ${brand.name}`,
  description: truncate(episode.summary || brand.description, MAX_DESCRIPTION_LENGTH),
  isIndexed: !episode.isGone,
  path: `/podcast/${episode.id}`,
  image: episode.image,
  imageAlt: episode.image && episode.title,
  type: "article",
  episode,
});

/** An element in a page's head. `key` identifies the element: a head has one element for each key. */
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
