import { useLayoutEffect, useRef } from "react";
import { Input } from "../../ui/controls.tsx";
import { Field } from "../../ui/field.tsx";
import type { TextName } from "./fields.ts";
import { controlId, textFields } from "./fields.ts";
import type { FormControls } from "./form-controls.ts";
import { caretIn, maskedValue } from "./masks.ts";

type TextInputProps = FormControls & { name: TextName; className?: string | undefined };

/** One text field of the checkout form: label, hint, error, cap and mask. */
export function TextInput({ name, form, errors, edit, busy, className }: TextInputProps) {
  const { label, optional = false, input } = textFields[name];
  const control = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  // A mask that moves what stands after the caret must not move the caret.
  useLayoutEffect(() => {
    const at = caret.current;
    caret.current = undefined;
    if (at !== undefined && control.current?.type !== "email") control.current?.setSelectionRange(at, at);
  });
  return (
    <Field
      id={controlId(name)}
      name={name}
      label={label}
      optional={optional}
      required={!optional}
      error={errors[name]}
      className={className}
    >
      <Input
        type="text"
        {...input}
        ref={control}
        value={form[name]}
        readOnly={busy}
        onChange={({ target }) => {
          const value = maskedValue(name, target.value);
          caret.current = caretIn(value, target.value, target.selectionStart ?? target.value.length);
          edit(name, value);
        }}
      />
    </Field>
  );
}
