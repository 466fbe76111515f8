import { useEffect, useState } from "react";
import { formatDateTime } from "../../../../../shared/dates.ts";
import { messages } from "../../../../../shared/messages.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { newSecret, turnOff, usesApp } from "../identity/second-factor.ts";
import type { AdminUser } from "../identity/user.ts";
import { tell } from "../tell.ts";
import styles from "./account.module.css";
import { SetUpApp } from "./set-up-app.tsx";

type Secret = Awaited<ReturnType<typeof newSecret>>;

const failed = (error: unknown) => {
  console.error("The second factor could not be read or changed", error);
  tell.failed(messages.unavailable);
};

/** Whether a code is asked for at sign-in, and the way to turn that on or off. */
function SecondFactor({ email }: { email: string }) {
  const [on, setOn] = useState<boolean>();
  const [secret, setSecret] = useState<Secret>();
  const [busy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().catch(failed);
    setBusy(false);
  };
  useEffect(() => {
    usesApp().then(setOn, failed);
  }, []);

  if (secret)
    return (
      <SetUpApp
        {...secret}
        onCancel={() => setSecret(undefined)}
        onDone={() => {
          setSecret(undefined);
          setOn(true);
        }}
      />
    );
  return (
    <>
      <p className={styles.hint}>A second step at sign-in: the code of an app on your phone.</p>
      <div className={styles.row}>
        {on !== undefined && (
          <Badge tone={on ? "ok" : "warn"} icon={on ? "lock" : "alert"}>
            {on ? "On" : "Off"}
          </Badge>
        )}
        {on === false && (
          <Button
            variant="secondary"
            loading={busy}
            onClick={() => void attempt(async () => setSecret(await newSecret(email)))}
          >
            Set up
          </Button>
        )}
        {on && (
          <Button
            variant="secondary"
            loading={busy}
            onClick={() =>
              void attempt(async () => {
                await turnOff();
                setOn(false);
              })
            }
          >
            Turn off
          </Button>
        )}
      </div>
    </>
  );
}

/** Whose account this is, since when they are in, and how it is kept safe. */
export function AccountDialog({
  user,
  open,
  onClose,
}: {
  user: AdminUser;
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog open={open} onClose={onClose} title="Account">
      <div className={styles.account}>
        <p className={styles.who}>
          <strong>{user.email}</strong>
          <span className={styles.hint}>Last sign-in {formatDateTime(user.lastLogin)}</span>
        </p>
        <h3 className={styles.heading}>Authenticator app</h3>
        <SecondFactor email={user.email} />
      </div>
    </Dialog>
  );
}
