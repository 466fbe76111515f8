import type { Section } from "./form-section.tsx";
import styles from "./form-section.module.css";
import type { UsStateField } from "./lazy-us-state-field.tsx";
import type { TextInput } from "./text-input.tsx";
import type { FormControls } from "./use-checkout-form.ts";

/** The components are props: if this file imported them, the bundler would move them out of the form's first chunk. */
type ComponentsProp = {
  components: { Section: typeof Section; UsStateField: typeof UsStateField; TextInput: typeof TextInput };
};

/** The address of a parcel that does not go to the billing address. */
export function ShippingAddressSection({ components, ...controls }: FormControls & ComponentsProp) {
  const { foreignForm, countries = [] } = controls.stage ?? {};
  const { Section, UsStateField, TextInput } = components;
  if (foreignForm)
    return (
      <Section title="Shipping Address" note="Where the parcel goes.">
        <foreignForm.AddressFields
          {...controls}
          countries={countries}
          TextInput={TextInput}
          UsStateField={UsStateField}
          hasStreet
          purpose="shipping"
        />
      </Section>
    );
  return (
    <Section title="Shipping Address" note="Where the parcel goes, in the United States.">
      <TextInput {...controls} name="shipAddress" className={styles.wide} />
      <TextInput {...controls} name="shipSuite" className={styles.narrow} />
      <TextInput {...controls} name="shipCity" className={styles.half} />
      <UsStateField {...controls} name="shipState" className={styles.quarter} />
      <TextInput {...controls} name="shipZip" className={styles.quarter} />
    </Section>
  );
}
