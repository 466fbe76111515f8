import type { ReactNode } from "react";
import { messages } from "../../../../shared/messages.ts";
import { type LazyModule, useLazyModule } from "../../lazy-module.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Spinner } from "../../ui/spinner.tsx";

type LazyPartProps<M> = {
  module: LazyModule<M>;
  /** What is loaded: 'tickets'. */
  what: string;
  children: (loadedModule: M) => ReactNode;
};

/** A part of the back office whose code is loaded when it is shown. */
export function LazyPart<M>({ module, what, children }: LazyPartProps<M>) {
  const { module: loadedModule, failed, retry } = useLazyModule(module, true);
  if (loadedModule) return children(loadedModule);
  if (!failed) return <Spinner large label={`Loading ${what}...`} />;
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
