import { headTags } from "../../../shared/head-tags.ts";
import type { PageMeta } from "../../../shared/page-meta.ts";
import { structuredText } from "../../../shared/structured-data.ts";

/** Selects the tags that only pages of a product or an episode have. Other pages must not keep them. */
const OWN_TAGS = 'meta[property^="product:"], meta[property="og:audio"]';
const STRUCTURED_DATA = 'script[type="application/ld+json"]';

/** Writes the page's structured data into one script element; removes it for a page without any. */
function writeStructuredData(meta: PageMeta): void {
  const text = structuredText(meta, window.location.origin);
  const existingScript = document.head.querySelector(STRUCTURED_DATA);
  if (!text) return existingScript?.remove();
  const script = existingScript ?? document.head.appendChild(document.createElement("script"));
  script.setAttribute("type", "application/ld+json");
  script.textContent = text;
}

/** Writes the meta data into the document's head, except the title. Elements from the server's HTML are reused. */
export function writeHead(meta: PageMeta): void {
  document.head.querySelectorAll(OWN_TAGS).forEach((element) => element.remove());
  // `key` and `value` are attributes as [name, value]. `key` identifies the element.
  for (const { tag, key, value } of headTags(meta, window.location.origin)) {
    const existingElement = document.head.querySelector(`${tag}[${key[0]}="${key[1]}"]`);
    const element = existingElement ?? document.head.appendChild(document.createElement(tag));
    element.setAttribute(...key);
    element.setAttribute(...value);
  }
  writeStructuredData(meta);
}
