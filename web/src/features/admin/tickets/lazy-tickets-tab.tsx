import { lazyModule } from "../../../lazy-module.ts";
import { LazyPart } from "../lazy-part.tsx";

const ticketsTab = lazyModule(() => import("./tickets-tab.tsx"));

/** The tab 'Tickets', whose code is loaded when it is opened. */
export const LazyTicketsTab = () => (
  <LazyPart module={ticketsTab} what="tickets">
    {({ TicketsTab }) => <TicketsTab />}
  </LazyPart>
);
