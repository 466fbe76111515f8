import { PasswordField } from "@aws-amplify/ui-react";
import { PASSWORD_RULES } from "../admin-messages.ts";
import type { FieldProps } from "./use-form.ts";

type NewPasswordFieldsProps = {
  /** Returns the props of a field: `field` of `useForm`. */
  field: (name: "password" | "repeat") => FieldProps;
};

export function NewPasswordFields({ field }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        {...field("password")}
        label="New password"
        descriptiveText={PASSWORD_RULES}
        autoComplete="new-password"
      />
      <PasswordField {...field("repeat")} label="Repeat the new password" autoComplete="new-password" />
    </>
  );
}
