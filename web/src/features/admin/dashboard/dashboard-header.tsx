import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { formatDateTime } from "../../../../../shared/dates.ts";
import { messages } from "../../../../../shared/messages.ts";
import { paths } from "../../../paths.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { LeaveDialog } from "../../../ui/leave-dialog.tsx";
import { Logo } from "../../../ui/logo.tsx";
import { notify } from "../../../ui/notify.ts";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import { AccountDialog } from "../auth/account-dialog.tsx";
import type { AdminUser } from "../auth/cognito.ts";
import { sessionStore } from "../auth/session.ts";
import { hasUnsavedChanges, LEAVE_TITLE } from "../unsaved-changes.tsx";
import styles from "./dashboard.module.css";

/** Signs out and goes to the home page. Asks first when a form has unsaved input. */
function Logout() {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);
  const logout = async () => {
    setBusy(true);
    try {
      await sessionStore.signOut();
      await navigate(paths.home);
    } catch (error) {
      setBusy(false);
      notify.error(error instanceof Error && error.message !== "" ? error.message : messages.signOutFailed, {
        position: "top-center",
      });
    }
  };
  const ask = () => (hasUnsavedChanges() ? setAsking(true) : void logout());
  return (
    <>
      <Button variant="secondary" icon="logout" loading={busy} onClick={ask}>
        Logout
      </Button>
      <LeaveDialog
        open={asking}
        title={LEAVE_TITLE}
        onStay={() => setAsking(false)}
        onLeave={() => {
          setAsking(false);
          void logout();
        }}
      />
    </>
  );
}

/** The header of the back office: the account and the logout. */
export function DashboardHeader({ user }: { user: AdminUser }) {
  const [isAccountOpen, setIsAccountOpen] = useState(false);
  return (
    <header className={styles.header}>
      <div className={`container ${styles.bar}`}>
        <span className={styles.mark}>
          <Logo size={30} />
        </span>
        <h1 tabIndex={-1} className={styles.title}>
          Admin Dashboard
        </h1>
        <button
          type="button"
          aria-haspopup="dialog"
          className={styles.user}
          onClick={() => setIsAccountOpen(true)}
        >
          <Icon name="user" size={22} />
          <span className={styles.who}>
            <VisuallyHidden>Account </VisuallyHidden>
            <span className={styles.email}>{user.email}</span>
            <span>Last sign-in {formatDateTime(user.lastLogin)}</span>
          </span>
        </button>
        <Logout />
      </div>
      <AccountDialog user={user} open={isAccountOpen} onClose={() => setIsAccountOpen(false)} />
    </header>
  );
}
