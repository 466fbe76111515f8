import { useSearchParams } from "react-router-dom";
import type { Product } from "../../../../shared/product.ts";
import { categories, categoryLabel } from "../../../../shared/site/categories.ts";
import { useUrlSearch } from "../../ui/use-url-search.ts";

export const ALL = "all";

/** What the store shows; in the URL as `?category=` and `?q=`. */
export type Filters = { category: string; search: string };

export const readFilters = (params: URLSearchParams): Filters => ({
  category: params.get("category") ?? ALL,
  search: params.get("q") ?? "",
});

/** The URL's query with these filters. Those that are not set are left out; other parameters stay. */
export function writeFilters(params: URLSearchParams, { category, search }: Filters): URLSearchParams {
  const next = new URLSearchParams(params);
  if (category === ALL) next.delete("category");
  else next.set("category", category);
  if (search.trim() === "") next.delete("q");
  else next.set("q", search.trim());
  return next;
}

export const isFiltered = ({ category, search }: Filters): boolean =>
  category !== ALL || search.trim() !== "";

/** The shop's own categories, then any others that its products have. */
export function categoryOptions(products: readonly Product[]): { id: string; label: string }[] {
  const known = new Set<string>(categories.map(({ id }) => id));
  const others = new Set(products.map(({ category }) => category).filter((id) => !known.has(id)));
  return [...categories, ...[...others].sort().map((id) => ({ id, label: categoryLabel(id) }))];
}

const textOf = ({ name, description, category, details, variants = [] }: Product): string =>
  [name, description, categoryLabel(category), ...details, ...variants.map(({ color }) => color ?? "")]
    .join(" ")
    .toLowerCase();

/** The products of the category that contain every word of the search, in any case. */
export function filterProducts(products: readonly Product[], { category, search }: Filters): Product[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return products.filter((product) => {
    if (category !== ALL && product.category !== category) return false;
    if (words.length === 0) return true;
    const text = textOf(product);
    return words.every((word) => text.includes(word));
  });
}

/** The store's filters, kept in the URL. */
export function useFilters() {
  const [params, setParams] = useSearchParams();
  const { category, search } = readFilters(params);
  const write = (change: Partial<Filters>) =>
    setParams((now) => writeFilters(now, { ...readFilters(now), ...change }), {
      replace: true,
      preventScrollReset: true,
    });
  const { text, setText, sync } = useUrlSearch(search, (next) => write({ search: next }));
  const writeAll = (filters: Filters) => {
    sync(filters.search);
    write(filters);
  };
  return {
    category,
    search: text,
    setSearch: setText,
    setCategory: (next: string) => writeAll({ category: next, search: text }),
    reset: () => writeAll({ category: ALL, search: "" }),
  };
}
