import { createContext, use, useEffect } from "react";
import type { PageMeta } from "../../../shared/page-meta.ts";
import { headTags } from "../../../shared/page-meta.ts";

/** Where a page rendered at build time leaves what its head has to say. */
export const PageMetaSink = createContext<((meta: PageMeta) => void) | undefined>(undefined);

/** Writes a head into the open document: each element exists once, whoever wrote it first. */
function applyHead(meta: PageMeta): void {
  document.title = meta.title;
  for (const { tag, key, value } of headTags(meta, window.location.origin)) {
    const found = document.head.querySelector(`${tag}[${key[0]}="${key[1]}"]`);
    const element = found ?? document.head.appendChild(document.createElement(tag));
    element.setAttribute(...key);
    element.setAttribute(...value);
  }
}

/** Sets the page's title, description, canonical address and sharing tags: `usePageMeta({ ...seo["/store"], path })`. */
export function usePageMeta(meta: PageMeta): void {
  const sink = use(PageMetaSink);
  sink?.(meta);
  const { title, description, indexed, path, image, imageAlt, type } = meta;
  useEffect(() => {
    applyHead({ title, description, indexed, path, image, imageAlt, type });
  }, [title, description, indexed, path, image, imageAlt, type]);
}
