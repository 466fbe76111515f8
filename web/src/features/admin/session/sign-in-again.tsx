import { Dialog } from "../../../ui/dialog.tsx";
import { adminMessages } from "../admin-messages.ts";
import { SignInFlow } from "../sign-in/sign-in-flow.tsx";
import { useFocusOnOpen } from "../use-focus-on-open.ts";
import { sessionStore } from "./session-store.ts";

/** Over the page when the session ended in the middle of work: what was typed below stays as it is. */
export function SignInAgain({ email, open }: { email: string; open: boolean }) {
  const password = useFocusOnOpen<HTMLInputElement>(open);
  return (
    <Dialog open={open} onClose={sessionStore.dismiss} title="Please sign in again" closeLabel="Not now">
      <SignInFlow
        email={email}
        password={password}
        lead={adminMessages.sessionEnded}
        onDone={sessionStore.check}
      />
    </Dialog>
  );
}
