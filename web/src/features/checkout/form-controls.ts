import type { CheckoutForm } from "../../../../shared/checkout-form.ts";
import type { EditForm, FormErrors } from "./use-checkout-form.ts";

/** What every section of the form is given. While `busy`, nothing can be edited. */
export type FormControls = { form: CheckoutForm; errors: FormErrors; edit: EditForm; busy: boolean };
