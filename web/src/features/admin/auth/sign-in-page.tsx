import { Redirect } from "../../../router/redirect.tsx";
import { useLocation } from "../../../router/hooks.ts";
import { adminMessages } from "../admin-messages.ts";
import { seo } from "../../../../../shared/site/seo.ts";
import { paths } from "../../../paths.ts";
import { Logo } from "../../../ui/logo.tsx";
import { notify } from "../../../ui/notify.ts";
import { usePageMeta } from "../../../ui/page-meta.ts";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { pathAfterSignIn } from "./path-after-sign-in.ts";
import { sessionStore, useSession } from "./session.ts";
import { SignInFlow } from "./sign-in-flow.tsx";
import styles from "./sign-in.module.css";

const finishSignIn = async () => {
  notify.success(adminMessages.signInSuccess, { position: "top-center", outlivesPage: true });
  await sessionStore.check();
};

/** Redirects a signed-in user to the page that required the sign-in, or else to the dashboard. */
export function SignInPage() {
  usePageMeta({ ...seo["/admin/login"], path: paths.adminSignIn });
  const { status } = useSession();
  const { state } = useLocation();
  if (status === "signed-in") return <Redirect to={pathAfterSignIn(state)} />;
  return (
    <div className={`container page ${styles.page}`}>
      <div className={`card ${styles.card}`}>
        <Logo size={64} />
        <PageTitle className={styles.title}>Welcome Back</PageTitle>
        {status === "unknown" ? (
          <Spinner large label="Checking your sign-in..." />
        ) : (
          <SignInFlow intro="Please sign in to your admin account" onSignedIn={finishSignIn} />
        )}
      </div>
    </div>
  );
}
