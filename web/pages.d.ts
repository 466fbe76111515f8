// The types of `#pages`: .build/pages/pages.js, which prerender.ts writes.
import type { pageRenderer } from "./src/prerender.tsx";

export declare const renderPage: ReturnType<typeof pageRenderer>;
