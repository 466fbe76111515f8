import type { FormEvent } from "react";
import { useRef, useState } from "react";
import * as z from "zod/mini";
import { notify } from "../../../ui/notify.ts";
import { fieldErrors } from "../field-errors.ts";

type Options<S extends z.core.$ZodType, V> = {
  schema: S;
  empty: V;
  /** What a valid form does; may throw. */
  send: (values: z.infer<S>) => Promise<void>;
  /** The words for what `send` threw: shown in a toast. */
  say: (error: unknown) => string;
};

/** A small form: its values, a message under each field on submit, gone when that field is edited, and 'busy'. */
export function useForm<S extends z.core.$ZodType, V extends Record<string, string>>({
  schema,
  empty,
  send,
  say,
}: Options<S, V>) {
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const submit = async () => {
    const parsed = z.safeParse(schema, values);
    if (!parsed.success) {
      const found = fieldErrors(parsed.error);
      setErrors(found);
      const first = Object.keys(values).find((name) => found[name]);
      form.current?.querySelector<HTMLElement>(`[name="${first ?? ""}"]`)?.focus();
      return;
    }
    setBusy(true);
    try {
      await send(parsed.data);
    } catch (error) {
      notify.error(say(error), { position: "top-center" });
    } finally {
      setBusy(false);
    }
  };

  return {
    busy,
    values,
    form: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault();
        if (!busy) void submit();
      },
    },
    /** The props of a field. */
    field: (name: keyof V & string) => ({
      name,
      value: values[name] ?? "",
      hasError: errors[name] !== undefined,
      errorMessage: errors[name],
      onChange: ({ target }: { target: { value: string } }) => {
        setValues((before) => ({ ...before, [name]: target.value }));
        setErrors(({ [name]: _, ...others }) => others);
      },
    }),
  };
}
