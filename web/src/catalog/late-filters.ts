import { useSyncExternalStore } from "react";

/** The filters of the page's HTML, as a query; undefined if the page has none. */
let filtersOfHtml: string | undefined;
export const seedFilters = (query: string | undefined): void => void (filtersOfHtml = query);

const subscribe = () => () => undefined;

/**
 * `query`, the URL's filters; while React hydrates the HTML, that of the HTML. If both are the same, there is no second
 * render.
 */
export const useLateFilters = (query: string): string =>
  useSyncExternalStore(
    subscribe,
    () => query,
    () => filtersOfHtml ?? query,
  );
