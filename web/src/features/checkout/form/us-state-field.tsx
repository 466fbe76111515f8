import { UsStateInput } from "../../../ui/us-state-input.tsx";
import type { StateFieldName } from "./fields.ts";
import { controlId, textFields } from "./fields.ts";
import type { FormControls } from "./use-checkout-form.ts";

export type UsStateFieldProps = FormControls & { name: StateFieldName; className?: string | undefined };

export function UsStateField({ name, form, errors, edit, isSending, className }: UsStateFieldProps) {
  const { label, input: inputProps } = textFields[name];
  return (
    <UsStateInput
      id={controlId(name)}
      name={name}
      label={label}
      input={inputProps}
      className={className}
      value={form[name]}
      error={errors[name]}
      readOnly={isSending}
      onChange={(state) => edit(name, state)}
    />
  );
}
