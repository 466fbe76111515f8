import { UsStateCombobox } from "../../../ui/us-state-combobox.tsx";
import type { StateFieldName } from "./fields.ts";
import { controlId, textFields } from "./fields.ts";
import type { FormControls } from "./use-checkout-form.ts";

export type UsStateInputProps = FormControls & { name: StateFieldName; className?: string | undefined };

export function UsStateInput({ name, form, errors, edit, isSending, className }: UsStateInputProps) {
  const { label, input: inputProps } = textFields[name];
  return (
    <UsStateCombobox
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
