import { useLocation, useSearchParams } from "../../router/hooks.ts";
import type { Product } from "../../../../shared/product.ts";
import { categories, categoryLabel } from "../../../../shared/site/categories.ts";
import { useUrlSearch } from "../../ui/use-url-search.ts";
import { searchProducts } from "./search.ts";

export const ALL_CATEGORIES = "all";

/** The filters of the store. They are stored in the URL as `?category=` and `?q=`. */
export type Filters = { category: string; search: string };

export const readFilters = (params: URLSearchParams): Filters => ({
  category: params.get("category") ?? ALL_CATEGORIES,
  search: params.get("q") ?? "",
});

/** The URL's query parameters with these filters. Unset filters are left out; other parameters stay. */
export function writeFilters(params: URLSearchParams, { category, search }: Filters): URLSearchParams {
  const newParams = new URLSearchParams(params);
  if (category === ALL_CATEGORIES) newParams.delete("category");
  else newParams.set("category", category);
  if (search.trim() === "") newParams.delete("q");
  else newParams.set("q", search.trim());
  return newParams;
}

export const isFiltered = ({ category, search }: Filters): boolean =>
  category !== ALL_CATEGORIES || search.trim() !== "";

/** The shop's categories, then other categories that a product has. */
export function categoryOptions(products: readonly Product[]): { id: string; label: string }[] {
  const shopIds = new Set<string>(categories.map(({ id }) => id));
  const otherIds = new Set(products.map(({ category }) => category).filter((id) => !shopIds.has(id)));
  return [...categories, ...[...otherIds].sort().map((id) => ({ id, label: categoryLabel(id) }))];
}

/** The products in the category that the search finds. */
export const filterProducts = (products: readonly Product[], { category, search }: Filters): Product[] =>
  searchProducts(products, search).filter(
    (product) => category === ALL_CATEGORIES || product.category === category,
  );

/** The store's filters, which are stored in the URL. */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const { category, search } = readFilters(params);
  const writeToUrl = (change: Partial<Filters>) =>
    setParams((current) => writeFilters(current, { ...readFilters(current), ...change }), {
      replace: true,
      state,
    });
  const { text, setText, sync } = useUrlSearch(search, (newSearch) => writeToUrl({ search: newSearch }));
  const setFilters = (filters: Filters) => {
    sync(filters.search);
    writeToUrl(filters);
  };
  return {
    category,
    search: text,
    setSearch: setText,
    setCategory: (newCategory: string) => setFilters({ category: newCategory, search: text }),
    reset: () => setFilters({ category: ALL_CATEGORIES, search: "" }),
  };
}
