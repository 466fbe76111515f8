import { useEffect, useState } from "react";
import type { CheckoutField, CheckoutForm } from "../../../../../shared/checkout-form.ts";
import { EMPTY_CHECKOUT_FORM } from "../../../../../shared/checkout-form.ts";
import { draft } from "../checkout-storage.ts";

/** The props of every section of the form. While `busy`, nothing can be edited. */
export type FormControls = { form: CheckoutForm; errors: FormErrors; edit: EditForm; busy: boolean };

export type FormErrors = Readonly<Record<string, string>>;
export type EditForm = <F extends CheckoutField>(field: F, value: CheckoutForm[F]) => void;

/** The errors without those of the edited field. Editing either e-mail also removes the error that they differ. */
const withoutField = (errors: FormErrors, field: CheckoutField, form: CheckoutForm): FormErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(
      ([name]) =>
        name !== field && !(name === "confirmEmail" && field === "email" && form.confirmEmail !== ""),
    ),
  );

/** The form's values (at first from this tab's draft), its errors, and whether it was edited since it was sent (`dirty`). */
export function useCheckoutForm() {
  const [form, setForm] = useState<CheckoutForm>(() => draft.read() ?? EMPTY_CHECKOUT_FORM);
  const [errors, setErrors] = useState<FormErrors>({});
  const [dirty, setDirty] = useState(false);

  useEffect(() => {
    if (dirty) draft.write(form);
  }, [form, dirty]);

  const edit: EditForm = (field, value) => {
    setForm((now) => ({ ...now, [field]: value }));
    setErrors((now) => withoutField(now, field, form));
    setDirty(true);
  };
  return { form, errors, dirty, edit, setErrors, markSent: () => setDirty(false) };
}
