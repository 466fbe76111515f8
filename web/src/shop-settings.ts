import { lazyModule } from "./lazy-module.ts";

/** The stage's settings, and functions that use them. Lazy, because no first view of a page needs them. */
export const shopSettings = lazyModule(async () =>
  (await import("./load-shop-settings.ts")).loadShopSettings(),
);
