import { newsConsentLabel } from "../../../../../shared/site/news-consent.ts";
import { Checkbox } from "../../../ui/controls.tsx";
import { cx } from "../../../ui/class-names.ts";
import { controlId } from "./fields.ts";
import { Section } from "./form-section.tsx";
import styles from "./form-section.module.css";
import { UsStateField } from "./lazy-us-state-field.tsx";
import { TextInput } from "./text-input.tsx";
import type { FormControls } from "./use-checkout-form.ts";

/** The sections whose code is loaded later get these components as a prop. */
export const formComponents = { Section, UsStateField, TextInput };

const NOTE_WITH_ADDRESS =
  "An address in the United States. For another country, write to us before you order.";
const NOTE_WITHOUT_ADDRESS = "As on your card. We need no street address unless we ship to you.";

export function ContactSection(controls: FormControls) {
  // The first of the countries is the one that the form preselects.
  const { foreignForm, countries = [] } = controls.stage ?? {};
  return (
    <Section
      title="Contact Information"
      note="Your receipt goes to this address. We call only about this order."
    >
      <TextInput {...controls} name="email" className={styles.half} />
      <TextInput {...controls} name="confirmEmail" className={styles.half} />
      {foreignForm ? (
        <foreignForm.PhoneField
          {...controls}
          TextInput={TextInput}
          defaultCountry={countries[0]?.code ?? ""}
        />
      ) : (
        <TextInput {...controls} name="phone" className={styles.half} />
      )}
      {newsConsentLabel !== undefined && (
        <Checkbox
          id={controlId("updates")}
          name="updates"
          label={newsConsentLabel}
          checked={controls.form.updates}
          onChange={({ target }) => !controls.isSending && controls.edit("updates", target.checked)}
        />
      )}
    </Section>
  );
}

/** Without `hasStreet`, the section has no street, city and state: the card does not need them. */
export function BillingSection({ hasStreet, ...controls }: FormControls & { hasStreet: boolean }) {
  const { foreignForm, countries = [] } = controls.stage ?? {};
  const noteWithAddress = foreignForm ? undefined : NOTE_WITH_ADDRESS;
  const note = hasStreet ? noteWithAddress : NOTE_WITHOUT_ADDRESS;
  return (
    <Section title="Billing Information" note={note}>
      <TextInput {...controls} name="firstName" className={styles.half} />
      <TextInput {...controls} name="lastName" className={styles.half} />
      <TextInput {...controls} name="company" className={cx(!hasStreet && styles.wide)} />
      {foreignForm && (
        <foreignForm.AddressFields
          {...controls}
          countries={countries}
          hasStreet={hasStreet}
          TextInput={TextInput}
          UsStateField={UsStateField}
          purpose="billing"
        />
      )}
      {!foreignForm && <div className={cx(styles.countryPlaceholder, !hasStreet && styles.wide)} />}
      {hasStreet && !foreignForm && (
        <>
          <TextInput {...controls} name="address" className={styles.wide} />
          <TextInput {...controls} name="suite" className={styles.narrow} />
          <TextInput {...controls} name="city" className={styles.half} />
          <UsStateField {...controls} name="state" className={styles.quarter} />
        </>
      )}
      {!foreignForm && (
        <TextInput {...controls} name="zip" className={hasStreet ? styles.quarter : styles.narrow} />
      )}
      {hasStreet && (
        <Checkbox
          id={controlId("differentAddress")}
          name="differentAddress"
          label="Ship to a different address"
          checked={controls.form.differentAddress}
          onChange={({ target }) => !controls.isSending && controls.edit("differentAddress", target.checked)}
        />
      )}
    </Section>
  );
}
