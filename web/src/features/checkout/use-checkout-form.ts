import { useEffect, useState } from "react";
import type { CheckoutField, CheckoutForm } from "../../../../shared/checkout-form.ts";
import { EMPTY_CHECKOUT_FORM } from "../../../../shared/checkout-form.ts";
import { draft } from "../../purchase/draft.ts";

export type FormErrors = Readonly<Record<string, string>>;
export type EditForm = <F extends CheckoutField>(field: F, value: CheckoutForm[F]) => void;

/** What is left of the errors when a field is edited: its own goes, and that the e-mails differ when either changes. */
const without = (errors: FormErrors, field: CheckoutField, form: CheckoutForm): FormErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(
      ([name]) =>
        name !== field && !(name === "confirmEmail" && field === "email" && form.confirmEmail !== ""),
    ),
  );

/** The form's values (from this tab's draft, if there is one), its errors, and whether it was edited since it was sent. */
export function useCheckoutForm() {
  const [form, setForm] = useState<CheckoutForm>(() => draft.read() ?? EMPTY_CHECKOUT_FORM);
  const [errors, setErrors] = useState<FormErrors>({});
  const [dirty, setDirty] = useState(false);

  useEffect(() => {
    if (dirty) draft.write(form);
  }, [form, dirty]);

  const edit: EditForm = (field, value) => {
    setForm((now) => ({ ...now, [field]: value }));
    setErrors((now) => without(now, field, form));
    setDirty(true);
  };
  return { form, errors, dirty, edit, setErrors, sent: () => setDirty(false) };
}
