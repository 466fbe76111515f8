import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { paths } from "../../../paths.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import type { AdminUser } from "../identity/user.ts";
import { useSession } from "./use-session.ts";

/** Shows its page to a signed-in user only; others go to the sign-in, which knows where they wanted to go. */
export function RequireAdmin({ children }: { children: (user: AdminUser) => ReactNode }) {
  const session = useSession();
  const from = useLocation();
  switch (session.status) {
    case "signed-in":
      return children(session.user);
    case "signed-out":
      return <Navigate replace to={paths.adminSignIn} state={{ from }} />;
    default:
      return (
        <main id="main" className="container page">
          <Spinner large label="Checking your sign-in..." />
        </main>
      );
  }
}
