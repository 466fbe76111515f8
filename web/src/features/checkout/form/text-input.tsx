import { useLayoutEffect, useRef } from "react";
import { Input } from "../../../ui/controls.tsx";
import { Field } from "../../../ui/field.tsx";
import type { TextFieldName } from "./fields.ts";
import { controlId, textFields } from "./fields.ts";
import { caretPosition, maskedValue } from "./masks.ts";
import type { FormControls } from "./use-checkout-form.ts";

type TextInputProps = FormControls & { name: TextFieldName; className?: string | undefined };

/** A text field of the checkout form. Applies the field's mask to the input. */
export function TextInput({ name, form, errors, edit, isSending, className }: TextInputProps) {
  const { label, optional = false, input: inputProps } = textFields[name];
  const inputRef = useRef<HTMLInputElement>(null);
  const nextCaret = useRef<number>(undefined);
  // When the mask changes the value, the browser moves the caret to the end, so set the caret again. An input
  // of type 'email' has no mask and does not support `setSelectionRange`.
  useLayoutEffect(() => {
    const position = nextCaret.current;
    nextCaret.current = undefined;
    if (position !== undefined && inputRef.current?.type !== "email")
      inputRef.current?.setSelectionRange(position, position);
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
        {...inputProps}
        ref={inputRef}
        value={form[name]}
        readOnly={isSending}
        onChange={({ target }) => {
          const value = maskedValue(name, target.value);
          nextCaret.current = caretPosition(
            value,
            target.value,
            target.selectionStart ?? target.value.length,
          );
          edit(name, value);
        }}
      />
    </Field>
  );
}
