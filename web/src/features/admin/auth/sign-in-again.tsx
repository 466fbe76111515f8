import { messages } from "../../../../../shared/messages.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { useFocusOnOpen } from "../../../ui/use-focus-on-open.ts";
import { adminMessages } from "../admin-messages.ts";
import { sessionStore } from "./session.ts";
import { SignInFlow } from "./sign-in-flow.tsx";

/**
 * The text above the form. `signInRequired` names no reason: for example, API Gateway's 401 has none. The text then only says that
 * the session has ended.
 */
const introOf = (reason: string): string =>
  reason === messages.signInRequired ? adminMessages.sessionEnded : `${reason} ${adminMessages.nothingLost}`;

type SignInAgainProps = {
  email: string;
  /** The server's message about the end of the session. The dialog is open while there is a message. */
  reason: string | undefined;
};

/** A sign-in dialog over the page, for a session that the server has ended, or a sign-in that is too old for a call. */
export function SignInAgain({ email, reason }: SignInAgainProps) {
  const open = reason !== undefined;
  const passwordRef = useFocusOnOpen<HTMLInputElement>(open);
  return (
    <Dialog open={open} onClose={sessionStore.decline} title="Please sign in again" closeLabel="Not now">
      <SignInFlow
        email={email}
        passwordRef={passwordRef}
        intro={introOf(reason ?? messages.signInRequired)}
        onSignedIn={sessionStore.check}
      />
    </Dialog>
  );
}
