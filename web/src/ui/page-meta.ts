import { createContext, use, useEffect } from "react";
import type { PageMeta } from "../../../shared/page-meta.ts";
import { headTags } from "../../../shared/page-meta.ts";
import { lazyModule } from "../lazy-module.ts";

/** Gets the page's meta data while the page is rendered to HTML, in the build or by the function `render-page`. */
export const PageMetaCollector = createContext<((meta: PageMeta) => void) | undefined>(undefined);

/** Selects the tags that only pages of a product or an episode have. Other pages must not keep them. */
const OWN_TAGS = 'meta[property^="product:"], meta[property="og:audio"]';
const STRUCTURED_DATA = 'script[type="application/ld+json"]';

/** Only for search engines, so its code is loaded after the first view. */
const structuredData = lazyModule(() => import("../../../shared/structured-data.ts"));
/** The meta data that was written last. */
let currentMeta: PageMeta | undefined;

/** Writes the page's structured data into one script element; removes it for a page without any. */
async function applyStructuredData(meta: PageMeta): Promise<void> {
  if (!meta.isIndexed) return document.head.querySelector(STRUCTURED_DATA)?.remove();
  const { structuredText } = await structuredData.load();
  if (meta !== currentMeta) return;
  const text = structuredText(meta, window.location.origin);
  const existingScript = document.head.querySelector(STRUCTURED_DATA);
  if (!text) return existingScript?.remove();
  const script = existingScript ?? document.head.appendChild(document.createElement("script"));
  script.setAttribute("type", "application/ld+json");
  script.textContent = text;
}

/** Writes the meta data into the document's head. Elements from the server's HTML are reused. */
function applyHead(meta: PageMeta): void {
  document.title = meta.title;
  document.head.querySelectorAll(OWN_TAGS).forEach((element) => element.remove());
  currentMeta = meta;
  applyStructuredData(meta).catch(() => undefined);
  // `key` and `value` are attributes as [name, value]. `key` identifies the element.
  for (const { tag, key, value } of headTags(meta, window.location.origin)) {
    const existingElement = document.head.querySelector(`${tag}[${key[0]}="${key[1]}"]`);
    const element = existingElement ?? document.head.appendChild(document.createElement(tag));
    element.setAttribute(...key);
    element.setAttribute(...value);
  }
}

/**
 * Sets the page's title, description, canonical URL and sharing tags: `usePageMeta({ ...seo["/store"], path })`.
 * A page whose data is still loading passes undefined, which keeps the tags of the server's HTML or of the last page.
 */
export function usePageMeta(meta: PageMeta | undefined): void {
  const collectMeta = use(PageMetaCollector);
  if (meta) collectMeta?.(meta);
  const { title, description, isIndexed, path, image, imageAlt, type, product, episode } = meta ?? {};
  useEffect(() => {
    if (title === undefined || description === undefined || isIndexed === undefined || path === undefined)
      return;
    applyHead({ title, description, isIndexed, path, image, imageAlt, type, product, episode });
  }, [title, description, isIndexed, path, image, imageAlt, type, product, episode]);
}
