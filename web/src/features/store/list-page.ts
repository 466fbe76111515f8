import { MAX_LIST_PAGE } from "../../../../shared/site/max-list-page.ts";
import { FIRST_CARDS } from "../../catalog/product-grid.tsx";

/**
 * The page in `params` of a list of `count` products, for browsers without JavaScript, and the number of pages. A page after the last
 * one is the last one.
 */
export function listPage(params: URLSearchParams, count: number): { page: number; pageCount: number } {
  const pageCount = Math.min(Math.max(Math.ceil(count / FIRST_CARDS), 1), MAX_LIST_PAGE);
  return { page: Math.min(Number(params.get("page") ?? 1), pageCount), pageCount };
}
