import { useQuery } from "@tanstack/react-query";
import { CopyButton } from "../copy-button.tsx";
import { shellWord, turnOffAppCommand } from "./turn-off-app-command.ts";
import styles from "./account.module.css";
import { userPool } from "./amplify.ts";

/** What to do without the authenticator app. Cognito has no recovery codes. */
export function LostApp({ email }: { email: string }) {
  const { data: pool } = useQuery({ queryKey: ["user-pool"], queryFn: userPool, staleTime: Infinity });
  return (
    <details className={styles.lost}>
      <summary>Lost your authenticator app?</summary>
      <p className={styles.hint}>
        There are no recovery codes. Whoever operates the shop turns the second step off with this command;
        then sign in with your password alone and set the app up again:
      </p>
      {pool && (
        <p className={styles.command}>
          <code>{turnOffAppCommand(pool, shellWord(email))}</code>
          <CopyButton what="command" text={turnOffAppCommand(pool, shellWord(email))} />
        </p>
      )}
    </details>
  );
}
