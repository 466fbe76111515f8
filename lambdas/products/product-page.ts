import { eventLine } from "../../shared/event-text.ts";
import { html } from "../../shared/html.ts";
import { formatMoney } from "../../shared/money.ts";
import { withHead } from "../../shared/page-head.ts";
import { productMeta } from "../../shared/page-meta.ts";
import type { Product } from "../../shared/product.ts";
import { pictureAlt } from "../../shared/product.ts";
import { seo } from "../../shared/site/seo.ts";
import { readProductForStore } from "./list-products.ts";

/** How long the built page is cached, so also how long after a deployment the old page is served. */
const CACHE_MS = 60_000;

let cached: { html: string; expiresAt: number } | undefined;

/** Reads `index.html` from the site; returns an older copy when the site does not answer in 3 s. */
async function readBuiltPage(origin: string, now: number = Date.now()): Promise<string> {
  if (cached && cached.expiresAt > now) return cached.html;
  try {
    const response = await fetch(`${origin}/index.html`, { signal: AbortSignal.timeout(3000) });
    if (!response.ok) throw new Error(`The built page answered ${response.status}`);
    cached = { html: await response.text(), expiresAt: now + CACHE_MS };
  } catch (error) {
    if (!cached) throw error;
  }
  return cached.html;
}

/** What a browser without JavaScript shows of a product. */
const withoutScript = (product: Product): string =>
  html`<noscript>
    <main class="container page">
      <h1>${product.name}</h1>
      <p class="mono">${formatMoney(product.price)}</p>
      <p>${product.event && eventLine(product.event)}</p>
      <img
        src="${product.imageUrl}"
        alt="${pictureAlt(product, product.imageUrl)}"
        width="480"
        height="480"
      />
      <p>${product.description}</p>
      <ul>
        ${product.details.map((detail) => html`<li>${detail}</li>`)}
      </ul>
      <p><a href="/store">Back to the store</a></p>
    </main>
  </noscript> `.text;

const ROOT = '<div id="root">';

/**
 * The built page with the product's title, picture and description in its head, and its text for browsers without
 * JavaScript; 404 with the same page without them.
 */
export async function productPage(id: string, origin: string): Promise<{ status: 200 | 404; text: string }> {
  const [builtPage, product] = await Promise.all([readBuiltPage(origin), readProductForStore(id)]);
  if (!product || product === "over")
    return { status: 404, text: withHead(builtPage, { ...seo["*"], path: "/store" }, origin) };
  const page = withHead(builtPage, productMeta(product), origin);
  return { status: 200, text: page.replace(ROOT, () => withoutScript(product) + ROOT) };
}
