import { createContext, use, useEffect } from "react";
import type { PageMeta } from "../../../shared/page-meta.ts";
import { headTags } from "../../../shared/page-meta.ts";
import { structuredText } from "../../../shared/structured-data.ts";

/** Where a page rendered at build time leaves what its head has to say. */
export const PageMetaSink = createContext<((meta: PageMeta) => void) | undefined>(undefined);

/** A page's price is its own: the next page must not keep it. */
const OWN = 'meta[property^="product:"]';
const DATA = 'script[type="application/ld+json"]';

/** The page's structured data, in one block of data; none where there is nothing to say. */
function applyData(text: string): void {
  const found = document.head.querySelector(DATA);
  if (!text) return found?.remove();
  const block = found ?? document.head.appendChild(document.createElement("script"));
  block.setAttribute("type", "application/ld+json");
  block.textContent = text;
}

/** Writes a head into the open document: each element exists once, whoever wrote it first. */
function applyHead(meta: PageMeta): void {
  document.title = meta.title;
  if (!meta.product) document.head.querySelectorAll(OWN).forEach((element) => element.remove());
  applyData(structuredText(meta, window.location.origin));
  for (const { tag, key, value } of headTags(meta, window.location.origin)) {
    const found = document.head.querySelector(`${tag}[${key[0]}="${key[1]}"]`);
    const element = found ?? document.head.appendChild(document.createElement(tag));
    element.setAttribute(...key);
    element.setAttribute(...value);
  }
}

/**
 * Sets the page's title, description, canonical address and sharing tags: `usePageMeta({ ...seo["/store"], path })`.
 * Undefined leaves what the server wrote, for as long as the page itself does not know what it shows.
 */
export function usePageMeta(meta: PageMeta | undefined): void {
  const sink = use(PageMetaSink);
  if (meta) sink?.(meta);
  const { title, description, indexed, path, image, imageAlt, type, product } = meta ?? {};
  useEffect(() => {
    if (title === undefined || description === undefined || indexed === undefined || path === undefined)
      return;
    applyHead({ title, description, indexed, path, image, imageAlt, type, product });
  }, [title, description, indexed, path, image, imageAlt, type, product]);
}
