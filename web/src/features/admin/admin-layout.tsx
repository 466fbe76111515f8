import "./amplify-theme.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { Outlet } from "../../router/outlet.tsx";
import { adminMessages } from "./admin-messages.ts";
import { watchOtherTabs } from "./auth/other-tabs.ts";
import { sessionStore, useSession } from "./auth/session.ts";
import { SignInAgain } from "./auth/sign-in-again.tsx";
import { LoadFailure } from "./load-failure.tsx";
import { queryClient } from "./query-client.ts";
import { adminIconPaths } from "../../ui/admin-icons.ts";
import { addIcons } from "../../ui/icon.tsx";

addIcons(adminIconPaths);

// The sign-in page is in the same chunk as this layout, because the page adds little code.
export { SignInPage } from "./auth/sign-in-page.tsx";

const checkSession = () => void sessionStore.check().catch(() => undefined);

/** Wraps the sign-in page and the dashboard. Its chunk contains the libraries that only these pages need. */
export function AdminLayout() {
  const session = useSession();
  useEffect(() => {
    // Check at each return from the public pages, because another tab may have signed out in the meantime.
    checkSession();
    return watchOtherTabs(checkSession);
  }, []);
  if (session.status === "failed")
    return (
      <main id="main" className="container page">
        <LoadFailure title={adminMessages.startFailed} onRetry={checkSession}>
          Check your connection, then try again.
        </LoadFailure>
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
