import { useSyncExternalStore } from "react";
import { subscribeToNothing } from "../store.ts";

/** The filters of the page's HTML, as a query; undefined if the page has none. */
let filtersOfHtml: string | undefined;
export const seedFilters = (query: string | undefined): void => {
  filtersOfHtml = query;
};

/**
 * Returns `query`, the URL's filters. While React hydrates the HTML, returns the filters of the HTML instead.
 * If both are the same, React does not render again after the hydration.
 */
export const useLateFilters = (query: string): string =>
  useSyncExternalStore(
    subscribeToNothing,
    () => query,
    () => filtersOfHtml ?? query,
  );
