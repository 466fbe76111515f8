import { createStore, useStore } from "../store.ts";

const hydrated = createStore({ initial: false, read: () => true });

/** False while React hydrates prerendered HTML, which was made without this browser and its URL's query; then true. */
export const useHydrated = (): boolean => useStore(hydrated);
