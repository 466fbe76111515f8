import { createContext, use, useEffect } from "react";
import type { PageMeta } from "../../../shared/page-meta.ts";
import { lazyModule } from "../lazy-module.ts";

/**
 * The function to which a page passes its meta data while it is rendered to HTML, in the build or by the function `render-page`;
 * undefined in the browser.
 */
export const PageMetaCollector = createContext<((meta: PageMeta) => void) | undefined>(undefined);

/** Loaded after the first view, because search engines and link previews read the head in the server's HTML. */
const headWriter = lazyModule(() => import("./write-head.ts"));
/** The meta data of the page that was shown last. */
let currentMeta: PageMeta | undefined;

/** Sets the document's title at once, and the rest of its head when the code for that is loaded. */
function applyMeta(meta: PageMeta): void {
  document.title = meta.title;
  currentMeta = meta;
  headWriter.load().then(
    ({ writeHead }) => {
      if (meta === currentMeta) writeHead(meta);
    },
    () => undefined,
  );
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
    applyMeta({ title, description, isIndexed, path, image, imageAlt, type, product, episode });
  }, [title, description, isIndexed, path, image, imageAlt, type, product, episode]);
}
