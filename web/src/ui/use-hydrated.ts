import { createStore, useStore } from "../store.ts";

const hydratedStore = createStore({ initial: false, read: () => true });

/**
 * False while React hydrates prerendered HTML, which was built without knowing the browser and the URL's query;
 * then true.
 */
export const useHydrated = (): boolean => useStore(hydratedStore);
