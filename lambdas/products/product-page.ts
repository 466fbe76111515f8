import { withHead } from "../../shared/page-meta.ts";
import { productMeta } from "../../shared/page-meta.ts";
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

/** The built page with the product's title, picture and description in its head; 404 with the same page without them. */
export async function productPage(id: string, origin: string): Promise<{ status: 200 | 404; text: string }> {
  const [html, product] = await Promise.all([readBuiltPage(origin), readProductForStore(id)]);
  if (!product) return { status: 404, text: withHead(html, { ...seo["*"], path: "/store" }, origin) };
  return { status: 200, text: withHead(html, productMeta(product), origin) };
}
