import { messages } from "../../../../../shared/messages.ts";
import { lazyModule, useLazyModule } from "../../../lazy-module.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Spinner } from "../../../ui/spinner.tsx";

const tab = lazyModule(() => import("../webhooks/webhooks-tab.tsx"));

/** The tab for webhooks, which few admins open: its code is not in the dashboard's. */
export function LazyWebhooksTab() {
  const { module: loaded, failed, retry } = useLazyModule(tab, true);
  if (loaded) return <loaded.WebhooksTab />;
  if (!failed) return <Spinner large label="Loading webhooks..." />;
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
