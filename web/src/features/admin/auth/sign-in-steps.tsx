import { PasswordField, TextField } from "@aws-amplify/ui-react";
import type { Ref } from "react";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/class-names.ts";
import { AppSecretView } from "./app-secret.tsx";
import type { AppSecret, NextStep } from "./cognito.ts";
import { answerChallenge, signIn } from "./cognito.ts";
import { CodeForm, NewPasswordForm, SignInForm } from "./form-schemas.ts";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { codeMessage, newPasswordMessage, signInMessage } from "./sign-in-errors.ts";
import styles from "./sign-in.module.css";
import { useForm } from "./use-form.ts";

type PasswordStepProps = {
  email: string;
  /** The ref of the password field, with which the caller focuses the field. */
  passwordRef?: Ref<HTMLInputElement> | undefined;
  /** Called with the next step and the address that the user typed. */
  onNext: (step: NextStep, email: string) => Promise<void> | void;
  onForgot: (email: string) => void;
};

/** The first step: address and password. */
export function PasswordStep({ email, passwordRef, onNext, onForgot }: PasswordStepProps) {
  const { form, field, isSending, values } = useForm({
    schema: SignInForm,
    initial: { email, password: "" },
    send: async (input, signal) => onNext(await signIn(input.email, input.password, signal), input.email),
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
      <PasswordField
        {...(passwordRef ? { ref: passwordRef } : {})}
        {...field("password")}
        label="Password"
        autoComplete="current-password"
      />
      <Button type="submit" wide size="large" loading={isSending} loadingText="Signing in...">
        Sign In
      </Button>
      <button type="button" className={styles.link} onClick={() => onForgot(values.email)}>
        Forgot your password?
      </button>
    </form>
  );
}

type StepProps = { onNext: (step: NextStep) => Promise<void> | void };
type CodeStepProps = StepProps & {
  /** The secret for a new app, if the shop requires a second factor and the account has none yet. */
  appSecret?: AppSecret | undefined;
};

/** Replaces the temporary password of a new account. */
export function NewPasswordStep({ onNext }: StepProps) {
  const { form, field, isSending } = useForm({
    schema: NewPasswordForm,
    initial: { password: "", repeat: "" },
    send: async ({ password }, signal) => onNext(await answerChallenge(password, signal)),
    messageOf: newPasswordMessage,
  });
  return (
    <form {...form} className={styles.form}>
      <NewPasswordFields field={field} />
      <Button type="submit" wide size="large" loading={isSending} loadingText="Signing in...">
        Save and sign in
      </Button>
    </form>
  );
}

/** Asks for the code from the authenticator app. */
export function CodeStep({ appSecret, onNext }: CodeStepProps) {
  const { form, field, isSending } = useForm({
    schema: CodeForm,
    initial: { code: "" },
    send: async ({ code }, signal) =>
      onNext(await answerChallenge(code, signal, { setsUpApp: appSecret !== undefined })),
    messageOf: codeMessage,
  });
  return (
    <form {...form} className={styles.form}>
      {appSecret && <AppSecretView appSecret={appSecret} />}
      <TextField
        {...field("code")}
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        className={cx(styles.code)}
      />
      <Button type="submit" wide size="large" loading={isSending} loadingText="Signing in...">
        Sign In
      </Button>
    </form>
  );
}
