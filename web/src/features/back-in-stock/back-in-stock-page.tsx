import { useState } from "react";
import { backInStockApi } from "../../../../shared/api-back-in-stock.ts";
import { STOCK_REQUEST_ID } from "../../../../shared/back-in-stock.ts";
import type { Output } from "../../../../shared/endpoint.ts";
import { isLinkToken } from "../../../../shared/link-token.ts";
import { mailLinkSeo } from "../../../../shared/site/mail-link-seo.ts";
import { ApiError } from "../../api-error.ts";
import { call } from "../../api.ts";
import { paths } from "../../paths.ts";
import { useLocation } from "../../router/hooks.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { focusOnMount, Notice } from "../../ui/notice.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { TeamEmail } from "../../ui/team-email.tsx";
import styles from "./back-in-stock-page.module.css";

type Confirmation = Output<typeof backInStockApi.confirmStockRequest>;
type RequestStatus = "open" | "sending" | "ended" | "failed" | "invalid" | Confirmation;

const TEXTS = {
  confirm: {
    title: "Confirm your request",
    lead: "You get one email when the item is back in stock. It holds no item for you, and we delete your address after it.",
    button: "Confirm",
  },
  end: {
    title: "Stop the request",
    lead: "You get no email when the item is back in stock, and we delete your address.",
    button: "Stop the Request",
  },
} as const;

const STORE_LINK = (
  <ButtonLink to={paths.store} variant="secondary">
    Go to the Store
  </ButtonLink>
);
function ConfirmedNotice({ state, subject: { productId, name, variant } }: Confirmation) {
  const itemName = variant ? `${name}, ${variant}` : name;
  return (
    <>
      <Notice tone="ok" ref={focusOnMount}>
        {state === "waiting"
          ? `Confirmed. You get one email when ${itemName} is back.`
          : `${itemName} is back already. We have deleted your request and your address.`}
      </Notice>
      <ButtonLink to={paths.product(productId)} variant={state === "waiting" ? "secondary" : "primary"}>
        {state === "waiting" ? "Back to the product" : "See it in the store"}
      </ButtonLink>
    </>
  );
}

/**
 * Confirms or ends a visitor's request for a back-in-stock mail. A link in a mail names the request. Nothing happens before
 * the visitor presses the button, because mail scanners open links.
 */
export default function BackInStockPage() {
  const { search } = useLocation();
  usePageMeta({ ...mailLinkSeo["/back-in-stock"], path: paths.backInStock });
  const [status, setStatus] = useState<RequestStatus>("open");
  const query = new URLSearchParams(search);
  const action = query.has("end") ? "end" : "confirm";
  // The link has `?confirm=<request>&token=<token>`, or `end` in place of `confirm`.
  const params = { request: query.get(action) ?? "", token: query.get("token") ?? "" };
  const { title, lead, button } = TEXTS[action];
  const isComplete = STOCK_REQUEST_ID.test(params.request) && isLinkToken(params.token);
  const send = () => {
    setStatus("sending");
    const responsePromise: Promise<RequestStatus> =
      action === "end"
        ? call(backInStockApi.endStockRequest, { params }).then(() => "ended" as const)
        : call(backInStockApi.confirmStockRequest, { params });
    responsePromise.then(setStatus, (error: unknown) => {
      const isInvalid = error instanceof ApiError && error.status === 404;
      if (!isInvalid) console.error("The request could not be changed", error);
      setStatus(isInvalid ? "invalid" : "failed");
    });
  };
  return (
    <div className="container page">
      <PageTitle lead={lead}>{title}</PageTitle>
      <div className={styles.content}>
        {typeof status === "object" ? (
          <ConfirmedNotice {...status} />
        ) : status === "ended" ? (
          <>
            <Notice tone="ok" ref={focusOnMount}>
              Your request has ended, and your address is deleted.
            </Notice>
            {STORE_LINK}
          </>
        ) : !isComplete ? (
          <Notice tone="danger" title="This link is not complete" actions={STORE_LINK}>
            <p>
              Open the whole link from our email, ask again in the store, or write to <TeamEmail />.
            </p>
          </Notice>
        ) : status === "invalid" ? (
          <Notice
            tone="danger"
            ref={focusOnMount}
            title="This link is not valid any more"
            actions={STORE_LINK}
          >
            <p>
              A request has to be confirmed within two days, and ends when the item leaves the store. You can
              ask again in the store, or write to <TeamEmail />.
            </p>
          </Notice>
        ) : (
          <>
            {status === "failed" && (
              <Notice tone="danger" role="alert">
                <p>
                  That did not work. Please try again, or write to <TeamEmail />.
                </p>
              </Notice>
            )}
            <Button loading={status === "sending"} onClick={() => status === "sending" || send()}>
              {button}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
