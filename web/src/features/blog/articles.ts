import type { Article, ArticleCategoryId } from "../../../../shared/site/articles.ts";
import { articleCategories, articles } from "../../../../shared/site/articles.ts";

export const ALL = "all";
export type Filter = ArticleCategoryId | typeof ALL;

export const filters: readonly { id: Filter; label: string }[] = [
  { id: ALL, label: "All" },
  ...articleCategories,
];

const isFilter = (value: string | null): value is Filter => filters.some(({ id }) => id === value);

/** The filter of the URL's `?category=`; 'all' for an unknown one. */
export const readFilter = (params: URLSearchParams): Filter => {
  const value = params.get("category");
  return isFilter(value) ? value : ALL;
};

/** The URL's query with this filter. */
export function writeFilter(params: URLSearchParams, filter: Filter): URLSearchParams {
  const next = new URLSearchParams(params);
  if (filter === ALL) next.delete("category");
  else next.set("category", filter);
  return next;
}

export const categoryLabel = (id: ArticleCategoryId): string =>
  filters.find((filter) => filter.id === id)?.label ?? id;

/** The articles of a category: the featured one, if it is in it, and the others. */
export function selectArticles(filter: Filter): {
  featured: Article | undefined;
  others: Article[];
  count: number;
} {
  const chosen = articles.filter(({ category }) => filter === ALL || category === filter);
  return {
    featured: chosen.find(({ featured }) => featured),
    others: chosen.filter(({ featured }) => !featured),
    count: chosen.length,
  };
}

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** 'July 6, 2016', the same in every time zone. */
export const formatDay = (iso: Article["date"]): string => day.format(new Date(iso));
