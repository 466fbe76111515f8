import { escapeHtml, html as escaped, jsonForScript } from "../../shared/html.ts";
import { formatMoney } from "../../shared/money.ts";
import type { PageData } from "../../shared/page-data.ts";
import { PAGE_DATA_ID } from "../../shared/page-data.ts";
import { OTHER_FILTERS } from "../../shared/store-filters.ts";
import type { Product } from "../../shared/product.ts";
import { pictureAlt } from "../../shared/product.ts";

/**
 * The slots in a page's template. `pictures`: the preloads of pictures. `root`: the attributes of the root. `page`: React's
 * HTML. `data`: the data of that HTML. `withoutScript`: the content for browsers without JavaScript.
 */
export const slots = {
  pictures: "<!--pictures-->",
  root: "<!--root-->",
  page: "<!--page-->",
  data: "<!--data-->",
  withoutScript: "<!--without-script-->",
} as const;

/** React writes preloads of pictures before its HTML. `fillPage` moves them into the head. */
const PICTURE_PRELOAD = /<link rel="preload" as="image"[^>]*>/g;
/**
 * The preload of the page's first API call, for a page whose HTML has no products. With `OTHER_FILTERS`, the store preloads all
 * products instead of the first ones.
 */
const PRODUCTS_PRELOAD = /<link rel="preload" as="fetch"[^>]*>/;

/** A product for browsers without JavaScript, because React's HTML shows the product in a dialog that only JavaScript can close. */
const productWithoutScript = (product: Product): string =>
  escaped`<noscript>
    <main class="container page">
      <h1>${product.name}</h1>
      <p class="mono">${formatMoney(product.price)}</p>
      <img
        src="${product.imageUrl}"
        alt="${pictureAlt(product, product.imageUrl)}"
        width="480"
        height="480"
      />
      <p>${product.description}</p>
      <ul>
        ${product.details.map((detail) => escaped`<li>${detail}</li>`)}
      </ul>
      <p><a href="/store">Back to the store</a></p>
    </main>
  </noscript> `.text;

/** The page's whole HTML: `template` with React's `html`, which shows `data` at `url`. */
export function fillPage(template: string, html: string, url: URL, data?: PageData): string {
  const picturePreloads = html.match(PICTURE_PRELOAD) ?? [];
  const dataScript = data
    ? `<script type="application/json" id="${PAGE_DATA_ID}">${jsonForScript(data)}</script>`
    : "";
  // The edge function replaces filters that it does not know by `OTHER_FILTERS` (see store-filters.ts). Such a page has no `data`.
  const hasOtherFilters = url.search === `?${OTHER_FILTERS}`;
  const root = `data-page="${escapeHtml(url.pathname)}" data-filters="${escapeHtml(url.search.slice(1))}"`;
  const withoutScript = data?.product ? productWithoutScript(data.product) : "";
  const productsPreload = (tag: string): string => {
    if (data) return "";
    return hasOtherFilters ? tag.replace(/\?limit=\d+/, "") : tag;
  };
  return template
    .replace(PRODUCTS_PRELOAD, productsPreload)
    .replace(slots.pictures, () => picturePreloads.join("\n    "))
    .replace(slots.root, () => root)
    .replace(slots.withoutScript, () => withoutScript)
    .replace(slots.data, () => dataScript)
    .replace(slots.page, () => html.replace(PICTURE_PRELOAD, ""));
}
