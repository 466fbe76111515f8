import "./amplify-theme.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { Outlet } from "../../router/outlet.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { adminMessages } from "./admin-messages.ts";
import { watchOtherTabs } from "./auth/other-tabs.ts";
import { sessionStore, useSession } from "./auth/session.ts";
import { SignInAgain } from "./auth/sign-in-again.tsx";
import { queryClient } from "./query-client.ts";
import { adminIconPaths } from "../../ui/admin-icons.ts";
import { addIcons } from "../../ui/icon.tsx";

addIcons(adminIconPaths);

const checkSession = () => void sessionStore.check().catch(() => undefined);

/** Wraps the sign-in page and the dashboard. This chunk holds the libraries that only these pages need. */
export function AdminLayout() {
  const session = useSession();
  useEffect(() => {
    // Also runs after a visit to the store, because another tab may have signed out since.
    checkSession();
    return watchOtherTabs(checkSession);
  }, []);
  if (session.status === "failed")
    return (
      <main id="main" className="container page">
        <EmptyState
          icon="alert"
          title={adminMessages.startFailed}
          actions={
            <Button icon="refresh" onClick={checkSession}>
              Try again
            </Button>
          }
        >
          Check your connection, then try again.
        </EmptyState>
      </main>
    );
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      {session.status === "signed-in" && (
        <SignInAgain email={session.user.email} reason={session.endReason} />
      )}
    </QueryClientProvider>
  );
}
