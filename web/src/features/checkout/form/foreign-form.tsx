/** The fields of an address by the rules of its country. Loaded only in a stage that ships to a country other than the US. */
import type { ReactNode } from "react";
import type { ForeignErrors } from "../../../../../shared/checkout-errors.ts";
import type { CheckoutForm } from "../../../../../shared/checkout-form.ts";
import { addressErrors, addressFormatOf, foreignPhoneError } from "../../../../../shared/countries.ts";
import { SHOP_COUNTRY } from "../../../../../shared/shop-country.ts";
import { Input, Select } from "../../../ui/controls.tsx";
import { Field } from "../../../ui/field.tsx";
import type { TextFieldName } from "./fields.ts";
import { controlId, textFields } from "./fields.ts";
import styles from "./form-section.module.css";
import type { UsStateField } from "./lazy-us-state-field.tsx";
import type { TextInput } from "./text-input.tsx";
import type { FormControls } from "./use-checkout-form.ts";

/**
 * The inputs for US addresses. They are props: if this file imported them, the bundler would move them out of the form's
 * first chunk.
 */
type UsInputs = { TextInput: typeof TextInput; UsStateField: typeof UsStateField };

type Country = { code: string; name: string };

const FIELD_NAMES = {
  billing: {
    country: "country",
    address: "address",
    suite: "suite",
    city: "city",
    state: "state",
    zip: "zip",
  },
  shipping: {
    country: "shipCountry",
    address: "shipAddress",
    suite: "shipSuite",
    city: "shipCity",
    state: "shipState",
    zip: "shipZip",
  },
} as const;
type Purpose = keyof typeof FIELD_NAMES;

/**
 * The fields that follow the rules of a country outside the US, and their errors. `defaultCountry`: the code of the country that
 * applies if the customer has chosen none.
 */
export function foreignErrors(form: CheckoutForm, defaultCountry: string): ForeignErrors {
  const fields: string[] = [];
  const errors: Record<string, string> = {};
  const addField = (field: string, error: string | undefined) => {
    fields.push(field);
    if (error !== undefined) errors[field] = error;
  };
  for (const fieldNames of Object.values(FIELD_NAMES)) {
    const country = form[fieldNames.country] || defaultCountry;
    if (country === SHOP_COUNTRY) continue;
    const ruleErrors = addressErrors(country, { state: form[fieldNames.state], zip: form[fieldNames.zip] });
    addField(fieldNames.state, ruleErrors.state);
    addField(fieldNames.zip, ruleErrors.zip);
    // The phone number follows the rules of the billing address's country.
    if (fieldNames === FIELD_NAMES.billing)
      addField("phone", form.phone.trim() ? foreignPhoneError(form.phone) : "Phone number is required");
  }
  return { fields, errors };
}

type FormFieldProps = FormControls & {
  name: TextFieldName;
  label: string;
  optional?: boolean;
  className: string | undefined;
  children: ReactNode;
};

const FormField = ({ name, label, optional = false, errors, className, children }: FormFieldProps) => (
  <Field
    id={controlId(name)}
    name={name}
    label={label}
    optional={optional}
    className={className}
    required={!optional}
    error={errors[name]}
  >
    {children}
  </Field>
);

/** A text field that does not change the typed text. `TextInput` brings it into the format of the US (see masks.ts). */
function PlainInput({
  name,
  placeholder,
  isNumeric = false,
  ...props
}: Omit<FormFieldProps, "children"> & { placeholder?: string; isNumeric?: boolean }) {
  const { form, edit, isSending } = props;
  const { maxLength = 100, autoComplete, type = "text" } = textFields[name].input;
  const keyboard = isNumeric ? "numeric" : "text";
  return (
    <FormField {...props} name={name}>
      <Input
        type={type}
        maxLength={maxLength}
        autoComplete={autoComplete}
        placeholder={placeholder}
        inputMode={type === "tel" ? "tel" : keyboard}
        value={form[name]}
        readOnly={isSending}
        onChange={({ target }) => edit(name, target.value)}
      />
    </FormField>
  );
}

