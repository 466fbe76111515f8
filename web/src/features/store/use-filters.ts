import { useFiltersAfterHydration } from "../../catalog/filters-after-hydration.ts";
import { useLocation, useSearchParams } from "../../router/hooks.ts";
import type { NavigateOptions } from "../../router/location.ts";
import { type Product, TICKET } from "../../../../shared/product.ts";
import { categories, categoryLabel } from "../../../../shared/site/categories.ts";
import { useUrlSearch } from "../../ui/use-url-search.ts";
import { searchProducts, type StateNameOf } from "./search.ts";
import type { Sort } from "./sort.ts";
import { byStart, isSort, sortProducts } from "./sort.ts";
import type { ProductOptions } from "./product-options.ts";
import { matchesOptions } from "./product-options.ts";

export const ALL_CATEGORIES = "all";

/**
 * The filters and the sorting of the store, stored in the URL as `?category=`, `?q=`, `?size=` and `?color=` (once for
 * each value) and `?sort=`. `?page=` is the page of the list. Page 1 has the whole list, because the browser loads more of it
 * while the visitor scrolls.
 */
export type Filters = ProductOptions & { category: string; search: string; sort: Sort; page: number };

/** A change of one size or color is a function of the current filters, because the last change may not be rendered yet. */
export type FilterChanges = Partial<Omit<Filters, "page">> | ((current: Filters) => Partial<ProductOptions>);

export const NO_FILTERS: Filters = {
  category: ALL_CATEGORIES,
  search: "",
  sizes: [],
  colors: [],
  sort: "",
  page: 1,
};

export function readFilters(params: URLSearchParams): Filters {
  const sort = params.get("sort") ?? "";
  return {
    category: params.get("category") ?? ALL_CATEGORIES,
    search: params.get("q") ?? "",
    sizes: params.getAll("size"),
    colors: params.getAll("color"),
    sort: isSort(sort) ? sort : "",
    page: Math.max(Math.trunc(Number(params.get("page"))) || 1, 1),
  };
}

/** The URL's query parameters with these filters. Unset filters are left out; other parameters stay. */
export function writeFilters(params: URLSearchParams, filters: Filters): URLSearchParams {
  const newParams = new URLSearchParams(params);
  const valuesByParameter: Record<string, readonly string[]> = {
    category: filters.category === ALL_CATEGORIES ? [] : [filters.category],
    q: filters.search.trim() ? [filters.search.trim()] : [],
    size: filters.sizes,
    color: filters.colors,
    sort: filters.sort ? [filters.sort] : [],
    page: filters.page > 1 ? [String(filters.page)] : [],
  };
  for (const [name, parameterValues] of Object.entries(valuesByParameter)) {
    newParams.delete(name);
    for (const value of parameterValues) newParams.append(name, value);
  }
  return newParams;
}

/** The filters as a query, which is the same text for the same filters. */
export const queryOf = (filters: Filters): string => String(writeFilters(new URLSearchParams(), filters));

/** Whether the store shows less than all products, or in another sequence than the catalog's. */
export const isFiltered = (filters: Filters): boolean => queryOf(filters) !== "";

/** The shop's categories, then other categories that a product has. */
export function categoryOptions(products: readonly Product[]): { id: string; label: string }[] {
  const shopIds = new Set<string>(categories.map(({ id }) => id));
  const otherIds = new Set(products.map(({ category }) => category).filter((id) => !shopIds.has(id)));
  const otherCategories = [...otherIds].sort().map((id) => ({ id, label: categoryLabel(id) }));
  return [...categories, ...otherCategories];
}

export const productsInCategory = (products: readonly Product[], category: string): Product[] =>
  products.filter((product) => category === ALL_CATEGORIES || product.category === category);

/**
 * The products in the category that the search finds and that can be bought in the sizes and colors, sorted. In the category of
 * tickets, those that the sort or the search would leave in the catalog's sequence are sorted by the start of their events.
 */
export const filterProducts = (
  products: readonly Product[],
  filters: Filters,
  stateNameOf?: StateNameOf,
): Product[] =>
  sortProducts(
    productsInCategory(
      searchProducts(
        filters.category === TICKET ? products.toSorted(byStart) : products,
        filters.search,
        stateNameOf,
      ),
      filters.category,
    ).filter((product) => matchesOptions(product, filters)),
    filters.sort,
  );

/** The store's filters, which are stored in the URL. `search` is the text that is being typed. */
export function useFilters() {
  const [renderedParams, setParams] = useSearchParams();
  const { state } = useLocation();
  const query = useFiltersAfterHydration(queryOf(readFilters(renderedParams)));
  const urlFilters = readFilters(new URLSearchParams(query));
  const writeToUrl = (changeOf: (current: Filters) => Partial<Filters>, options?: NavigateOptions) =>
    setParams((params) => {
      const current = readFilters(params);
      // Other filters give another list, so its first page is shown.
      return writeFilters(params, { ...current, page: 1, ...changeOf(current) });
    }, options);
  // With `replace`, typing adds no history entry: Back undoes each choice, but not each pause in typing. The entry's state stays,
  // because it may be that of a dialog.
  const { text, setText, showWritten } = useUrlSearch(urlFilters.search, (search) =>
    writeToUrl(() => ({ search }), { replace: true, state }),
  );
  const filters: Filters = {
    ...urlFilters,
    search: text,
    page: text === urlFilters.search ? urlFilters.page : 1,
  };
  const change = (changes: FilterChanges) => {
    const search = (typeof changes === "function" ? undefined : changes.search) ?? text;
    showWritten(search);
    writeToUrl((current) => ({ ...(typeof changes === "function" ? changes(current) : changes), search }));
  };
  return { filters, setSearch: setText, change, reset: () => change(NO_FILTERS) };
}
