import { useMutation, useQuery } from "@tanstack/react-query";
import { messages } from "../../../../../shared/messages.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useHeadingFocus } from "../../../ui/use-heading-focus.ts";
import { adminMessages } from "../admin-messages.ts";
import { queryClient } from "../query-client.ts";
import { toast } from "../toast.ts";
import { requiresSecondFactor } from "./amplify.ts";
import { lastSignInText } from "./sign-in-times.ts";
import styles from "./account.module.css";
import { ChangePassword } from "./change-password.tsx";
import { LostApp } from "./lost-app.tsx";
import type { AdminUser } from "./cognito.ts";
import { hasAuthenticatorApp, createAppSecret, turnOffApp } from "./cognito.ts";
import { SetUpApp } from "./set-up-app.tsx";

const QUERY_KEY = ["authenticator-app"];

const onError = (error: unknown) => {
  console.error("The second factor could not be changed", error);
  // Cognito's answer when an app is turned off that the shop requires.
  const isAppRequired = error instanceof Error && error.name === "InvalidParameterException";
  toast.error(isAppRequired ? adminMessages.secondFactorRequired : messages.unavailable);
};

/** Shows whether sign-in asks for a code, and buttons that turn this second step on or off. */
function SecondFactor({ email }: { email: string }) {
  const { data: isOn } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: () =>
      hasAuthenticatorApp().catch((error: unknown) => {
        toast.error(messages.unavailable);
        throw error;
      }),
    meta: { failureText: "The second factor could not be read" },
  });
  // 'Turn off' is hidden until the page knows that the shop allows accounts without an app.
  const { data: isRequired = true } = useQuery({
    queryKey: ["second-factor-required"],
    queryFn: requiresSecondFactor,
    staleTime: Infinity,
    meta: { failureText: "The shop's settings could not be read" },
  });
  const rereadIsOn = () => void queryClient.invalidateQueries({ queryKey: QUERY_KEY });
  const setIsOn = (newIsOn: boolean) => queryClient.setQueryData(QUERY_KEY, newIsOn);
  const setUpMutation = useMutation({ mutationFn: () => createAppSecret(email), onError });
  const turnOffMutation = useMutation({ mutationFn: turnOffApp, onSuccess: () => setIsOn(false), onError });

  const headingRef = useHeadingFocus(setUpMutation.data ?? isOn);
  const heading = (
    <h3 ref={headingRef} tabIndex={-1} className={styles.heading}>
      Authenticator app
    </h3>
  );
  if (setUpMutation.data)
    return (
      <>
        {heading}
        <SetUpApp
          appSecret={setUpMutation.data}
          replacesApp={isOn === true}
          onAttempt={rereadIsOn}
          onCancel={() => setUpMutation.reset()}
          onTurnedOn={() => {
            setIsOn(true);
            setUpMutation.reset();
          }}
        />
      </>
    );
  return (
    <>
      {heading}
      <p className={styles.hint}>A second step at sign-in: the code of an app on your phone.</p>
      <div className={styles.row}>
        {isOn !== undefined && (
          <Badge tone={isOn ? "ok" : "warn"} icon={isOn ? "lock" : "alert"}>
            {isOn ? "On" : "Off"}
          </Badge>
        )}
        {isOn !== undefined && (
          <Button
            variant="secondary"
            loading={setUpMutation.isPending}
            onClick={() => setUpMutation.mutate()}
          >
            {isOn ? "Set up a new phone" : "Set up"}
          </Button>
        )}
        {isOn && !isRequired && (
          <Button
            variant="secondary"
            loading={turnOffMutation.isPending}
            onClick={() => turnOffMutation.mutate()}
          >
            Turn off
          </Button>
        )}
      </div>
    </>
  );
}

type AccountDialogProps = { user: AdminUser; open: boolean; onClose: () => void };

/** The signed-in user's account: the authenticator app as its second factor, and the password. */
export function AccountDialog({ user, open, onClose }: AccountDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Account">
      <div className={styles.account}>
        <p className={styles.who}>
          <strong>{user.email}</strong>
          <span className={styles.hint}>{lastSignInText(user.lastLogin)}</span>
        </p>
        <SecondFactor email={user.email} />
        <LostApp email={user.email} />
        <ChangePassword />
      </div>
    </Dialog>
  );
}
