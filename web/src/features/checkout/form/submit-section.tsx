import type { ComponentType, Ref } from "react";
import { formatMoney } from "../../../../../shared/money.ts";
import { paths } from "../../../paths.ts";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Price } from "../../../ui/price.tsx";
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx";
import { Placeholder } from "./placeholder.tsx";
import styles from "./submit-section.module.css";
import type { SubmitProblem } from "./use-submit.ts";

/** A link to a page of the site in a new tab, so that the form stays open. */
function NewTabLink({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} target="_blank" rel="noopener" className={styles.link}>
      {children}
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </a>
  );
}

type SubmitSectionProps = {
  /** The grand total in dollars. */
  total: number;
  isTotalUnknown: boolean;
  /** Whether the order will have a tax that is not known yet. */
  isBeforeTax: boolean;
  isSending: boolean;
  problem: SubmitProblem | undefined;
  /** The component that shows the problem. While its code is not loaded, this section shows a failure itself. */
  ProblemNotice: ComponentType<{ problem: SubmitProblem }> | undefined;
  /** Whether the visitor has pressed 'Accept Changes' or 'Take Out of the Cart' since the last submit, and the total is known. */
  hasAcceptedChanges: boolean;
  /** The error of an empty cart, from the check of the form. */
  cartError: string | undefined;
  ref: Ref<HTMLButtonElement>;
};

export function SubmitSection({
  total,
  isTotalUnknown,
  isBeforeTax,
  isSending,
  problem,
  ProblemNotice,
  hasAcceptedChanges,
  cartError,
  ref,
}: SubmitSectionProps) {
  return (
    <div className={styles.section}>
      <p className={styles.total}>
        {isBeforeTax ? "To pay, before tax" : "To pay"}
        <Placeholder isUnknown={isTotalUnknown}>
          <Price dollars={total} className={styles.amount} />
        </Placeholder>
      </p>
      {cartError && <Notice role="alert" tone="danger" title={cartError} />}
      <div role="status">
        {hasAcceptedChanges && (
          <Notice tone="ok" title={`Your cart is up to date. Grand Total ${formatMoney(total)}.`} />
        )}
      </div>
      {problem?.kind === "failed" && !ProblemNotice && (
        <Notice role="alert" tone="danger" title={problem.message} />
      )}
      {problem && ProblemNotice && <ProblemNotice problem={problem} />}
      <Button ref={ref} type="submit" size="large" wide icon="lock" loading={isSending}>
        Complete Purchase
      </Button>
      <VisuallyHidden role="status">
        {isSending ? "Processing. The payment page opens next." : ""}
      </VisuallyHidden>
      <p className={styles.note}>
        By completing the purchase you agree to our <NewTabLink to={paths.terms}>Terms</NewTabLink>. See also{" "}
        <NewTabLink to={paths.shipping}>Shipping & Returns</NewTabLink>.
      </p>
      <p className={styles.note}>
        {total > 0
          ? "Next, you pay on Stripe’s secure page. Your card number never reaches us."
          : "Nothing is left to pay, so you need no card."}
      </p>
      <ButtonLink to={paths.store} variant="ghost" icon="arrow-left" className={styles.back}>
        Back to Merchandise
      </ButtonLink>
    </div>
  );
}
