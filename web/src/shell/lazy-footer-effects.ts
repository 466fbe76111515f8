import { lazyModule } from "../lazy-module.ts";

/** What the footer needs only when the page is idle. */
export const footerEffects = lazyModule(() => import("./footer-effects.ts"));
