import { lazyModule, useLazyModule } from "../../../lazy-module.ts";
import type { UsStateFieldProps } from "./us-state-field.tsx";
import { TextInput } from "./text-input.tsx";

const formCode = lazyModule(() => import("./form-code.ts"));

/** The field for a US state; a plain text field until its code is loaded. The first view of the page does not show this field. */
export function UsStateField(props: UsStateFieldProps) {
  const { module: loadedModule } = useLazyModule(formCode, true);
  return loadedModule ? <loadedModule.UsStateField {...props} /> : <TextInput {...props} />;
}
