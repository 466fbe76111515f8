import { useLazyModule } from "../lazy-module.ts";
import { toaster } from "./notify.ts";

/** Shows the toasts of `notify`. Rendered once, at the root. */
export function Toaster() {
  const { module: loadedModule } = useLazyModule(toaster, false);
  return loadedModule && <loadedModule.Toaster />;
}
