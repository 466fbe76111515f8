import "../../admin/amplify-theme.css";
import { useCallback, useEffect, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Logo } from "../../../ui/logo.tsx";
import { readUser } from "../../admin/auth/cognito.ts";
import { SignInFlow } from "../../admin/auth/sign-in-flow.tsx";
import { DoorLoading } from "../door-loading.tsx";
import type { Door } from "../list/door.ts";
import { ChooseEvent } from "./choose-event.tsx";
import styles from "./set-up.module.css";

type SignInStatus = "checking" | "signed-in" | "signed-out" | "failed";

/** The sign-in, and then the choice of the event. */
export function SetUp({ door, onOpened }: { door: Door; onOpened: () => void }) {
  const [status, setStatus] = useState<SignInStatus>("checking");
  const checkSignIn = useCallback(
    () =>
      readUser().then(
        (user) => setStatus(user ? "signed-in" : "signed-out"),
        () => setStatus("failed"),
      ),
    [],
  );
  useEffect(() => void checkSignIn(), [checkSignIn]);
  const onSignedOut = useCallback(() => setStatus("signed-out"), []);
  const retry = () => {
    setStatus("checking");
    void checkSignIn();
  };
  if (status === "checking") return <DoorLoading label="Checking your sign-in..." />;
  if (status === "failed")
    return (
      <EmptyState
        icon="alert"
        title="Choosing an event needs a network."
        actions={
          <Button icon="refresh" onClick={retry}>
            Try again
          </Button>
        }
      >
        After that, this page works without a network.
      </EmptyState>
    );
  if (status === "signed-in")
    return <ChooseEvent door={door} onOpened={onOpened} onSignedOut={onSignedOut} />;
  return (
    <>
      <header className={styles.header}>
        <Logo size={56} />
        <h1 className={styles.title}>Door</h1>
      </header>
      <div className={styles.flow}>
        <SignInFlow intro="Sign in to scan tickets" onSignedIn={checkSignIn} />
      </div>
    </>
  );
}
