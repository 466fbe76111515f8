import { TextField } from "@aws-amplify/ui-react";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../toast.ts";
import { AppSecretView } from "./app-secret.tsx";
import type { AppSecret } from "./cognito.ts";
import { turnOnApp } from "./cognito.ts";
import { CodeForm } from "./form-schemas.ts";
import { codeMessage } from "./sign-in-errors.ts";
import { useForm } from "./use-form.ts";
import styles from "./account.module.css";

type SetUpAppProps = {
  appSecret: AppSecret;
  /** Whether the account already has an authenticator app, which the new one replaces. */
  replacesApp: boolean;
  /** Called after each attempt to turn the app on, also after a failed or cancelled attempt. */
  onAttempt: () => void;
  onTurnedOn: () => void;
  onCancel: () => void;
};

/**
 * Shows the secret for an authenticator app. A correct code from the app turns the app on, and replaces an existing app,
 * unless the user cancels or closes the dialog first.
 */
export function SetUpApp({ appSecret, replacesApp, onAttempt, onTurnedOn, onCancel }: SetUpAppProps) {
  const { form, field, isSending } = useForm({
    schema: CodeForm,
    initial: { code: "" },
    send: async ({ code }, signal) => {
      // `onAttempt` is called also after a failure: if the connection broke, it is unknown whether the app is on.
      await turnOnApp(code, signal, { replacesApp }).finally(onAttempt);
      toast.success(
        replacesApp
          ? "From now on, you sign in with codes of the new phone"
          : "From now on, you sign in with a code too",
      );
      onTurnedOn();
    },
    messageOf: codeMessage,
  });
  return (
    <form {...form} className={styles.form}>
      {replacesApp && (
        <p className={styles.hint}>Your present app works until you enter a code of the new one.</p>
      )}
      <AppSecretView appSecret={appSecret} />
      <TextField
        {...field("code")}
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
      />
      <div className={styles.actions}>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={isSending} loadingText="Checking...">
          {replacesApp ? "Use the new phone" : "Turn on"}
        </Button>
      </div>
    </form>
  );
}
