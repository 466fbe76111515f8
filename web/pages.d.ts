// The types of `#pages`: .build/pages/pages.js, which prerender.ts writes.
import type { notFoundRenderer, pageRenderer } from "./src/prerender.tsx";

export declare const notFoundPage: ReturnType<typeof notFoundRenderer>;
export declare const renderPage: ReturnType<typeof pageRenderer>;
export { selectProducts } from "./src/features/store/select-products.ts";
