import { TextField } from "@aws-amplify/ui-react";
import { useState, type FormEvent, type Ref } from "react";
import * as z from "zod/mini";
import { fieldErrors } from "../../../../../shared/errors.ts";
import { WEBHOOK_EVENTS, WebhookInput } from "../../../../../shared/webhooks.ts";
import { Checkbox } from "../../../ui/controls.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useFieldErrors } from "../use-field-errors.ts";
import styles from "./webhook-form.module.css";
import { EVENT_TEXTS } from "./webhook-text.ts";

type WebhookFormProps = {
  initialInput: WebhookInput;
  /** The id of the form. The submit button is outside the form and names the form by this id. */
  id: string;
  /** The ref of the address field, with which the dialog focuses the field. */
  addressRef: Ref<HTMLInputElement>;
  isSaving: boolean;
  /** Why the last save failed. */
  error: Error | null;
  /** `shown`: the values that the form showed when it was opened. */
  onSave: (values: { input: WebhookInput; shown: WebhookInput }) => void;
};

export function WebhookForm({ initialInput, id, addressRef, isSaving, error, onSave }: WebhookFormProps) {
  const [shown] = useState(initialInput);
  const [input, setInput] = useState(shown);
  const { formRef, errors, showErrors, clearErrors } = useFieldErrors(error);
  const { url, description, types } = input;
  const edit = (change: Partial<WebhookInput>) => {
    setInput({ ...input, ...change });
    clearErrors(...Object.keys(change));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSaving) return;
    const parsed = z.safeParse(WebhookInput, input);
    showErrors(parsed.success ? {} : fieldErrors(parsed.error));
    if (parsed.success) onSave({ input: parsed.data, shown });
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
        onChange={({ target }) => edit({ url: target.value })}
      />
      <TextField
        label="Description (optional)"
        name="description"
        autoComplete="off"
        value={description}
        hasError={errors["description"] !== undefined}
        errorMessage={errors["description"]}
        onChange={({ target }) => edit({ description: target.value })}
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
              edit({
                types: target.checked ? [...types, type] : types.filter((other) => other !== type),
              })
            }
          />
        ))}
      </fieldset>
    </form>
  );
}
