import { lazyModule } from "./lazy-module.ts";

/** The stage's settings and what follows from them. No first view needs them. */
export const shopSettings = lazyModule(async () => (await import("./load-shop-settings.ts")).load());
