import type { FormEvent } from "react";
import { useRef, useState } from "react";
import * as z from "zod/mini";
import { notify } from "../../../ui/notify.ts";
import { fieldErrors } from "../../../../../shared/errors.ts";

type Options<S extends z.core.$ZodType, V> = {
  schema: S;
  /** The values that the form begins with. */
  initial: V;
  /** Called with valid values; may throw. */
  send: (values: z.infer<S>) => Promise<void>;
  /** The message for what `send` threw, for a toast. */
  messageOf: (error: unknown) => string;
};

/** A small form: its values, whether it is being sent, and a message under each wrong field until that field is edited. */
export function useForm<S extends z.core.$ZodType, V extends Record<string, string>>({
  schema,
  initial,
  send,
  messageOf,
}: Options<S, V>) {
  const [values, setValues] = useState(initial);
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
      notify.error(messageOf(error), { position: "top-center" });
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
    /** The props of a text field. */
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
