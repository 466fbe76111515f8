import { consentApi } from "../../../../shared/api-consent.ts";
import { mailLinkSeo } from "../../../../shared/site/mail-link-seo.ts";
import { paths } from "../../paths.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { focusOnMount, Notice } from "../../ui/notice.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { isLinkUseless, LinkProblem } from "./link-problem.tsx";
import styles from "./newsletter-pages.module.css";
import { useLinkAction } from "./use-link-action.ts";

const { withdrawConsent, undoWithdrawal } = consentApi;

/** One button ends the newsletter consents of the mailbox that got the link. Another button restores the consents. */
export default function UnsubscribePage() {
  usePageMeta({ ...mailLinkSeo["/unsubscribe"], path: paths.unsubscribe });
  const { state, start } = useLinkAction();
  const isBusy = (action: object) => state.step === "sending" && state.action === action;
  const isStopped = state.step === "done" && state.action === withdrawConsent;
  const isUndone = state.step === "done" && state.action === undoWithdrawal;
  const isUndoing = isBusy(undoWithdrawal);
  return (
    <div className="container page">
      <PageTitle lead="This ends news and offers by email. Emails about your orders, such as receipts, still come.">
        Stop news and offers
      </PageTitle>
      <div className={styles.content}>
        {isStopped && (
          <Notice tone="ok" ref={focusOnMount}>
            You get no more news and offers from us.
          </Notice>
        )}
        {isUndone && (
          <Notice tone="ok" ref={focusOnMount}>
            Undone: you still get news and offers from us.
          </Notice>
        )}
        <LinkProblem state={state} />
        <div className={styles.actions}>
          {(isStopped || isUndone) && (
            <ButtonLink to={paths.home} variant="secondary">
              Go to Home
            </ButtonLink>
          )}
          {(isStopped || isUndoing) && (
            <Button variant="ghost" loading={isUndoing} onClick={() => start(undoWithdrawal)}>
              Undo
            </Button>
          )}
          {!isStopped && !isUndoing && !isLinkUseless(state) && (
            <Button
              variant={isUndone ? "ghost" : "primary"}
              loading={isBusy(withdrawConsent)}
              onClick={() => start(withdrawConsent)}
            >
              Stop News and Offers
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
