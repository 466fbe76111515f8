import type { ReactNode } from "react";
import { messages } from "../../../../shared/messages.ts";
import { type LazyModule, useLazyModule } from "../../lazy-module.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { LoadFailure } from "./load-failure.tsx";

type LazyPartProps<M> = {
  module: LazyModule<M>;
  /** What is loaded: 'tickets'. */
  what: string;
  children: (loadedModule: M) => ReactNode;
};

/** Loads the code of a part of the back office when the part is shown for the first time. */
export function LazyPart<M>({ module, what, children }: LazyPartProps<M>) {
  const { module: loadedModule, failed, retry } = useLazyModule(module, true);
  if (loadedModule) return children(loadedModule);
  if (!failed) return <Spinner large label={`Loading ${what}...`} />;
  return <LoadFailure title={messages.partMissing} onRetry={retry} />;
}
