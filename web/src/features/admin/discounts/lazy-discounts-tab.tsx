import { lazyModule } from "../../../lazy-module.ts";
import { LazyPart } from "../lazy-part.tsx";

const discountsTab = lazyModule(() => import("./discounts-tab.tsx"));

/** The tab 'Discounts', whose code is loaded when it is opened. */
export const LazyDiscountsTab = () => (
  <LazyPart module={discountsTab} what="discounts">
    {({ DiscountsTab }) => <DiscountsTab />}
  </LazyPart>
);
