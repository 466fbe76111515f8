import { withHead } from "../../shared/page-meta.ts";
import { productMeta } from "../../shared/page-meta.ts";
import { seo } from "../../shared/site/seo.ts";
import { builtPage } from "./built-page.ts";
import { getProduct } from "./product-table.ts";

/** The built page with the product's title, picture and description in its head; 404 with the same page without them. */
export async function productPage(id: string, origin: string): Promise<{ status: 200 | 404; text: string }> {
  const [html, product] = await Promise.all([builtPage(origin), getProduct(id)]);
  if (!product) return { status: 404, text: withHead(html, { ...seo["*"], path: "/store" }, origin) };
  return { status: 200, text: withHead(html, productMeta(product), origin) };
}
