import { messages } from "../../../../../shared/messages.ts";
import { lazyModule, useLazyModule } from "../../../lazy-module.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Spinner } from "../../../ui/spinner.tsx";

const discountsTab = lazyModule(() => import("./discounts-tab.tsx"));

/** The tab 'Discounts', whose code is loaded when it is opened. */
export function LazyDiscountsTab() {
  const { module: loaded, failed, retry } = useLazyModule(discountsTab, true);
  if (loaded) return <loaded.DiscountsTab />;
  if (!failed) return <Spinner large label="Loading discounts..." />;
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
