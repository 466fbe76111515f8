import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { paths } from "../../../paths.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import type { AdminUser } from "./cognito.ts";
import { useSession } from "./session.ts";

/** Shows a page to signed-in users. Redirects others to the sign-in page, which leads back afterwards. */
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
