import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ApiError } from "../../api-error.ts";
import { focusField } from "./focus-field.ts";

type FieldErrors = Readonly<Record<string, string>>;
const fieldWithSameName = (name: string): string => name;

/**
 * The errors of a form, by field: those that the page has found before a request, and those in `error`, the server's answer.
 * New errors move the focus to the first wrong field. `fieldOf` returns the form's field for a name in `error.fields`.
 */
export function useFieldErrors(error: Error | null, fieldOf = fieldWithSameName) {
  const formRef = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [shownError, setShownError] = useState<Error | null>(null);
  const byField = (errorsByName: FieldErrors): FieldErrors =>
    Object.fromEntries(Object.entries(errorsByName).map(([name, text]) => [fieldOf(name), text]));
  const focusFirst = (newErrors: FieldErrors) => focusField(formRef.current, Object.keys(newErrors)[0]);
  // `error` is null again during the next request.
  if (error !== shownError) {
    setShownError(error);
    setErrors(error instanceof ApiError ? byField(error.fields) : {});
  }
  const onServerErrors = useEffectEvent(() => focusFirst(errors));
  useEffect(() => {
    if (error) onServerErrors();
  }, [error]);
  return {
    formRef,
    errors,
    /** Replaces all errors with those that the page has found; an empty object removes them. */
    showErrors: (errorsByName: FieldErrors) => {
      const newErrors = byField(errorsByName);
      setErrors(newErrors);
      focusFirst(newErrors);
    },
    /** To be called when the user edits these fields. */
    clearErrors: (...fields: string[]) =>
      setErrors((current) =>
        Object.fromEntries(Object.entries(current).filter(([field]) => !fields.includes(field))),
      ),
  };
}
