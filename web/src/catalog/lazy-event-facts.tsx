import type { EventFacts } from "../../../shared/event-facts.ts";
import { lazyModule, useLazyModule } from "../lazy-module.ts";
import { PrerenderedHtml } from "../prerendered-html.tsx";
import type { EventFactsProps } from "./event-facts.tsx";

export const eventFacts = lazyModule(() => import("./event-facts.tsx"));

/**
 * The date and place of a ticket's event on one line. Until the code is loaded, `PrerenderedHtml` keeps the server's
 * HTML.
 */
export function EventLine({ event, className }: { event: EventFacts; className: string | undefined }) {
  const { module: loadedModule } = useLazyModule(eventFacts, true);
  return (
    <PrerenderedHtml as="p" className={className}>
      {loadedModule && <loadedModule.EventLine event={event} />}
    </PrerenderedHtml>
  );
}

export function EventFactsList(props: EventFactsProps) {
  const { module: loadedModule } = useLazyModule(eventFacts, true);
  return <PrerenderedHtml>{loadedModule && <loadedModule.EventFactsList {...props} />}</PrerenderedHtml>;
}
