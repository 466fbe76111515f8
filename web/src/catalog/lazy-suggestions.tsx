import { lazyModule, useLazyModule } from "../lazy-module.ts";

const suggestions = lazyModule(() => import("./suggestions.tsx"));

/** Best sellers or featured products, below a page that has no other products. Their code is loaded after the page. */
export function Suggestions() {
  const { module: loadedModule } = useLazyModule(suggestions, true);
  return loadedModule && <loadedModule.Suggestions />;
}
