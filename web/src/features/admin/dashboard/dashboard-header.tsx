import { useState } from "react";
import { DOOR_PATH } from "../../../../../shared/tickets/door-path.ts";
import { useNavigate } from "../../../router/hooks.ts";
import { adminMessages } from "../admin-messages.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonExternalLink, ButtonLink } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { LeaveDialog } from "../../../ui/leave-dialog.tsx";
import { Logo } from "../../../ui/logo.tsx";
import { notify } from "../../../ui/notify.ts";
import { useDialogHistory } from "../../../ui/use-dialog-history.ts";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import { AccountDialog } from "../auth/account-dialog.tsx";
import { hasTickets } from "../auth/amplify.ts";
import { lastSignInText } from "../auth/sign-in-times.ts";
import type { AdminUser } from "../auth/cognito.ts";
import { sessionStore } from "../auth/session.ts";
import { ShortcutsHelp } from "../shortcuts/shortcuts-help.tsx";
import { hasUnsavedChanges, LEAVE_TITLE } from "../unsaved-changes.tsx";
import styles from "./dashboard.module.css";

/** Signs the user out and opens the home page. Asks for confirmation first if a form has unsaved input. */
function LogoutButton() {
  const navigate = useNavigate();
  const [isSigningOut, setIsSigningOut] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const logOut = async () => {
    setIsSigningOut(true);
    try {
      await sessionStore.signOut();
      await navigate(paths.home);
    } catch (error) {
      setIsSigningOut(false);
      notify.error(
        error instanceof Error && error.message !== "" ? error.message : adminMessages.signOutFailed,
        {
          position: "top-center",
        },
      );
    }
  };
  const confirmOrLogOut = () => {
    if (hasUnsavedChanges()) setIsConfirming(true);
    else void logOut();
  };
  return (
    <>
      <Button variant="secondary" icon="logout" loading={isSigningOut} onClick={confirmOrLogOut}>
        Logout
      </Button>
      <LeaveDialog
        open={isConfirming}
        title={LEAVE_TITLE}
        onStay={() => setIsConfirming(false)}
        onLeave={() => {
          setIsConfirming(false);
          void logOut();
        }}
      />
    </>
  );
}

/** The header of the back office, with the user's account and the logout button. */
export function DashboardHeader({ user }: { user: AdminUser }) {
  const accountDialog = useDialogHistory("account");
  return (
    <header className={styles.header}>
      <div className={`container ${styles.bar}`}>
        <span className={styles.mark}>
          <Logo size={30} />
        </span>
        <h1 tabIndex={-1} className={styles.title}>
          Admin Dashboard
        </h1>
        <ShortcutsHelp className={styles.keys} />
        <ButtonLink to={paths.store} variant="ghost" icon="external" className={styles.link}>
          <span>View store</span>
        </ButtonLink>
        {/* The link loads a new document, because only the HTTP response of /door allows the camera. */}
        {hasTickets() && (
          <ButtonExternalLink href={DOOR_PATH} variant="ghost" icon="ticket" className={styles.link}>
            <span>Door</span>
          </ButtonExternalLink>
        )}
        <button
          type="button"
          aria-haspopup="dialog"
          className={styles.user}
          onClick={() => void accountDialog.open()}
        >
          <Icon name="user" size={22} />
          <span className={styles.who}>
            <VisuallyHidden>Account </VisuallyHidden>
            <span className={styles.email}>{user.email}</span>
            <span>{lastSignInText(user.lastLogin)}</span>
          </span>
        </button>
        <LogoutButton />
      </div>
      <AccountDialog user={user} open={accountDialog.isOpen} onClose={() => accountDialog.close()} />
    </header>
  );
}
