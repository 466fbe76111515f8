import { useEffect, useState } from "react";
import type { CheckoutField, CheckoutForm } from "../../../../../shared/checkout-form.ts";
import { EMPTY_CHECKOUT_FORM } from "../../../../../shared/checkout-form.ts";
import type { StageCheckout } from "./stage-checkout.ts";
import { draft } from "../checkout-storage.ts";

/** The props of every section of the form. While `isSending` is true, the user cannot edit the fields. */
export type FormControls = {
  form: CheckoutForm;
  errors: FormErrors;
  edit: EditForm;
  isSending: boolean;
  /** The parts of the checkout that depend on the stage's settings; undefined until they are loaded. */
  stage?: StageCheckout | undefined;
};

/** The messages, by field. */
export type FormErrors = Readonly<Record<string, string>>;
export type EditForm = <F extends CheckoutField>(field: F, value: CheckoutForm[F]) => void;

/** Removes the edited field's error. A change of the email also removes the error 'Emails must match' of `confirmEmail`. */
function withoutErrorOf(field: CheckoutField, errors: FormErrors, form: CheckoutForm): FormErrors {
  const isEmailMismatch = (name: string) =>
    name === "confirmEmail" && field === "email" && form.confirmEmail !== "";
  const remainingErrors = Object.entries(errors).filter(([name]) => name !== field && !isEmailMismatch(name));
  return Object.fromEntries(remainingErrors);
}

/** The state of the form, at first from this tab's draft. `isDirty`: edited in this visit, and not sent since. */
export function useCheckoutForm() {
  const [form, setForm] = useState<CheckoutForm>(() => draft.read() ?? EMPTY_CHECKOUT_FORM);
  const [errors, setErrors] = useState<FormErrors>({});
  const [isDirty, setIsDirty] = useState(false);

  useEffect(() => {
    if (isDirty) draft.write(form);
  }, [form, isDirty]);

  const edit: EditForm = (field, value) => {
    setForm((current) => ({ ...current, [field]: value }));
    setErrors((current) => withoutErrorOf(field, current, form));
    setIsDirty(true);
  };
  return { form, errors, isDirty, edit, setErrors, markSent: () => setIsDirty(false) };
}
