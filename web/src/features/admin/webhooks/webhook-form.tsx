import { TextField } from "@aws-amplify/ui-react";
import { useEffect, useRef, useState, type FormEvent, type Ref } from "react";
import * as z from "zod/mini";
import { fieldErrors } from "../../../../../shared/errors.ts";
import { WEBHOOK_EVENTS, WebhookInput } from "../../../../../shared/webhooks.ts";
import { ApiError } from "../../../api-error.ts";
import { Checkbox } from "../../../ui/controls.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { focusField } from "../focus-field.ts";
import styles from "./webhook-form.module.css";
import { EVENT_TEXTS } from "./webhook-text.ts";

type WebhookFormProps = {
  initialInput: WebhookInput;
  /** The id of the form, for the button outside the form that submits it. */
  id: string;
  /** The ref of the address field, with which the dialog focuses the field. */
  addressRef: Ref<HTMLInputElement>;
  isSaving: boolean;
  /** Why the last save failed. */
  error: Error | null;
  onSave: (input: WebhookInput) => void;
};

/** The form for an endpoint's address, description and events. */
export function WebhookForm({ initialInput, id, addressRef, isSaving, error, onSave }: WebhookFormProps) {
  const [input, setInput] = useState(initialInput);
  /** The errors that this page has found, before any request. */
  const [inputErrors, setInputErrors] = useState<Record<string, string>>({});
  const formRef = useRef<HTMLFormElement>(null);
  const errors = { ...(error instanceof ApiError ? error.fields : {}), ...inputErrors };
  const { url, description, types } = input;
  const focusFirstError = (errorsByField: Record<string, string>) =>
    focusField(formRef.current, Object.keys(errorsByField)[0]);
  useEffect(() => {
    if (error instanceof ApiError) focusFirstError(error.fields);
  }, [error]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    const parsed = z.safeParse(WebhookInput, input);
    const newErrors = parsed.success ? {} : fieldErrors(parsed.error);
    setInputErrors(newErrors);
    if (parsed.success) onSave(parsed.data);
    else focusFirstError(newErrors);
  };
  return (
    <form ref={formRef} id={id} noValidate onSubmit={submit} className={styles.form}>
      <TextField
        ref={addressRef}
        label="Address"
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://example.org/hooks"
        descriptiveText="Public, with HTTPS. The shop sends each event there as a POST request."
        value={url}
        hasError={errors["url"] !== undefined}
        errorMessage={errors["url"]}
        onChange={({ target }) => setInput({ ...input, url: target.value })}
      />
      <TextField
        label="Description (optional)"
        name="description"
        autoComplete="off"
        value={description}
        hasError={errors["description"] !== undefined}
        errorMessage={errors["description"]}
        onChange={({ target }) => setInput({ ...input, description: target.value })}
      />
      <fieldset className={styles.events} aria-describedby={errors["types"] ? "types-error" : undefined}>
        <legend className={styles.legend}>Events</legend>
        <div className={styles.messages}>
          {types.includes("OrderContact") && (
            <Notice tone="warn" role="status" title="OrderContact is personal data">
              Take it only if your program needs it. When OrderErased comes, your program has to delete its
              copy.
            </Notice>
          )}
          {errors["types"] && <FieldError id="types-error">{errors["types"]}</FieldError>}
        </div>
        {WEBHOOK_EVENTS.map((type) => (
          <Checkbox
            key={type}
            name="types"
            label={type}
            hint={EVENT_TEXTS[type]}
            checked={types.includes(type)}
            onChange={({ target }) =>
              setInput({
                ...input,
                types: target.checked ? [...types, type] : types.filter((other) => other !== type),
              })
            }
          />
        ))}
      </fieldset>
    </form>
  );
}
