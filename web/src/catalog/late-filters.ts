import { createStore } from "../store.ts";

/**
 * The filters of the page's HTML, as a query, if the URL has others: React hydrates with these, and the URL's are applied
 * afterwards. Undefined except during the hydration, and only if `seed` sets them.
 */
export const lateFilters = createStore<string | undefined>({ initial: undefined, read: () => undefined });
