import { Dialog } from "../../../ui/dialog.tsx";
import { messages } from "../../../../../shared/messages.ts";
import { adminMessages } from "../admin-messages.ts";
import { SignInFlow } from "../sign-in/sign-in-flow.tsx";
import { useFocusOnOpen } from "../use-focus-on-open.ts";
import { sessionStore } from "./session-store.ts";

/** The gateway gives no reason, and 'Please sign in.' is none. */
const leadOf = (why: string = messages.signInRequired): string =>
  why === messages.signInRequired ? adminMessages.sessionEnded : `${why} ${adminMessages.nothingLost}`;

/** Over the page when the server wants the password again, for which `why` is the reason: what was typed below stays as it is. */
export function SignInAgain({ email, why }: { email: string; why: string | undefined }) {
  const open = why !== undefined;
  const password = useFocusOnOpen<HTMLInputElement>(open);
  return (
    <Dialog open={open} onClose={sessionStore.dismiss} title="Please sign in again" closeLabel="Not now">
      <SignInFlow email={email} password={password} lead={leadOf(why)} onDone={sessionStore.check} />
    </Dialog>
  );
}
