import "./ledger/ledger.css";
import { useEffect } from "react";
import { Outlet } from "react-router-dom";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { adminMessages } from "./admin-messages.ts";
import { SignInAgain } from "./session/sign-in-again.tsx";
import { sessionStore } from "./session/session-store.ts";
import { useSession } from "./session/use-session.ts";

const check = () => void sessionStore.check();

/** Around the sign-in page and the dashboard: everything that the back office needs is loaded from here on. */
export function AdminLayout() {
  const session = useSession();
  useEffect(() => {
    if (sessionStore.current().status === "unknown") check();
  }, []);
  if (session.status === "failed")
    return (
      <main id="main" className="container page">
        <EmptyState
          icon="alert"
          title={adminMessages.startFailed}
          actions={
            <Button icon="refresh" onClick={check}>
              Try again
            </Button>
          }
        >
          Check your connection, then try again.
        </EmptyState>
      </main>
    );
  return (
    <>
      <Outlet />
      {session.status === "signed-in" && <SignInAgain email={session.user.email} why={session.ended} />}
    </>
  );
}
