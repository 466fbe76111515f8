import { lazy, Suspense } from "react";
import type { AppSecret } from "./cognito.ts";
import styles from "./account.module.css";

const QrCode = lazy(async () => ({ default: (await import("../../../ui/qr-code.tsx")).QrCode }));

/** The secret for an authenticator app: as a QR code, as a link and as text. */
export function AppSecretView({ appSecret: { secret, setupUri } }: { appSecret: AppSecret }) {
  return (
    <>
      <p>Scan this with your authenticator app, then enter the code that it shows.</p>
      <div className={styles.qr}>
        <Suspense>
          <QrCode text={setupUri} label="QR code for an authenticator app" />
        </Suspense>
      </div>
      <p className={styles.secret}>
        No camera? <a href={setupUri}>Open the app on this device</a>, or type this key into it:{" "}
        <code>{secret.match(/.{1,4}/g)?.join(" ")}</code>
      </p>
    </>
  );
}
