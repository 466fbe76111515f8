import { lazyModule } from "../../../lazy-module.ts";
import { LazyPart } from "../lazy-part.tsx";
import type { OrderList } from "../orders/load-orders.ts";

const packingView = lazyModule(() => import("./packing-view.tsx"));

/** The view in which orders are packed, whose code is loaded when it is opened. */
export const LazyPackingView = (props: { list: OrderList | undefined; onLeave: () => void }) => (
  <LazyPart module={packingView} what="orders">
    {({ PackingView }) => <PackingView {...props} />}
  </LazyPart>
);
