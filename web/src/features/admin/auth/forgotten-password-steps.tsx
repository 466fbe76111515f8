import { TextField } from "@aws-amplify/ui-react";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { notify } from "../../../ui/notify.ts";
import { adminMessages } from "../admin-messages.ts";
import { resetPasswordWithCode, sendResetCode } from "./cognito.ts";
import { ForgotForm, ResetForm } from "./form-schemas.ts";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { codeMessage, signInMessage } from "./sign-in-errors.ts";
import styles from "./sign-in.module.css";
import { useForm } from "./use-form.ts";

type ForgotProps = { email: string; onSent: (email: string) => void };

/** Asks for the email address. The message does not reveal whether the address has an account. */
export function ForgotStep({ email, onSent }: ForgotProps) {
  const { form, field, isSending } = useForm({
    schema: ForgotForm,
    initial: { email },
    send: async (values, signal) => {
      await sendResetCode(values.email);
      if (signal.aborted) return;
      notify.info(adminMessages.codeSent, { position: "top-center" });
      onSent(values.email);
    },
    messageOf: signInMessage,
  });
  return (
    <form {...form} className={styles.form}>
      <TextField
        {...field("email")}
        label="Email Address"
        type="email"
        autoComplete="username"
        inputMode="email"
      />
      <Button type="submit" wide size="large" loading={isSending} loadingText="Sending...">
        Send code
      </Button>
    </form>
  );
}

/** Asks for the code from the mail and a new password. */
export function ResetStep({ email, onReset }: { email: string; onReset: () => void }) {
  const { form, field, isSending } = useForm({
    schema: ResetForm,
    initial: { code: "", password: "", repeat: "" },
    send: async ({ code, password }, signal) => {
      await resetPasswordWithCode(email, code, password);
      notify.success(adminMessages.passwordChanged, { position: "top-center", duration: 4000 });
      if (!signal.aborted) onReset();
    },
    messageOf: codeMessage,
  });
  return (
    <form {...form} className={styles.form}>
      <TextField
        {...field("code")}
        label="Code from the email"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        className={cx(styles.code)}
      />
      <NewPasswordFields field={field} />
      <Button type="submit" wide size="large" loading={isSending} loadingText="Saving...">
        Set password
      </Button>
    </form>
  );
}
