import { lazyModule } from "../../../lazy-module.ts";

async function loadFormCode() {
  const { loadStageCheckout, ...code } = await import("./form-code.ts");
  return { ...code, stage: await loadStageCheckout() };
}

/** Code that the form does not need at first. */
export const deferredFormCode = lazyModule(loadFormCode);
export type DeferredFormCode = Awaited<ReturnType<typeof loadFormCode>>;
