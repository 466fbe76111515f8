import { useState } from "react";
import { FindOrder, ordersApi } from "../../../../shared/api-orders.ts";
import { toOrderNumber } from "../../../../shared/order-number.ts";
import { mailLinkSeo } from "../../../../shared/site/mail-link-seo.ts";
import { call } from "../../api.ts";
import { paths } from "../../paths.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/controls.tsx";
import { Field } from "../../ui/field.tsx";
import { focusOnMount, Notice } from "../../ui/notice.tsx";
import { usePageMeta } from "../../ui/page-meta.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import styles from "./order.module.css";
import { RequestForm } from "./request-form.tsx";
import { useRequest } from "../../ui/use-request.ts";
import { TeamEmail } from "../../ui/team-email.tsx";

/** Asks the shop to mail the customer the link to an order. The answer does not say whether the order exists. */
export default function FindOrderPage() {
  usePageMeta({ ...mailLinkSeo["/find-order"], path: paths.findOrder });
  const [submittedEmail, setSubmittedEmail] = useState<string>();
  const [isCorrecting, setCorrecting] = useState(false);
  const request = useRequest(FindOrder, { email: "", orderNumber: "" }, async (body) => {
    await call(ordersApi.findOrder, { body });
    setSubmittedEmail(body.email);
  });
  /** The typed values stay in the form. */
  const showFormAgain = () => {
    setCorrecting(true);
    setSubmittedEmail(undefined);
  };
  return (
    <div className="container page">
      <PageTitle lead="We mail you the link to your order: what you bought, where it is, your receipt, and what you can change.">
        Find your order
      </PageTitle>
      <div className={styles.find}>
        {submittedEmail === undefined ? (
          <div className={`card ${styles.panel}`}>
            <RequestForm request={request} submitLabel="Email Me the Link">
              <Field name="email" label="Email address" error={request.problem.fields["email"]} required>
                <Input
                  type="email"
                  inputMode="email"
                  autoComplete="email"
                  {...request.control("email")}
                  ref={isCorrecting ? focusOnMount : undefined}
                />
              </Field>
              <Field
                name="orderNumber"
                label="Order number"
                hint={`It is in every email about your order, such as ${toOrderNumber(1042)}.`}
                error={request.problem.fields["orderNumber"]}
                required
              >
                <Input
                  type="text"
                  autoComplete="off"
                  autoCapitalize="characters"
                  {...request.control("orderNumber")}
                />
              </Field>
            </RequestForm>
          </div>
        ) : (
          <Notice
            tone="ok"
            title="Look into your mailbox"
            ref={focusOnMount}
            actions={
              <Button variant="secondary" onClick={showFormAgain}>
                Change Address or Number
              </Button>
            }
          >
            <p>
              If there is an order with this number and the address {submittedEmail}, an email with its link
              is on the way. It takes a minute at most; look into the spam folder too.
            </p>
          </Notice>
        )}
        <p className={styles.help}>
          No order number at hand? Write to <TeamEmail /> from the address that you ordered with.
        </p>
      </div>
    </div>
  );
}
