import { lazyModule, useLazyModule } from "../../../lazy-module.ts";
import type { UsStateInputProps } from "./us-state-input.tsx";
import { TextInput } from "./text-input.tsx";

const formCode = lazyModule(() => import("./form-code.ts"));

/** The input of a US state; a plain text field until its code is loaded. The first view of the page does not show this input. */
export function UsStateInput(props: UsStateInputProps) {
  const { module: loadedModule } = useLazyModule(formCode, true);
  return loadedModule ? <loadedModule.UsStateInput {...props} /> : <TextInput {...props} />;
}
