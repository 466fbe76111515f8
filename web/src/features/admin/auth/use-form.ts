import type { FormEvent } from "react";
import { useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { notify } from "../../../ui/notify.ts";
import { fieldErrors } from "../../../../../shared/errors.ts";
import { focusField } from "../focus-field.ts";

type Options<S extends z.core.$ZodType, V> = {
  schema: S;
  initial: V;
  /** Called with valid values. May throw. `signal` is aborted if the user leaves the form during the call. */
  send: (values: z.infer<S>, signal: AbortSignal) => Promise<void>;
  /** Returns the text of the toast about an error that `send` threw before the user left the form. */
  messageOf: (error: unknown) => string;
};

/** The props of a text field. */
export type FieldProps = {
  name: string;
  value: string;
  hasError: boolean;
  errorMessage: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
};

/** The state of a small form. The error message of a field disappears when the user edits the field. */
export function useForm<S extends z.core.$ZodType, V extends Record<string, string>>({
  schema,
  initial,
  send,
  messageOf,
}: Options<S, V>) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isSending, setIsSending] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  const errorToastId = useRef<string>(undefined);
  const unmountController = useRef(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    unmountController.current = controller;
    return () => controller.abort();
  }, []);

  const submit = async () => {
    const parsed = z.safeParse(schema, values);
    if (!parsed.success) {
      const newErrors = fieldErrors(parsed.error);
      setErrors(newErrors);
      const firstWrongField = Object.keys(values).find((name) => newErrors[name]);
      focusField(formRef.current, firstWrongField);
      return;
    }
    // Toasts of several failures in a row would cover the form.
    if (errorToastId.current !== undefined) notify.dismiss(errorToastId.current);
    setIsSending(true);
    const { signal } = unmountController.current;
    try {
      await send(parsed.data, signal);
    } catch (error) {
      if (!signal.aborted) errorToastId.current = notify.error(messageOf(error), { position: "top-center" });
    } finally {
      setIsSending(false);
    }
  };

  return {
    isSending,
    values,
    form: {
      ref: formRef,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        if (!isSending) void submit();
      },
    },
    field: (name: keyof V & string): FieldProps => ({
      name,
      value: values[name] ?? "",
      hasError: errors[name] !== undefined,
      errorMessage: errors[name],
      onChange: ({ target }) => {
        setValues((current) => ({ ...current, [name]: target.value }));
        setErrors(({ [name]: _, ...otherErrors }) => otherErrors);
      },
    }),
  };
}
