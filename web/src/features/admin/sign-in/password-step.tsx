import type { Ref } from "react";
import { PasswordField, TextField } from "@aws-amplify/ui-react";
import { Button } from "../../../ui/button.tsx";
import type { NextStep } from "../identity/sign-in.ts";
import { signIn } from "../identity/sign-in.ts";
import { SignInForm } from "./forms.ts";
import { signInMessage } from "./sign-in-errors.ts";
import styles from "./sign-in.module.css";
import { useForm } from "./use-form.ts";

type PasswordStepProps = {
  email: string;
  /** The field of the password, for who gives it the focus. */
  password?: Ref<HTMLInputElement> | undefined;
  /** The address that was given, and what the user pool asks for next. */
  onNext: (step: NextStep, email: string) => Promise<void> | void;
  onForgot: (email: string) => void;
};

/** Address and password. */
export function PasswordStep({ email, password, onNext, onForgot }: PasswordStepProps) {
  const { form, field, busy, values } = useForm({
    schema: SignInForm,
    empty: { email, password: "" },
    send: async (given) => onNext(await signIn(given.email, given.password), given.email),
    say: signInMessage,
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
        {...(password ? { ref: password } : {})}
        {...field("password")}
        label="Password"
        autoComplete="current-password"
      />
      <Button type="submit" wide size="large" loading={busy} loadingText="Signing in...">
        Sign In
      </Button>
      <button type="button" className={styles.link} onClick={() => onForgot(values.email)}>
        Forgot your password?
      </button>
    </form>
  );
}
