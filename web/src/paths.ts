import { pagePaths } from "../../shared/page-paths.ts";

/** The paths of the router's pages; links between pages use them. */
export const paths = {
  ...pagePaths,
  product: (id: string): string => `/store/${encodeURIComponent(id)}`,
  category: (category: string): string => `/store?category=${encodeURIComponent(category)}`,
  episode: (id: string): string => `/podcast/${encodeURIComponent(id)}`,
};
