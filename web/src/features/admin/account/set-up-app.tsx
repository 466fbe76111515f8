import { TextField } from "@aws-amplify/ui-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { turnOn } from "../identity/second-factor.ts";
import { CodeForm } from "../sign-in/forms.ts";
import { codeMessage } from "../sign-in/sign-in-errors.ts";
import { useForm } from "../sign-in/use-form.ts";
import { tell } from "../tell.ts";
import styles from "./account.module.css";
import { QrCode } from "./qr-code.tsx";

type SetUpAppProps = { secret: string; address: string; onDone: () => void; onCancel: () => void };

/** Shares a secret with an authenticator app, and lets the app prove that it has it. */
export function SetUpApp({ secret, address, onDone, onCancel }: SetUpAppProps) {
  const [shown] = useState(() => secret.match(/.{1,4}/g)?.join(" ") ?? secret);
  const { form, field, busy } = useForm({
    schema: CodeForm,
    empty: { code: "" },
    send: async ({ code }) => {
      await turnOn(code);
      tell.done("Codes are asked for from now on");
      onDone();
    },
    say: codeMessage,
  });
  return (
    <form {...form} className={styles.form}>
      <p>Scan this with your authenticator app, then enter the code that it shows.</p>
      <QrCode text={address} label="QR code for an authenticator app" />
      <p className={styles.secret}>
        No camera? <a href={address}>Open the app on this device</a>, or type this key into it:{" "}
        <code>{shown}</code>
      </p>
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
        <Button type="submit" loading={busy} loadingText="Checking...">
          Turn on
        </Button>
      </div>
    </form>
  );
}
