import type { EpisodeDetails } from "./episode.ts";
import { formatMoney } from "./money.ts";
import { truncate, type Product } from "./product.ts";
import { brand } from "./site/brand.ts";

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
