import { useQuery } from "@tanstack/react-query";
import { CopyButton } from "../copy-button.tsx";
import { Disclosure } from "../disclosure.tsx";
import { resetAppCommand } from "./reset-app-command.ts";
import styles from "./account.module.css";
import { readStageName } from "./amplify.ts";

/** What to do without the authenticator app. Cognito has no recovery codes. */
export function LostApp({ email }: { email: string }) {
  const { data: stage } = useQuery({
    queryKey: ["stage"],
    queryFn: readStageName,
    staleTime: Infinity,
    meta: { failureText: "The name of the stage could not be read" },
  });
  return (
    <Disclosure label="Lost your authenticator app?">
      <p className={styles.hint}>
        There are no recovery codes. While you are signed in, set up a new phone above. Later, an operator of
        the shop deletes the lost app with this command; then sign in with your password and set up the app
        again:
      </p>
      {stage !== undefined && (
        <p className={styles.command}>
          <code>{resetAppCommand(stage, email)}</code>
          <CopyButton what="command" text={resetAppCommand(stage, email)} />
        </p>
      )}
    </Disclosure>
  );
}
