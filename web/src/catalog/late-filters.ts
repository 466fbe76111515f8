import { createStore } from "../store.ts";

/**
 * Whether the URL's filters are applied after React has hydrated the HTML: the HTML of a product's page has none. True only
 * during the hydration, and only if `seed` says so.
 */
export const lateFilters = createStore({ initial: false, read: () => false });
