import { escapeHtml } from "../../shared/html.ts";
import { seo } from "../../shared/site/seo.ts";
import { listEpisodeRows } from "../podcast/episode-table.ts";
import { listProducts } from "./list-products.ts";

/**
 * Every indexed page, every product in the store and, if `hasPodcast`, every episode in the feed.
 * https://www.sitemaps.org/protocol.html
 */
export async function renderSitemap(origin: string, hasPodcast: boolean): Promise<string> {
  const pages = Object.entries(seo).flatMap(([path, page]) =>
    page.isIndexed ? [urlElement(origin + path)] : [],
  );
  const products = (await listProducts()).products.map((product) =>
    urlElement(`${origin}/store/${encodeURIComponent(product.id)}`, product.updatedAt),
  );
  const episodes = hasPodcast ? (await listEpisodeRows()).rows : [];
  const episodePages = episodes.map(({ id, publishedAt }) =>
    urlElement(`${origin}/podcast/${id}`, publishedAt),
  );
  const urls = [...pages, ...products, ...episodePages].join("");
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`;
}

/** `changedAt`: ISO 8601. */
const urlElement = (url: string, changedAt?: string): string =>
  `<url><loc>${escapeHtml(url)}</loc>${changedAt ? `<lastmod>${changedAt}</lastmod>` : ""}</url>`;
