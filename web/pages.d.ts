// The types of `#pages`: .build/pages/pages.js, which prerender.ts writes.
import type { pageRenderer } from "./src/prerender.tsx";

export declare const renderPage: ReturnType<typeof pageRenderer>;
export { selectProducts } from "./src/features/store/select-products.ts";
