import { createContext, use, useEffect } from "react";
import type { PageMeta } from "../../../shared/page-meta.ts";
import { headTags } from "../../../shared/page-meta.ts";
import { structuredText } from "../../../shared/structured-data.ts";

/** Receives the page's meta data when the page is prerendered at build time. */
export const PageMetaCollector = createContext<((meta: PageMeta) => void) | undefined>(undefined);

/** Tags of a product page (its price); the next page must not keep them. */
const PRODUCT_TAGS = 'meta[property^="product:"]';
const STRUCTURED_DATA = 'script[type="application/ld+json"]';

/** Writes the page's structured data into one script element; removes it for a page without any. */
function applyStructuredData(text: string): void {
  const found = document.head.querySelector(STRUCTURED_DATA);
  if (!text) return found?.remove();
  const block = found ?? document.head.appendChild(document.createElement("script"));
  block.setAttribute("type", "application/ld+json");
  block.textContent = text;
}

/** Writes the meta data into the document's head; elements that the server wrote are reused. */
function applyHead(meta: PageMeta): void {
  document.title = meta.title;
  if (!meta.product) document.head.querySelectorAll(PRODUCT_TAGS).forEach((element) => element.remove());
  applyStructuredData(structuredText(meta, window.location.origin));
  for (const { tag, key, value } of headTags(meta, window.location.origin)) {
    const found = document.head.querySelector(`${tag}[${key[0]}="${key[1]}"]`);
    const element = found ?? document.head.appendChild(document.createElement(tag));
    element.setAttribute(...key);
    element.setAttribute(...value);
  }
}

/**
 * Sets the page's title, description, canonical address and sharing tags: `usePageMeta({ ...seo["/store"], path })`.
 * Undefined, for a page whose data is still loading, leaves what the server wrote.
 */
export function usePageMeta(meta: PageMeta | undefined): void {
  const collect = use(PageMetaCollector);
  if (meta) collect?.(meta);
  const { title, description, indexed, path, image, imageAlt, type, product } = meta ?? {};
  useEffect(() => {
    if (title === undefined || description === undefined || indexed === undefined || path === undefined)
      return;
    applyHead({ title, description, indexed, path, image, imageAlt, type, product });
  }, [title, description, indexed, path, image, imageAlt, type, product]);
}
