import { lazyModule, useLazyModule } from "../lazy-module.ts";

/** The code of toasts, which is loaded when the page is idle, or for the first toast. */
export const toaster = lazyModule(() => import("./toaster.tsx"));

/** Shows the toasts of `notify`. Rendered once, at the root. */
export function Toaster() {
  const { module: loadedModule } = useLazyModule(toaster, false);
  return loadedModule && <loadedModule.Toaster />;
}
