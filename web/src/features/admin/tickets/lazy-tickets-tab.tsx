import { messages } from "../../../../../shared/messages.ts";
import { lazyModule, useLazyModule } from "../../../lazy-module.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Spinner } from "../../../ui/spinner.tsx";

const ticketsTab = lazyModule(() => import("./tickets-tab.tsx"));

/** The tab 'Tickets', whose code is loaded when it is opened. */
export function LazyTicketsTab() {
  const { module: loaded, failed, retry } = useLazyModule(ticketsTab, true);
  if (loaded) return <loaded.TicketsTab />;
  if (!failed) return <Spinner large label="Loading tickets..." />;
  return (
    <EmptyState
      icon="alert"
      title={messages.partMissing}
      actions={
        <Button icon="refresh" onClick={retry}>
          Try again
        </Button>
      }
    />
  );
}
