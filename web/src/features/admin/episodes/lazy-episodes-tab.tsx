import { messages } from "../../../../../shared/messages.ts";
import { lazyModule, useLazyModule } from "../../../lazy-module.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Spinner } from "../../../ui/spinner.tsx";

const episodesTab = lazyModule(() => import("./episodes-tab.tsx"));

/** The tab 'Episodes', whose code is loaded when it is opened. */
export function LazyEpisodesTab() {
  const { module: loaded, failed, retry } = useLazyModule(episodesTab, true);
  if (loaded) return <loaded.EpisodesTab />;
  if (!failed) return <Spinner large label="Loading episodes..." />;
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
