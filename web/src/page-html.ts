import { jsonForScript } from "../../shared/html.ts";
import type { PageData } from "../../shared/page-data.ts";
import { PAGE_DATA_ID } from "../../shared/page-data.ts";

/** Where a page's template gets the preloads of pictures, React's HTML, and the data of that HTML. */
export const slots = { pictures: "<!--pictures-->", page: "<!--page-->", data: "<!--data-->" } as const;

/** React writes preloads of pictures before its HTML. They belong into the head. */
const PICTURE_PRELOAD = /<link rel="preload" as="image"[^>]*>/g;
/** The preload of the products, for a page without products. */
const PRODUCTS_PRELOAD = /<link rel="preload" as="fetch"[^>]*>/;

/** The page's whole HTML: `template` with React's `html`, which shows `products`. */
export function fillPage(template: string, html: string, products?: PageData): string {
  const pictures = html.match(PICTURE_PRELOAD) ?? [];
  const data = products
    ? `<script type="application/json" id="${PAGE_DATA_ID}">${jsonForScript(products)}</script>`
    : "";
  return (products ? template.replace(PRODUCTS_PRELOAD, "") : template)
    .replace(slots.pictures, () => pictures.join("\n    "))
    .replace(slots.data, () => data)
    .replace(slots.page, () => html.replace(PICTURE_PRELOAD, ""));
}
