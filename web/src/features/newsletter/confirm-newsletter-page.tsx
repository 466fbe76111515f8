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

/** The page that a confirmation mail links to. Its button confirms the consent to the newsletter. */
export default function ConfirmNewsletterPage() {
  usePageMeta({ ...mailLinkSeo["/confirm-news"], path: paths.confirmNewsletter });
  const { state, start } = useLinkAction();
  return (
    <div className="container page">
      <PageTitle lead="You asked for news and offers by email when you ordered. Each of these emails has a link to stop them.">
        News and offers by email
      </PageTitle>
      <div className={styles.content}>
        <LinkProblem state={state} />
        {state.step === "done" ? (
          <>
            <Notice tone="ok" ref={focusOnMount}>
              Thank you. You get our news and offers from now on.
            </Notice>
            <ButtonLink to={paths.home} variant="secondary">
              Go to Home
            </ButtonLink>
          </>
        ) : (
          !isLinkUseless(state) && (
            <Button loading={state.step === "sending"} onClick={() => start(consentApi.confirmConsent)}>
              Yes, Send Me News
            </Button>
          )
        )}
      </div>
    </div>
  );
}
