import { lazyModule, useLazyModule } from "../lazy-module.ts";

const suggestions = lazyModule(() => import("./suggestions.tsx"));

/** Featured products below an empty page. Their code is loaded after the page. */
export function Suggestions() {
  const { module: loadedModule } = useLazyModule(suggestions, true);
  return loadedModule && <loadedModule.Suggestions />;
}
