import "../../admin/amplify-theme.css";
import { Dialog } from "../../../ui/dialog.tsx";
import { SignInFlow } from "../../admin/auth/sign-in-flow.tsx";

type SignInDialogProps = { open: boolean; onClose: () => void; onDone: () => Promise<void> };

/**
 * A sign-in dialog over the scanner, for a session that has ended or an account that may not use the door. The camera scans
 * nothing while the dialog is open. It can be closed, because scanning does not need a sign-in.
 */
export function SignInDialog({ open, onClose, onDone }: SignInDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Please sign in again" closeLabel="Not now">
      <SignInFlow intro="Nothing is lost: what waits is sent after the sign-in." onSignedIn={onDone} />
    </Dialog>
  );
}
