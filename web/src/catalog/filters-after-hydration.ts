import { useSyncExternalStore } from "react";
import { subscribeToNothing } from "../store.ts";

/** The filters for which the page's HTML was made, as a query; undefined on the server, and if React does not hydrate. */
let filtersOfHtml: string | undefined;
export const seedFilters = (query: string | undefined): void => {
  filtersOfHtml = query;
};

/**
 * Returns `query`, the URL's filters. While React hydrates the page's HTML, returns the filters for which the HTML was made.
 * If both are the same, React does not render again after the hydration.
 */
export const useFiltersAfterHydration = (query: string): string =>
  useSyncExternalStore(
    subscribeToNothing,
    () => query,
    () => filtersOfHtml ?? query,
  );
