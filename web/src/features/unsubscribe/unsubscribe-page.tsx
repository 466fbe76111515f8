import { useState } from "react";
import { consentApi } from "../../../../shared/api-consent.ts";
import { links } from "../../../../shared/site/links.ts";
import { seo } from "../../../../shared/site/seo.ts";
import { ApiError } from "../../api-error.ts";
import { call } from "../../api.ts";
import { paths } from "../../paths.ts";
import { useLocation } from "../../router/hooks.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import styles from "./unsubscribe-page.module.css";

/** Focuses the notice, because the focused button was removed. */
const focusOn = (notice: HTMLElement | null): void => notice?.focus();

/** Ends the consents to news of the mailbox that got the link, when the button is pressed. */
export default function UnsubscribePage() {
  const { search } = useLocation();
  usePageMeta({ ...seo["/unsubscribe"], path: paths.unsubscribe });
  const [state, setState] = useState<"open" | "sending" | "done" | "failed" | "invalid">("open");
  const query = new URLSearchParams(search);
  const params = { orderId: query.get("order") ?? "", token: query.get("token") ?? "" };
  const withdraw = () => {
    if (!params.orderId || !params.token) {
      setState("invalid");
      return;
    }
    setState("sending");
    call(consentApi.withdrawConsent, { params }).then(
      () => setState("done"),
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 404) {
          setState("invalid");
          return;
        }
        console.error("The consent could not be withdrawn", error);
        setState("failed");
      },
    );
  };
  return (
    <div className="container page">
      <PageTitle lead="This ends news and offers by email. Emails about your orders, such as receipts, still come.">
        Stop news and offers
      </PageTitle>
      <div className={styles.content}>
        {state === "done" ? (
          <>
            <Notice tone="ok" ref={focusOn}>
              You get no more news and offers from us.
            </Notice>
            <ButtonLink to={paths.home} variant="secondary">
              Go to Home
            </ButtonLink>
          </>
        ) : (
          <>
            {state === "invalid" && (
              <Notice tone="danger" role="alert">
                This link is not valid. Open it from one of our emails again, or write to {links.email.handle}
                .
              </Notice>
            )}
            {state === "failed" && (
              <Notice tone="danger" role="alert">
                That did not work. Please try again, or write to {links.email.handle}.
              </Notice>
            )}
            <Button loading={state === "sending"} onClick={() => state === "sending" || withdraw()}>
              Stop News and Offers
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
