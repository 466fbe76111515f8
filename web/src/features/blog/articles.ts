import type { Article, ArticleCategoryId } from "../../../../shared/site/articles.ts";
import { articleCategories, articles } from "../../../../shared/site/articles.ts";

export const ALL_CATEGORIES = "all";
export type Filter = ArticleCategoryId | typeof ALL_CATEGORIES;

export const filters: readonly { id: Filter; label: string }[] = [
  { id: ALL_CATEGORIES, label: "All" },
  ...articleCategories,
];

const isFilter = (value: string | null): value is Filter => filters.some(({ id }) => id === value);

/** The filter in the URL's `?category=`; 'all' if the category is missing or unknown. */
export const readFilter = (params: URLSearchParams): Filter => {
  const category = params.get("category");
  return isFilter(category) ? category : ALL_CATEGORIES;
};

/** The URL's query parameters with this filter. */
export function writeFilter(params: URLSearchParams, filter: Filter): URLSearchParams {
  const newParams = new URLSearchParams(params);
  if (filter === ALL_CATEGORIES) newParams.delete("category");
  else newParams.set("category", filter);
  return newParams;
}

export const categoryIndex = (id: ArticleCategoryId): number =>
  articleCategories.findIndex((category) => category.id === id);

export const categoryLabel = (id: ArticleCategoryId): string =>
  filters.find((filter) => filter.id === id)?.label ?? id;

/** The articles that a filter shows. `count` includes the featured article. */
export function selectArticles(filter: Filter): {
  featured: Article | undefined;
  others: Article[];
  count: number;
} {
  const matchingArticles = articles.filter(
    ({ category }) => filter === ALL_CATEGORIES || category === filter,
  );
  return {
    featured: matchingArticles.find(({ featured }) => featured),
    others: matchingArticles.filter(({ featured }) => !featured),
    count: matchingArticles.length,
  };
}
