import { PasswordField, TextField } from "@aws-amplify/ui-react";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { PASSWORD_RULES } from "../admin-messages.ts";
import type { NextStep } from "../identity/sign-in.ts";
import { answer } from "../identity/sign-in.ts";
import { CodeForm, NewPasswordForm } from "./forms.ts";
import { codeMessage, newPasswordMessage } from "./sign-in-errors.ts";
import styles from "./sign-in.module.css";
import { useForm } from "./use-form.ts";

type StepProps = { onNext: (step: NextStep) => Promise<void> | void };

/** In place of the temporary password that an account begins with. */
export function NewPasswordStep({ onNext }: StepProps) {
  const { form, field, busy } = useForm({
    schema: NewPasswordForm,
    empty: { password: "", repeat: "" },
    send: async ({ password }) => onNext(await answer(password)),
    say: newPasswordMessage,
  });
  return (
    <form {...form} className={styles.form}>
      <PasswordField
        {...field("password")}
        label="New password"
        descriptiveText={PASSWORD_RULES}
        autoComplete="new-password"
      />
      <PasswordField {...field("repeat")} label="Repeat the new password" autoComplete="new-password" />
      <Button type="submit" wide size="large" loading={busy} loadingText="Signing in...">
        Save and sign in
      </Button>
    </form>
  );
}

/** The six digits of an authenticator app. */
export function CodeStep({ onNext }: StepProps) {
  const { form, field, busy } = useForm({
    schema: CodeForm,
    empty: { code: "" },
    send: async ({ code }) => onNext(await answer(code)),
    say: codeMessage,
  });
  return (
    <form {...form} className={styles.form}>
      <TextField
        {...field("code")}
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        className={cx(styles.code)}
      />
      <Button type="submit" wide size="large" loading={busy} loadingText="Signing in...">
        Sign In
      </Button>
    </form>
  );
}
