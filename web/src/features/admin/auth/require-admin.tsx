import type { ReactNode } from "react";
import { Redirect } from "../../../router/redirect.tsx";
import { useLocation } from "../../../router/hooks.ts";
import { paths } from "../../../paths.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import type { AdminUser } from "./cognito.ts";
import { useSession } from "./session.ts";

/**
 * Shows `children` to a signed-in user. Redirects other users to the sign-in page, which returns here after the sign-in.
 */
export function RequireAdmin({ children }: { children: (user: AdminUser) => ReactNode }) {
  const session = useSession();
  const from = useLocation();
  switch (session.status) {
    case "signed-in":
      return children(session.user);
    case "signed-out":
      return <Redirect to={paths.adminSignIn} state={{ from }} />;
    default:
      return (
        <main id="main" className="container page">
          <Spinner large label="Checking your sign-in..." />
        </main>
      );
  }
}
