import { messages } from "../../../../../shared/messages.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { useFocusOnOpen } from "../../../ui/use-focus-on-open.ts";
import { adminMessages } from "../admin-messages.ts";
import { sessionStore } from "./session.ts";
import { SignInFlow } from "./sign-in-flow.tsx";

/** The text above the form. The gateway's own 401 gives no reason, so the page says that the session has ended. */
const leadOf = (why: string = messages.signInRequired): string =>
  why === messages.signInRequired ? adminMessages.sessionEnded : `${why} ${adminMessages.nothingLost}`;

/** A sign-in over the page, for a session that the server has ended. `why` is the server's message. */
export function SignInAgain({ email, why }: { email: string; why: string | undefined }) {
  const open = why !== undefined;
  const password = useFocusOnOpen<HTMLInputElement>(open);
  return (
    <Dialog open={open} onClose={sessionStore.decline} title="Please sign in again" closeLabel="Not now">
      <SignInFlow email={email} password={password} lead={leadOf(why)} onDone={sessionStore.check} />
    </Dialog>
  );
}