type StateFieldProps = FormControls &
  Pick<UsInputs, "UsStateField"> & { name: "state" | "shipState"; country: string };

/** The field for a state, by the country's rules: the list of the US, another list, a text field, or nothing. */
function StateField({ country, name, UsStateField, ...controls }: StateFieldProps) {
  const { state } = addressFormatOf(country);
  if (country === SHOP_COUNTRY) return <UsStateField {...controls} name={name} className={styles.quarter} />;
  if (!state) return null;
  const { label, states, isOptional = false } = state;
  const props = { ...controls, name, label, optional: isOptional, className: styles.quarter };
  if (!states) return <PlainInput {...props} />;
  return (
    <FormField {...props}>
      <Select
        value={controls.form[name]}
        autoComplete={textFields[name].input.autoComplete}
        onChange={({ target }) => !controls.isSending && controls.edit(name, target.value)}
      >
        <option value="">Choose</option>
        {states.map(({ code, name: stateName }) => (
          <option key={code} value={code}>
            {stateName}
          </option>
        ))}
      </Select>
    </FormField>
  );
}

type AddressFieldsProps = FormControls &
  UsInputs & {
    purpose: Purpose;
    /** The countries to choose from. The first is preselected. */
    countries: readonly Country[];
    /** False for a billing address that only serves to check the card: it has a country and a postal code. */
    hasStreet: boolean;
  };

/** The fields of an address by the rules of the chosen country. */
export function AddressFields({
  purpose,
  countries,
  hasStreet,
  TextInput,
  UsStateField,
  ...controls
}: AddressFieldsProps) {
  const { form, edit, isSending } = controls;
  const fieldNames = FIELD_NAMES[purpose];
  const country = form[fieldNames.country] || (countries[0]?.code ?? SHOP_COUNTRY);
  const { zip } = addressFormatOf(country);
  const zipClass = hasStreet ? styles.quarter : styles.narrow;
  return (
    <>
      <Field
        id={controlId(fieldNames.country)}
        name={fieldNames.country}
        label="Country"
        required
        error={controls.errors[fieldNames.country]}
        className={hasStreet ? "" : styles.wide}
      >
        <Select
          value={country}
          autoComplete={purpose === "shipping" ? "shipping country" : "country"}
          onChange={({ target }) => {
            if (isSending) return;
            edit(fieldNames.country, target.value);
            // The states of one country are not valid in another.
            edit(fieldNames.state, "");
          }}
        >
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      {hasStreet && (
        <>
          <TextInput {...controls} name={fieldNames.address} className={styles.wide} />
          <TextInput {...controls} name={fieldNames.suite} className={styles.narrow} />
          <TextInput {...controls} name={fieldNames.city} className={styles.half} />
          <StateField {...controls} UsStateField={UsStateField} name={fieldNames.state} country={country} />
        </>
      )}
      {country === SHOP_COUNTRY ? (
        <TextInput {...controls} name={fieldNames.zip} className={zipClass} />
      ) : (
        <PlainInput
          {...controls}
          name={fieldNames.zip}
          label={zip.label}
          placeholder={zip.example}
          isNumeric={zip.isNumeric}
          className={zipClass}
        />
      )}
    </>
  );
}

/** The telephone number: with the mask of the US only in the US. */
export const PhoneField = ({
  defaultCountry,
  TextInput,
  ...controls
}: FormControls & Pick<UsInputs, "TextInput"> & { defaultCountry: string }) =>
  (controls.form.country || defaultCountry) === SHOP_COUNTRY ? (
    <TextInput {...controls} name="phone" className={styles.half} />
  ) : (
    <PlainInput
      {...controls}
      name="phone"
      label={textFields.phone.label}
      placeholder="+49 30 123456"
      className={styles.half}
    />
  );
