import { useId, useLayoutEffect, useRef } from "react";
import type { ReactNode } from "react";
import { formatMoney } from "../../../../../shared/money.ts";
import { SHIPPING_FEE } from "../../../../../shared/order.ts";
import { address } from "../../../../../shared/site/address-and-hours.ts";
import { Checkbox, Input } from "../../../ui/controls.tsx";
import { Field } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import type { TextName } from "./fields.ts";
import { controlId, textFields } from "./fields.ts";
import type { FormControls } from "./use-checkout-form.ts";
import { caretPosition, maskedValue } from "./masks.ts";
import styles from "./form-sections.module.css";

type TextInputProps = FormControls & { name: TextName; className?: string | undefined };

/** A text field of the checkout form. Applies the field's mask to the input. */
function TextInput({ name, form, errors, edit, isSending, className }: TextInputProps) {
  const { label, optional = false, input } = textFields[name];
  const inputRef = useRef<HTMLInputElement>(null);
  const nextCaret = useRef<number>(undefined);
  // When the mask changes the value, the browser moves the caret to the end, so set the caret again. An input
  // of type 'email' has no mask and does not support `setSelectionRange`.
  useLayoutEffect(() => {
    const position = nextCaret.current;
    nextCaret.current = undefined;
    if (position !== undefined && inputRef.current?.type !== "email")
      inputRef.current?.setSelectionRange(position, position);
  });
  return (
    <Field
      id={controlId(name)}
      name={name}
      label={label}
      optional={optional}
      required={!optional}
      error={errors[name]}
      className={className}
    >
      <Input
        type="text"
        {...input}
        ref={inputRef}
        value={form[name]}
        readOnly={isSending}
        onChange={({ target }) => {
          const value = maskedValue(name, target.value);
          nextCaret.current = caretPosition(
            value,
            target.value,
            target.selectionStart ?? target.value.length,
          );
          edit(name, value);
        }}
      />
    </Field>
  );
}

function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div>
        <h3 id={id} className={styles.title}>
          {title}
        </h3>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      <div className={styles.grid}>{children}</div>
    </section>
  );
}

export function ContactSection(controls: FormControls) {
  return (
    <Section
      title="Contact Information"
      note="Your receipt goes to this address. We call only about this order."
    >
      <TextInput {...controls} name="email" className={styles.half} />
      <TextInput {...controls} name="confirmEmail" className={styles.half} />
      <TextInput {...controls} name="phone" className={styles.half} />
      <Checkbox
        id={controlId("updates")}
        name="updates"
        label="Email me about new merchandise and live tapings"
        checked={controls.form.updates}
        onChange={({ target }) => !controls.isSending && controls.edit("updates", target.checked)}
      />
    </Section>
  );
}

export function BillingSection(controls: FormControls) {
  return (
    <Section
      title="Billing Information"
      note="An address in the United States. For another country, write to us before you order."
    >
      <TextInput {...controls} name="firstName" className={styles.half} />
      <TextInput {...controls} name="lastName" className={styles.half} />
      <TextInput {...controls} name="company" />
      <TextInput {...controls} name="address" className={styles.wide} />
      <TextInput {...controls} name="suite" className={styles.narrow} />
      <TextInput {...controls} name="city" className={styles.half} />
      <TextInput {...controls} name="state" className={styles.quarter} />
      <TextInput {...controls} name="zip" className={styles.quarter} />
    </Section>
  );
}

export function ShippingSection({ form, edit, isSending }: FormControls) {
  const isShipped = form.shipMerchandise;
  return (
    <Section title="Shipping Preference">
      <div className={styles.choice} data-chosen={isShipped}>
        <Checkbox
          id={controlId("shipMerchandise")}
          name="shipMerchandise"
          label={
            <span className={styles.choiceLabel}>Ship my merchandise for {formatMoney(SHIPPING_FEE)}</span>
          }
          hint="Flat rate for the whole order. Leave this unticked to pick it up for free."
          checked={isShipped}
          onChange={({ target }) => !isSending && edit("shipMerchandise", target.checked)}
        />
        <p className={styles.outcome} aria-live="polite">
          <Icon name={isShipped ? "truck" : "map"} size={18} />
          {isShipped
            ? "Ships to your billing address within 3 business days."
            : `Pick up at ${address.street}, ${address.city}, ${address.state}, Monday to Friday, 9am to 5pm.`}
        </p>
      </div>
    </Section>
  );
}
