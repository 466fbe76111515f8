import { SelectField, TextField } from "@aws-amplify/ui-react";
import { useId, useState, type FormEvent } from "react";
import * as z from "zod/mini";
import { adminApi } from "../../../../../shared/api-admin.ts";
import { DiscountInput } from "../../../../../shared/discounts.ts";
import { fieldErrors } from "../../../../../shared/errors.ts";
import { categories } from "../../../../../shared/site/categories.ts";
import { shopZoneNames } from "../../../../../shared/zoned-time.ts";
import { ApiError } from "../../../api-error.ts";
import { Checkbox } from "../../../ui/controls.tsx";
import { useFocusOnOpen } from "../../../ui/use-focus-on-open.ts";
import { adminCall } from "../auth/admin-call.ts";
import { FormDialog } from "../form-dialog.tsx";
import { toast } from "../toast.ts";
import { UnsavedChangesGuard } from "../unsaved-changes.tsx";
import { useFieldErrors } from "../use-field-errors.ts";
import styles from "./discount-dialog.module.css";
import type { DiscountForm } from "./discount-text.ts";
import { EMPTY_DISCOUNT_FORM, toDiscountInput } from "./discount-text.ts";
import { useDiscountAction } from "./use-discounts.ts";

/** The form's field for a field of `DiscountInput`: 'percent' and 'amount' have one field in the form. */
const fieldOf = (name: string): string => name.replace(/^(percent|amount)$/, "value");

const TIMES_HINT = `In the shop's time zone, ${shopZoneNames.join(" or ")}`;

type TextFieldName = Exclude<keyof DiscountForm, "isBatch" | "isPercent" | "categories">;

/** The form for a new discount. A discount cannot be edited later, so customers keep the terms that they saw. */
export function DiscountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const formId = useId();
  const codesRef = useFocusOnOpen<HTMLSelectElement>(open);
  const [form, setForm] = useState(EMPTY_DISCOUNT_FORM);
  // A submit after a failure sends the same id, so that the server adds the discount only once.
  const [requestId, setRequestId] = useState<string>(() => crypto.randomUUID());
  const saveMutation = useDiscountAction(
    (input: DiscountInput) => adminCall(adminApi.createDiscount, { body: { requestId, ...input } }),
    () => {
      toast.success("Discount added");
      setForm(EMPTY_DISCOUNT_FORM);
      setRequestId(crypto.randomUUID());
      onClose();
    },
    { isErrorShown: true },
  );
  const { formRef, errors, showErrors, clearErrors } = useFieldErrors(saveMutation.error, fieldOf);
  const edit = (change: Partial<DiscountForm>) => {
    setForm({ ...form, ...change });
    clearErrors(...Object.keys(change));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saveMutation.isPending) return;
    const parsed = z.safeParse(DiscountInput, toDiscountInput(form));
    showErrors(parsed.success ? {} : fieldErrors(parsed.error));
    if (parsed.success) saveMutation.mutate(parsed.data);
  };
  /** Closes the dialog. Keeps the typed values for the next time, and removes the errors. */
  const close = () => {
    // 409: the request's id is already used for other values. The message asks to open the form again, which then needs a new id.
    if (saveMutation.error instanceof ApiError && saveMutation.error.status === 409)
      setRequestId(crypto.randomUUID());
    showErrors({});
    saveMutation.reset();
    onClose();
  };
  // Also of a closed dialog, because it keeps what was typed.
  const isDirty = JSON.stringify(form) !== JSON.stringify(EMPTY_DISCOUNT_FORM);
  const field = (name: TextFieldName, label: string, hint?: string) => ({
    name,
    label,
    descriptiveText: hint,
    value: form[name],
    autoComplete: "off",
    hasError: errors[name] !== undefined,
    errorMessage: errors[name],
    onChange: ({ target }: { target: { value: string } }) => edit({ [name]: target.value }),
  });
  return (
    <>
      <UnsavedChangesGuard when={isDirty} />
      <FormDialog
        open={open}
        title="Add discount"
        formId={formId}
        actionText="Save"
        pendingText="Saving..."
        isPending={saveMutation.isPending}
        error={saveMutation.error}
        wide
        onClose={close}
      >
        <form ref={formRef} id={formId} noValidate onSubmit={submit} className={styles.form}>
          <SelectField
            ref={codesRef}
            label="Codes"
            descriptiveText="One for all, or one for each customer"
            value={form.isBatch ? "batch" : "one"}
            onChange={({ target }) => {
              edit({ isBatch: target.value === "batch" });
              clearErrors("code", "count");
            }}
          >
            <option value="one">One code for everybody</option>
            <option value="batch">A batch of codes for one use each</option>
          </SelectField>
          {form.isBatch ? (
            <TextField {...field("count", "Number of codes", "Up to 500")} inputMode="numeric" />
          ) : (
            <TextField {...field("code", "Code", "Capital and small letters are the same")} />
          )}
          <SelectField
            label="Kind"
            value={form.isPercent ? "percent" : "amount"}
            onChange={({ target }) => {
              edit({ isPercent: target.value === "percent" });
              clearErrors("value");
            }}
          >
            <option value="percent">Percent off</option>
            <option value="amount">Dollars off</option>
          </SelectField>
          <TextField {...field("value", form.isPercent ? "Percent" : "Dollars")} inputMode="decimal" />
          <TextField {...field("from", "Valid from (optional)", TIMES_HINT)} type="datetime-local" />
          <TextField {...field("until", "Valid until (optional)", TIMES_HINT)} type="datetime-local" />
          {!form.isBatch && <TextField {...field("limit", "Maximum uses (optional)")} inputMode="numeric" />}
          <TextField
            {...field("perCustomer", "Maximum uses for each customer (optional)")}
            inputMode="numeric"
          />
          <TextField
            {...field("minimum", "Minimum price of the items in dollars (optional)")}
            inputMode="decimal"
          />
          <fieldset className={styles.categories}>
            <legend className={styles.legend}>Only for these categories (none: for all items)</legend>
            {categories.map(({ id: category, label }) => (
              <Checkbox
                key={category}
                label={label}
                checked={form.categories.includes(category)}
                onChange={({ target }) =>
                  edit({
                    categories: target.checked
                      ? [...form.categories, category]
                      : form.categories.filter((other) => other !== category),
                  })
                }
              />
            ))}
          </fieldset>
        </form>
      </FormDialog>
    </>
  );
}
