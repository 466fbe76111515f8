// The types of `#pages`: .build/pages/pages.js, which prerender.ts writes.
import type { createNotFoundRenderer, createPageRenderer } from "./src/prerender.tsx";

export declare const notFoundPage: ReturnType<typeof createNotFoundRenderer>;
export declare const renderPage: ReturnType<typeof createPageRenderer>;
export { selectProducts } from "./src/features/store/select-products.ts";
